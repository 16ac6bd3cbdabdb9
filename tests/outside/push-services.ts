import { http, HttpResponse } from 'msw/http'

/** The service of Chrome. */
export const PUSH_SERVICE = 'https://fcm.googleapis.com'
/** A service that an operator added. */
export const OTHER_PUSH_SERVICE = 'https://push.example'

const taken = () => new HttpResponse(null, { status: 201 })

/** The push services, which take every notification. */
export const pushServices = [
  http.post(`${PUSH_SERVICE}/fcm/send/:browser`, taken),
  http.post(`${OTHER_PUSH_SERVICE}/:browser`, taken),
]
