import { redirect } from 'react-router'
import { remindersPath } from '../../reading/rules/reminders/address.ts'

export const loader = () => redirect(remindersPath, 301)
