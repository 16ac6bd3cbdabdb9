/** The error of nodemailer: the SMTP command that failed, and the response code. */
export interface SmtpError {
  command?: string
  responseCode?: number
  /** The whole answer, such as "550 5.1.1 No such user". */
  response?: string
}

/**
 * Whether the server has permanently refused the recipient or the content. A refused login or
 * sender is an error in the configuration, so the email is tried again.
 */
export function isPermanentRefusal({ command, responseCode = 0 }: SmtpError): boolean {
  return responseCode >= 500 && responseCode < 600 && (command === 'RCPT TO' || command === 'DATA')
}

/**
 * Whether the server says that the mailbox does not exist, or no longer. A refusal for another reason, such
 * as a full mailbox or a rule against our server, says nothing about the address.
 */
export function isGone({ command, responseCode = 0, response = '' }: SmtpError): boolean {
  if (command !== 'RCPT TO' || responseCode < 500 || responseCode > 599) return false
  const status = /\b5\.\d{1,3}\.\d{1,3}\b/.exec(response)?.[0]
  if (status === undefined) return [550, 551, 553].includes(responseCode)
  return /^5\.1\.(?:[0-6]|10)$/.test(status) || status === '5.2.1'
}
