import { refusal } from '../middleware/json-answers.server.ts'

const respond = () => refusal(404, 'There is no such call. See /api/docs.')

export const loader = respond
export const action = respond
