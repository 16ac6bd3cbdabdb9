import { NO_SUCH_CALL, refusal } from '../middleware/json-answers.server.ts'

export const loader = () => refusal(404, NO_SUCH_CALL)

export { loader as action }
