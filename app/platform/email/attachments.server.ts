export interface Attachment {
  name: string
  type: string
  content: Buffer
}

/**
 * What may happen to an email: a refused one is tried again; a failed one is not; a withheld one has
 * nothing left that may be sent.
 */
export type EmailOutcome = 'sent' | 'refused' | 'failed' | 'withheld'

/** Makes the files of one kind when their email is sent: the outbox keeps only what to attach. */
export interface AttachmentMaker {
  /** null: it may not be sent now */
  make(id: string): Promise<Attachment | null>
  /** Learns what happened to the email, which is then deleted unless it was refused. */
  report(id: string, outcome: EmailOutcome, at: Date): Promise<void>
}

const makers = new Map<string, AttachmentMaker>()

/** Makes a kind of attachments known, before emails are sent. */
export function provideAttachments(kind: string, maker: AttachmentMaker): void {
  makers.set(kind, maker)
}

/** What the outbox stores about an attachment. */
export const attachmentName = (kind: string, id: string) => `${kind}:${id}`

export function attachmentOf(stored: string) {
  const [kind = '', id = ''] = stored.split(':', 2)
  const maker = makers.get(kind)
  if (!maker) throw new Error(`Nobody makes attachments of the kind ${kind}.`)
  return {
    make: () => maker.make(id),
    report: (outcome: EmailOutcome, at: Date) => maker.report(id, outcome, at),
  }
}
