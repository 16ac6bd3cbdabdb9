import { once } from 'node:events'
import { SMTPServer } from 'smtp-server'

interface Received {
  from: string
  to: string[]
  message: string
}

/** An SMTP server on one port that collects messages, or refuses them. */
export class TestSmtpServer {
  readonly port: number
  received: Received[] = []
  connections = 0
  /** The refusal of every recipient; null accepts them. */
  refusal: { message: string; code: number } | null = null
  refusesSender = false
  /** Of the messages. Set it before opening; 'headers' needs less memory. */
  keeps: 'messages' | 'headers' = 'messages'
  private server: SMTPServer | undefined

  constructor(port: number) {
    this.port = port
  }

  async open(): Promise<void> {
    const { received, keeps } = this
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      // The product keeps connections open, for which closing would wait half a minute.
      closeTimeout: 1,
      onConnect: (_session, done) => {
        this.connections += 1
        done()
      },
      onRcptTo: (_address, _session, done) => {
        const { message, code } = this.refusal ?? {}
        done(message ? Object.assign(new Error(message), { responseCode: code }) : undefined)
      },
      onMailFrom: (_address, _session, done) => {
        const error = Object.assign(new Error('Unknown sender'), { responseCode: 550 })
        done(this.refusesSender ? error : undefined)
      },
      onData(stream, session, done) {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          const { mailFrom, rcptTo } = session.envelope
          const message = Buffer.concat(chunks).toString()
          const end = keeps === 'headers' ? message.indexOf('\r\n\r\n') : message.length
          received.push({
            from: mailFrom === false ? '' : mailFrom.address,
            to: rcptTo.map(({ address }) => address),
            message: message.slice(0, end),
          })
          done()
        })
      },
    })
    server.on('error', () => {})
    server.listen(this.port, '127.0.0.1')
    await once(server.server, 'listening')
    this.server = server
  }

  /** Closes the server and forgets messages and refusals. */
  async reset(): Promise<void> {
    await new Promise<void>((resolve) => (this.server ? this.server.close(resolve) : resolve()))
    this.server = undefined
    this.received = []
    this.connections = 0
    this.refusal = null
    this.refusesSender = false
  }
}
