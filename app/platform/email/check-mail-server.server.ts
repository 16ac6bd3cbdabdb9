const TIMEOUT_MS = 10_000

/**
 * Connects to the mail server and signs in, without sending anything.
 * @throws Error with the server's answer
 */
export async function checkMailServer(smtpUrl: string): Promise<void> {
  const { createTransport } = await import('nodemailer')
  const timeouts = { connectionTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS }
  const transport = createTransport(smtpUrl, timeouts as never)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}
