import { ASKED_QUESTION_TTL_MS } from '../../catalogue/rules/asked-questions.ts'
import { Lexer, type Token, type Tokens } from 'marked'
import { parse } from 'yaml'
import { z } from 'zod'
import { durationText } from '../../accounts/rules/duration-text.ts'
import {
  APPEARANCE_TTL_MS,
  EMAIL_CODE_TTL_MS,
  IDLE_SESSION_TTL_MS,
  KNOWN_DEVICE_TTL_MS,
  REMEMBERED_SESSION_TTL_MS,
  RESET_LINK_TTL_MS,
  TYPED_TTL_MS,
} from '../../accounts/rules/lifetimes.ts'
import { LONGEST_WINDOW_MS } from '../../accounts/rules/rate-limits.ts'
import { MIN_PASSWORD_CHARS } from '../../accounts/schema/fields.ts'
import { CURRENCY_NAME } from '../../billing/rules/plans.ts'
import { OPENED_BOOK_TTL_MS } from '../../catalogue/rules/book-of-the-day.ts'
import { GENRES } from '../../catalogue/rules/genres.ts'
import { env } from '../../platform/env.server.ts'
import { MINUTES_CLAIM, NEW_SUMMARIES_CLAIM, SUPPORT_HOURS_CLAIM } from '../marketing-claims.ts'
import {
  MONEY_BACK_DAYS_CLAIM,
  monthlyPriceClaim,
  TRIAL_DAYS_CLAIM,
  yearlyPriceClaim,
} from '../marketing-price-claims.ts'
import type { ProseElement, ProseNode } from './prose.tsx'

/** A page of text: its title, the paragraphs before the first section, and its sections. */
export interface ProsePage {
  title: string
  description: string
  /** The date of the last change, such as 2026-11-21. */
  updated: string | undefined
  lead: ProseNode[]
  sections: {
    /** The fragment of links to the section. */
    id: string
    title: string
    body: ProseNode[]
  }[]
}

const frontMatter = z.strictObject({ description: z.string(), updated: z.iso.date().optional() })

const VARIABLE = /\{(\w+)\}/g

function values(): Record<string, string | number> {
  const { supportEmail, operator } = env()
  return {
    email: supportEmail,
    operator: operator.name,
    law: operator.law,
    summaries: operator.claims.summaries,
    genres: GENRES.length,
    minutes: MINUTES_CLAIM,
    newSummaries: NEW_SUMMARIES_CLAIM,
    supportHours: SUPPORT_HOURS_CLAIM,
    currency: CURRENCY_NAME,
    moneyBackDays: MONEY_BACK_DAYS_CLAIM,
    monthlyPrice: monthlyPriceClaim(),
    trialDays: TRIAL_DAYS_CLAIM,
    yearlyPrice: yearlyPriceClaim(),
    passwordMinChars: MIN_PASSWORD_CHARS,
    appearance: durationText(APPEARANCE_TTL_MS),
    emailCode: durationText(EMAIL_CODE_TTL_MS),
    idleSession: durationText(IDLE_SESSION_TTL_MS),
    knownDevice: durationText(KNOWN_DEVICE_TTL_MS),
    longestWindow: durationText(LONGEST_WINDOW_MS),
    openedBook: durationText(OPENED_BOOK_TTL_MS),
    rememberedSession: durationText(REMEMBERED_SESSION_TTL_MS),
    resetLink: durationText(RESET_LINK_TTL_MS),
    askedQuestion: durationText(ASKED_QUESTION_TTL_MS),
    typedInput: durationText(TYPED_TTL_MS),
  }
}

export function operatorAddress(): ProseElement {
  const { supportEmail, operator } = env()
  const link: ProseElement = { tag: 'a', href: `mailto:${supportEmail}`, children: [supportEmail] }
  const lines: ProseNode[] = [...operator.address, link]
  return {
    tag: 'address',
    children: [
      { tag: 'strong', children: [operator.name] },
      ...lines.map((line): ProseElement => ({ tag: 'span', children: [line] })),
    ],
  }
}

/**
 * Reads a text in Markdown with variables, such as {email}; {address} alone is the operator's postal address.
 * @throws Error for an unknown variable, or Markdown that these pages do not show
 */
export function readProse(markdown: string): ProsePage {
  const known = values()
  const fill = (text: string) =>
    text.replace(VARIABLE, (_, name: string) => {
      const value = known[name]
      if (value === undefined) throw new Error(`No page has the variable {${name}}`)
      return String(value)
    })
  const nodesOf = (tokens: Token[] = []): ProseNode[] => tokens.flatMap(nodeOf)
  const nodeOf = (token: Token): ProseNode | ProseNode[] => {
    switch (token.type) {
      case 'space':
        return []
      case 'text':
        return token.tokens ? nodesOf(token.tokens) : fill(token.text)
      case 'paragraph':
        if (token.text === '{address}') return operatorAddress()
        return { tag: 'p', children: nodesOf(token.tokens) }
      case 'strong':
        return { tag: 'strong', children: nodesOf(token.tokens) }
      case 'link':
        return { tag: 'a', href: fill(token.href), children: nodesOf(token.tokens) }
      case 'list':
        return { tag: 'ul', children: nodesOf(token.items) }
      case 'list_item':
        return { tag: 'li', children: nodesOf(token.tokens) }
      default:
        throw new Error(`No page shows ${token.type}`)
    }
  }

  const [, head, body] = /^---\n([^]*?)\n---\n([^]*)$/.exec(markdown)!
  const { description, updated } = frontMatter.parse(parse(head!))
  const page: ProsePage = {
    title: '',
    description: fill(description),
    updated,
    lead: [],
    sections: [],
  }
  for (const token of Lexer.lex(body!)) {
    if (token.type === 'heading' && token.depth === 1) {
      page.title = token.text
    } else if (token.type === 'heading') {
      const { href, text } = (token as Tokens.Heading).tokens[0] as Tokens.Link
      page.sections.push({ id: href.slice(1), title: text, body: [] })
    } else {
      const { body: nodes } = page.sections.at(-1) ?? { body: page.lead }
      nodes.push(...nodesOf([token]))
    }
  }
  return page
}
