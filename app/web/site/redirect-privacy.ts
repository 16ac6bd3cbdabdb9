import { redirect } from 'react-router'

export const loader = () => redirect('/privacy', 301)
