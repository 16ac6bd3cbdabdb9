import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

/**
 * Words that readers of this project stumble over, and what to write instead. Patterns match whole
 * words, also across a line break. A pattern with a capital letter is an identifier and matches
 * only in that case.
 */
export const BANNED: [pattern: string, instead: string][] = [
  // Translated or old-fashioned English.
  ['at once', 'right away, immediately; at the same time'],
  ['go(?:es|ing)? on|went on|gone on', 'continue, renew, keep'],
  ['lest', 'so that … does not'],
  ['whoever', 'anyone who, the reader'],
  ['whatever', 'any, every, regardless of'],
  ['wherever', 'everywhere, where'],
  ['meanwhile', 'in the meantime, while …'],
  ['afresh|anew', 'again'],
  ['(?:is|are|was|were|be|been|being) told', 'sees, gets a message; is reported'],
  ['stand(?:s|ing)? (?:in|at|on|for)|stood (?:in|at|on|for)', 'is in, means, represents'],
  ['stand-ins?', 'emulator, fake, placeholder'],
  ['take(?:s|n)? turns|took turns', 'runs one at a time'],
  ['look(?:s|ed|ing)? after', 'checks, maintains'],
  ['look(?:s|ed|ing)? back', 'backfills; returns'],
  ['that there (?:is|are|was|were)', 'name the thing: "existing accounts"'],
  ['com(?:e|es|ing) to view', 'becomes visible'],
  ['mend(?:s|ed|ing)?', 'fix, repair, correct'],
  ['belated', 'late, delayed'],
  ['h[au]ngs? on|hanging on', 'depends on'],
  ['nothing of it', 'none of it; name the thing'],
  ['nothing comes of it', 'has no effect'],
  ['comes? of (?:it|this|that|the)|came of it', 'results from, the result is'],
  ['what(?:ever)? (?:has |is |will )?(?:come|came|comes|become|becomes) of', 'the result of'],
  ['com(?:e|es|ing) about|came about', 'happens'],
  ['of (?:its|their|his|her) own', 'separate, own'],
  ['it is said', 'a message says'],
  ['by (?:itself|themselves|himself)', 'on its own, automatically, alone'],
  ['for good', 'permanently'],
  ['shall', 'must, should, will'],
  ['upon', 'on'],
  ['in vain', 'without success'],
  ['thereupon|whereupon|thereof|whereof|therefrom|hitherto|whilst|thence|whence', 'a plain word'],
  ['leads? on|leading on', 'redirects, continues'],
  ['to be had|can be had|is had', 'available'],
  ['to and fro', 'back and forth'],
  ['put right', 'fixed'],
  ['once more(?! than)', 'again'],
  ['or the like', 'or similar'],
  ['knows? nothing of|know(?:s|n)? no', 'does not know, does not depend on'],
  [
    'what (?:was|were) (?:refused|typed|begun|sent|asked|meant|pressed|chosen|kept|stored|said)',
    'name the thing: "the refused form", "the input"',
  ],
  ['is not by itself', 'does not happen automatically'],
  ['as you chose', 'say what happened'],
  ['in the train', 'on the train'],
  ['does not answer (?:POST|GET|PUT|DELETE|PATCH)', 'say what to do instead'],
  ['come(?:s)? straight back', 'returns'],
  ['its place (?:is )?taken', 'replaced'],
  // What people read on the screen.
  [
    '(?:a|an|one|each|every|another|this|that|no) mail(?! (?:server|client|program|address|account|subject|provider))',
    'an email',
  ],
  ['mails|mailed|e-mails?', 'email, emailed'],
  ['(?:one|a) press|press(?:es)? (?:it|the button|this|here)', 'tap, select'],
  // British spelling.
  ['colour(?:s|ed|ing|ful|less)?', 'color'],
  [
    'grey|centre[ds]?|honour(?:s|ed)?|behaviours?|favourites?|licence',
    'gray, center, honor, behavior, favorite, license',
  ],
  ['cancell(?:ed|ing)', 'canceled, canceling'],
  // Private words for things that have a standard name.
  ['papers|doors', 'name the thing: documents, ways in'],
  ['Alongside', 'InTransaction'],
  ['MarkWord|markWords?', 'MarkChange'],
  ['takeTurn|giveTurn', 'acquireStartLock'],
  ['lookBack', 'backfill'],
  ['countMarks', 'processMarkEvents'],
  ['stirred', 'staleCount'],
  ['livenForms|liven-forms', 'enhanceForms'],
  ['handOver|hand-over', 'proxyTo'],
  ['LeadOn|leadOn|lead-on|follow-lead', 'DelayedRedirect'],
  ['next-up|nextUp', 'name what it does'],
  ['did-not-arrive', 'load-error'],
]

/** Texts that other contracts fix. */
const ALLOWED = [
  '/dev/mail',
  'readr mail',
  // Tables and columns keep their names.
  '"MarkWord"',
  '"stirred"',
  // The kind of a stored billing email.
  'canceledJson',
  "'cancelled'",
]

const READ =
  /^(?:(?:app|packages|bin|bench|tests|docs)\/.+|prisma\/models\/.+|server\.ts|content\/README\.md|(?:README|CHANGELOG|CONTRIBUTING)\.md)$/
const NOT_WRITTEN_HERE =
  /\.(?:png|svg|jpe?g|webp|avif|woff2?|ttf|ico|wav|txt)$|^packages\/client\/types\.ts$|^tests\/catalogues\/|^tests\/unit\/plain-words\.test\.ts$/

/** A space in a pattern also matches a line break with the comment's prefix. */
const patterns = BANNED.map(([pattern, instead]) => ({
  regex: new RegExp(
    `(?<![\\w-])(?:${pattern.replaceAll(' ', String.raw`(?:[ \t]+|[ \t]*\n[ \t]*(?:\*|\/{2,3}|#|>)?[ \t]*)`)})(?![\\w-])`,
    /[A-Z]/.test(pattern) ? 'g' : 'gi',
  ),
  instead,
}))

/** Every banned phrase in a text, as `line: "phrase" → what to write instead`. */
export function bannedIn(text: string): string[] {
  const plain = ALLOWED.reduce(
    (rest, allowed) => rest.replaceAll(allowed, '~'.repeat(allowed.length)),
    text,
  )
  return patterns
    .flatMap(({ regex, instead }) =>
      [...plain.matchAll(regex)].map(({ 0: phrase, index }) => ({
        line: plain.slice(0, index).split('\n').length,
        text: `"${phrase.replaceAll(/\s+(?:\W\s)?/g, ' ')}" → ${instead}`,
      })),
    )
    .toSorted((a, b) => a.line - b.line)
    .map(({ line, text }) => `${line}: ${text}`)
}

const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => READ.test(file) && !NOT_WRITTEN_HERE.test(file))

describe('plain words', () => {
  test('finds a phrase across a line break, and in its own case only if it is an identifier', () => {
    expect(bannedIn('/** It ends at\n * once. */')).toEqual([
      expect.stringMatching(/^1: "at once" → /),
    ])
    expect(bannedIn('takeTurn() in lookback')).toHaveLength(1)
    expect(bannedIn('See /dev/mail, the mail server, and recommend.')).toEqual([])
  })

  test('are used in every file that people read', () => {
    const found = files.flatMap((file) =>
      bannedIn(readFileSync(file, 'utf8')).map((line) => `${file}:${line}`),
    )
    expect(found.join('\n')).toBe('')
  })
})
