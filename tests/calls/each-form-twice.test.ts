import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { changeRows } from '#tests/setup/product.ts'
import { bookFile } from '#tests/store/books.ts'
import { type CallAnswer, emailsTo, newAdmin, type Reader } from './accounts-client.ts'
import { confirmAddress } from './app-keys.ts'
import { billingSite, MONTHLY, YEARLY } from './billing-site.ts'
import { formTemplates } from './client.ts'

/**
 * The forms of administrators, payments, votes, highlights, and sharing in docs/repeated-forms.md: two
 * together, again within seconds, after a refusal, and again when the first answer is no longer kept.
 */

const site = billingSite()
let admin: Reader

beforeAll(async () => {
  admin = await newAdmin(site.product)
})

type Form = Record<string, string>

interface Trial {
  sender: Reader
  path: string
  form: Form
  /** A form that is refused. */
  wrong?: Form
  /** How many rows, charges, or emails there are. */
  count?: () => Promise<number>
}

/** What happens when the answer is no longer kept. */
type Later = [answer: string, message?: string]

const rows = (table: string, condition: string) =>
  changeRows(site.product.variables, `UPDATE "${table}" SET "id" = "id" WHERE ${condition}`)
const letTimePass = () =>
  changeRows(site.product.variables, 'UPDATE "LastForm" SET "expiresAt" = 0')
const idOf = ({ id }: Reader) => Number.parseInt(id, 16)
const send = ({ sender, path, form }: Trial) => site.submit(sender, path, form)
const place = ({ status, headers }: CallAnswer) =>
  `${status} ${headers.get('Location') ?? ''}`.trim()

/** The answer, or the page to which it leads. */
async function shownText(sender: Reader, answer: CallAnswer): Promise<string> {
  const to = answer.headers.get('Location')
  return to === null ? answer.text : (await site.open(sender, to.replace(/#.*/, ''))).text
}

const asAdmin = async (
  path: string,
  form: Form,
  more: Omit<Trial, 'sender' | 'path' | 'form'> = {},
) => ({
  sender: admin,
  path,
  form,
  ...more,
})

async function confirmed(): Promise<Reader> {
  const reader = await site.newReader()
  await confirmAddress(site.product.origin, reader)
  return reader
}

/** A request for a book that an administrator has published. */
async function requestOf(title: string) {
  const asker = await confirmed()
  await site.submit(asker, '/requests/new', { title, author: 'Somebody', reason: 'To read it.' })
  const queue = (await site.open(admin, '/admin/requests')).text
  const path = [...queue.matchAll(/href="(\/admin\/requests\/\d+)"[^>]*>([^<]*)/g)].find(
    ([, , name]) => name!.includes(title),
  )![1]!
  return { asker, path, id: Number(path.split('/').at(-1)) }
}

const edit = (title: string) => ({
  intent: 'save',
  title,
  author: 'Somebody',
  reason: 'To read it.',
  status: 'planned',
  answer: 'Soon.',
})

const TRIALS: Record<string, [() => Promise<Trial>, Later]> = {
  'access of a reader': [
    async () => {
      const reader = await site.newReader()
      const form = { intent: 'grant', until: `${new Date().getUTCFullYear() + 1}-06-30` }
      return asAdmin(`/admin/readers/${idOf(reader)}`, form, { wrong: { ...form, until: 'soon' } })
    },
    ['303', 'Full access has been granted.'],
  ],
  'suspension of a reader': [
    async () => {
      const reader = await site.newReader()
      return asAdmin(
        `/admin/readers/${idOf(reader)}/change/suspend`,
        { reason: 'Spam.' },
        { wrong: { reason: '' } },
      )
    },
    ['409', 'This is not possible anymore.'],
  ],
  'deletion of a reader': [
    async () => {
      const reader = await site.newReader()
      const form = { intent: 'delete', confirm: reader.email }
      return asAdmin(`/admin/readers/${idOf(reader)}`, form, { wrong: { ...form, confirm: 'x' } })
    },
    ['404', 'Page Not Found'],
  ],
  'new book': [
    async () => {
      const form = { intent: 'save', slug: 'twice', source: bookFile({ title: 'Twice' }) }
      return asAdmin('/admin/books/new/file', form, {
        wrong: { ...form, source: '' },
        count: () => rows('Book', `"slug" = 'twice'`),
      })
    },
    ['409', 'Another book has this address.'],
  ],
  'lock of a book': [
    async () => asAdmin('/admin/books/meditations', { intent: 'lock', locked: 'true' }),
    ['303', 'The book is locked.'],
  ],
  'date of a book': [
    async () =>
      asAdmin(
        '/admin/books/meditations',
        { intent: 'publish', at: '2026-01-01T08:00' },
        { wrong: { intent: 'publish', at: 'x' } },
      ),
    ['303', 'The publication date has been saved.'],
  ],
  'new collection': [
    async () => {
      const form = {
        intent: 'save',
        slug: 'twice',
        title: 'Twice',
        blurb: 'Two.',
        position: '7',
        book1: 'walden',
        sentence1: 'In the woods.',
        book2: 'symposium',
        sentence2: 'At a dinner.',
        book3: 'meditations',
        sentence3: 'In a tent.',
        book4: 'on-friendship',
        sentence4: 'With a friend.',
      }
      return asAdmin('/admin/collections/new', form, { wrong: { ...form, title: '' } })
    },
    ['409', 'Another collection has this address.'],
  ],
  'collection withdrawn': [
    async () =>
      asAdmin('/admin/collections/clear-heads', { intent: 'withdraw', withdrawn: 'true' }),
    ['303', 'The collection has been withdrawn.'],
  ],
  'book of a day': [
    async () =>
      asAdmin(
        '/admin/today',
        { day: '2026-12-24', book: 'walden' },
        { wrong: { day: '', book: 'walden' } },
      ),
    ['303', 'The book of that day has been chosen.'],
  ],
  'answer to a report': [
    async () => {
      const reader = await confirmed()
      await site.submit(reader, '/summaries/walden/correction', {
        passage: 'Idea 1',
        problem: 'Wrong.',
        source: '',
      })
      const [, path] = /href="(\/admin\/corrections\/\d+)"/.exec(
        (await site.open(admin, '/admin/corrections')).text,
      )!
      const form = { outcome: 'declined', answer: 'Thank you.' }
      return asAdmin(path!, form, {
        wrong: { ...form, answer: '' },
        count: async () =>
          (await emailsTo(site.product.origin, reader.email)).filter((html) =>
            html.includes('Thank you.'),
          ).length,
      })
    },
    ['409', 'Someone has already answered this report.'],
  ],
  'book request, by an administrator': [
    async () => {
      const { path } = await requestOf('Edited')
      return asAdmin(path, edit('Edited'), { wrong: { ...edit('Edited'), status: 'done' } })
    },
    ['409', 'Someone changed this request after you opened the form.'],
  ],
  'book requests merged': [
    async () => {
      const [into, from] = [await requestOf('Merged into'), await requestOf('Merged from')]
      await site.submit(admin, into.path, edit('Merged into'))
      return asAdmin(
        from.path,
        { intent: 'merge', into: `${into.id}` },
        { wrong: { intent: 'merge', into: '' } },
      )
    },
    ['409', 'It has been merged in the meantime'],
  ],
  vote: [
    async () => {
      const { path, id } = await requestOf('Gilgamesh')
      await site.submit(admin, path, edit('Gilgamesh'))
      const sender = await confirmed()
      const request = id.toString(16).padStart(24, '0')
      return {
        sender,
        path: '/requests',
        form: { request, vote: 'add' },
        wrong: { request: 'x', vote: 'add' },
        count: async () =>
          rows(
            'User',
            `"id" IN (SELECT "userId" FROM "RequestVote" WHERE "userId" = ${idOf(sender)})`,
          ),
      }
    },
    ['303', 'Voted'],
  ],
  highlight: [
    async () => {
      const sender = await site.newReader()
      const text = (await site.open(sender, '/summaries/walden')).text
      const [choose] = /\/summaries\/walden\/notes\?at=\d+/.exec(text)!
      const choices = (await site.open(sender, choose)).text
      const field = (name: string) =>
        new RegExp(`name="${name}" value="([^"]+)"`).exec(choices)![1]!
      const form = {
        intent: 'highlight',
        color: 'green',
        text: 'Mine',
        id: field('id'),
        section: field('section'),
        paragraph: field('paragraph'),
        sentence: field('sentence'),
      }
      return {
        sender,
        path: choose,
        form,
        wrong: { ...form, sentence: '' },
        count: () => rows('Note', `"userId" = ${idOf(sender)}`),
      }
    },
    ['303', 'Mine'],
  ],
  'shared summary': [
    async () => {
      const sender = await site.trialReader()
      return {
        sender,
        path: '/summaries/meditations/share',
        form: { sharedBy: 'Ada' },
        wrong: { sharedBy: 'x'.repeat(1000) },
        count: () => rows('SharedSummary', `"userId" = ${idOf(sender)}`),
      }
    },
    ['303', 'Your link is ready.'],
  ],
  'end of a shared link': [
    async () => {
      const sender = await site.trialReader()
      await site.submit(sender, '/summaries/meditations/share', { sharedBy: 'Ada' })
      const shares = (await site.open(sender, '/settings/sharing')).text
      const [, share] = /name="share" value="([^"]+)"/.exec(shares)!
      return {
        sender,
        path: '/settings/sharing',
        form: { share: share! },
        count: () =>
          rows('SharedSummary', `"userId" = ${idOf(sender)} AND "revokedAt" IS NOT NULL`),
      }
    },
    ['303'],
  ],
  'free summary': [
    async () => {
      const sender = await site.newReader()
      return {
        sender,
        path: '/summaries/walden',
        form: { reader: sender.id },
        count: () => rows('User', `"id" = ${idOf(sender)} AND "freeBookId" IS NOT NULL`),
      }
    },
    ['303'],
  ],
  'refund of a charge': [
    async () => {
      const reader = await site.payingReader()
      const page = (await site.open(admin, `/admin/readers/${idOf(reader)}`)).text
      const [path] = /\/admin\/readers\/\d+\/refund\/\w+/.exec(page)!
      const form = { intent: 'refund', amount: '5.00', reason: 'By mistake', number: '1' }
      return asAdmin(path, form, {
        wrong: { ...form, amount: '99' },
        count: async () => (await site.stripe.refunds.list({ limit: 100 })).data.length,
      })
    },
    ['303', '$5.00 refunded'],
  ],
  'end of a trial': [
    async () => ({
      sender: await site.trialReader(),
      path: '/settings/cancel',
      form: { when: 'atPeriodEnd' },
      wrong: { when: '' },
    }),
    ['409', 'Your subscription is canceled'],
  ],
  'end of a subscription': [
    async () => ({
      sender: await site.payingReader(),
      path: '/settings/cancel',
      form: { when: 'immediately' },
      wrong: { when: '' },
    }),
    ['409', 'Your subscription is canceled'],
  ],
  'another plan': [
    async () => {
      const sender = await site.payingReader()
      return {
        sender,
        path: '/settings/change-plan',
        form: { planId: YEARLY },
        wrong: { planId: '' },
        count: async () => (await site.paidBy(sender)).length,
      }
    },
    ['303', 'You are already on the Yearly Plan.'],
  ],
  'money back': [
    async () => {
      const sender = await site.payingReader()
      const page = (await site.open(sender, '/settings/refund')).text
      const shownCents = /name="shownCents" value="(\d+)"/.exec(page)![1]!
      return {
        sender,
        path: '/settings/refund',
        form: { shownCents },
        wrong: { shownCents: 'x' },
        count: async () => (await site.stripe.refunds.list({ limit: 100 })).data.length,
      }
    },
    ['303', 'Your plan has ended.'],
  ],
  checkout: [
    async () => {
      const sender = await site.newReader()
      return {
        sender,
        path: `/checkout?priceId=${MONTHLY}`,
        form: { intent: 'hosted' },
        wrong: { intent: 'x' },
        count: async () => (await site.stripe.checkout.sessions.list({ limit: 100 })).data.length,
      }
    },
    ['303'],
  ],
}

describe('each form', () => {
  test.each(Object.keys(TRIALS))('%s', async (name) => {
    const [prepare, [later, message]] = TRIALS[name]!
    const trial = await prepare()
    const { sender, wrong, count = async () => 0 } = trial
    const before = await count()
    if (wrong) {
      const refused = await send({ ...trial, form: wrong })
      expect(refused.status).toBeGreaterThanOrEqual(400)
      expect(await count()).toBe(before)
    }
    const first = await Promise.all([send(trial), send(trial)])
    const again = await send(trial)
    expect(first[0].status).toBe(303)
    expect([first[1], again].map(place)).toEqual([place(first[0]), place(first[0])])
    const counted = await count()
    expect(counted - before).toBeLessThanOrEqual(1)
    await letTimePass()
    const late = await send(trial)
    expect(`${late.status}`).toBe(later)
    if (message !== undefined) expect(await shownText(sender, late)).toContain(message)
    expect(await count()).toBe(counted)
  })
})

test('docs/repeated-forms.md has each address of a form, and no others', () => {
  const tables = readFileSync('docs/repeated-forms.md', 'utf8')
    .match(/^\|.*$/gm)!
    .join('\n')
  const addresses = [...tables.matchAll(/`(\/[^`]*)`/g)].map(([, address]) => address)
  expect([...new Set(addresses)].toSorted()).toEqual([...new Set(formTemplates)].toSorted())
})
