import { z } from 'zod'

/** A web address, or `none` to show nothing. */
const address = (fallback: string) =>
  z
    .union([z.literal('none'), z.url({ protocol: /^https$/ })], {
      error: 'must be a web address that starts with https://, or none',
    })
    .default(fallback)

const claim = (fallback: string) => z.string().trim().min(1).max(20).default(fallback)

/** The variables about the operator, its pages elsewhere, and what it claims. */
export const operatorVariables = {
  OPERATOR_NAME: z.string().max(200).default('Readr'),
  OPERATOR_ADDRESS: z.string().max(500).optional(),
  OPERATOR_LAW: z.string().max(200).default('the place where Readr is established'),
  FACEBOOK_URL: address('https://www.facebook.com/readr'),
  X_URL: address('https://x.com/readr'),
  INSTAGRAM_URL: address('https://www.instagram.com/readr'),
  LINKEDIN_URL: address('https://www.linkedin.com/company/readr'),
  APP_STORE_URL: address('https://apps.apple.com/app/readr'),
  PLAY_STORE_URL: address('https://play.google.com/store/apps/details?id=app.readr'),
  CLAIM_SUMMARIES: claim('500+'),
  CLAIM_NEW_A_MONTH: claim('50+'),
  CLAIM_KEY_IDEAS: claim('1000+'),
}

const given = z.object(operatorVariables)

/** What pages show about the operator. */
export function operatorSettings(v: z.output<typeof given>) {
  const shown = (url: string) => (url === 'none' ? null : url)
  return {
    name: v.OPERATOR_NAME,
    /** The lines of the postal address; empty if there is none. */
    address: (v.OPERATOR_ADDRESS ?? '')
      .split(/\\n|\n|\|/)
      .map((line) => line.trim())
      .filter((line) => line !== ''),
    /** The jurisdiction of the terms, as in "The law of … applies". */
    law: v.OPERATOR_LAW,
    social: [
      ['Facebook', v.FACEBOOK_URL],
      ['X', v.X_URL],
      ['Instagram', v.INSTAGRAM_URL],
      ['LinkedIn', v.LINKEDIN_URL],
    ].flatMap(([name, url]) => (url === 'none' ? [] : [{ name: name!, url: url! }])),
    appStoreUrl: shown(v.APP_STORE_URL),
    playStoreUrl: shown(v.PLAY_STORE_URL),
    /** Numbers of summaries, of new ones each month, and of key ideas in all of them. */
    claims: {
      summaries: v.CLAIM_SUMMARIES,
      newAMonth: v.CLAIM_NEW_A_MONTH,
      keyIdeas: v.CLAIM_KEY_IDEAS,
    },
  }
}
