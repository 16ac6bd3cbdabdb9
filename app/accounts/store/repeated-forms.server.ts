import { execute, prepared, Prisma } from '../../platform/database.server.ts'

export interface SentForm {
  sender: string
  form: string
}

/**
 * Makes a form the sender's last one. One statement, so that of simultaneous ones only the first does.
 * @returns false when it is already the last one and has not expired
 */
export async function claimForm(
  { sender, form }: SentForm,
  now: Date,
  expiresAt: Date,
): Promise<boolean> {
  const count = await execute(Prisma.sql`
    INSERT INTO "LastForm" ("sender", "form", "expiresAt") VALUES (${sender}, ${form}, ${expiresAt})
    ON CONFLICT ("sender") DO UPDATE
      SET "form" = excluded."form", "answer" = NULL, "expiresAt" = excluded."expiresAt"
      WHERE "LastForm"."form" <> excluded."form" OR "LastForm"."expiresAt" <= ${now}`)
  return count === 1
}

/** Keeps the answer to a form while it is the sender's last one. */
export async function keepFormAnswer({ sender, form }: SentForm, answer: string): Promise<void> {
  await execute(Prisma.sql`
    UPDATE "LastForm" SET "answer" = ${answer} WHERE "sender" = ${sender} AND "form" = ${form}`)
}

/** The answer to a sender's last form; null when there is none yet. */
export async function findFormAnswer({ sender, form }: SentForm): Promise<string | null> {
  const [row] = await prepared<{ answer: string | null }>(Prisma.sql`
    SELECT "answer" FROM "LastForm" WHERE "sender" = ${sender} AND "form" = ${form}`)
  return row?.answer ?? null
}

export async function forgetForm({ sender, form }: SentForm): Promise<void> {
  await execute(Prisma.sql`DELETE FROM "LastForm" WHERE "sender" = ${sender} AND "form" = ${form}`)
}
