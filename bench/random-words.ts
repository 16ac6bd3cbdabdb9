/** A vocabulary of several thousand English-looking words with natural frequencies. */

import { randomFrom } from '../packages/covers/random.ts'

export { randomFrom }
export type Random = () => number

/** Picks one value with equal probability. */
export function pick<T>(random: Random, values: readonly T[]): T {
  return values[Math.floor(random() * values.length)]!
}

/** Shuffles the values. */
export function shuffled<T>(random: Random, values: readonly T[]): T[] {
  return values
    .map((value) => ({ value, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ value }) => value)
}

const split = (text: string) => text.trim().split(/\s+/)

/** The most frequent function words of English, in order of frequency. */
export const FUNCTION_WORDS = split(`
  the of and to a in that is it for was on are as with his they at be this from have or by one had
  not but what all were when we there can an your which their if will each about how up out them
  then she many some so these would other into has more her two like him see could no make than
  been its who now people my made over did down only way find use may long very after where most
  just through before before us why because while without between against`)

const STEMS = split(`
  habit mind money work life world power time think lead story grow change learn heart market heal
  risk brain focus art science trust love plan build create trade craft dream free great light dark
  river mountain season market memory reason virtue wisdom courage doubt hope fear anger calm quiet
  noise silence speak listen write read teach train play game rule law order chaos system machine
  number measure value price cost gain loss debt invest save spend wealth poor rich fortune luck
  chance choice decide judge argue prove test doubt question answer search discover explore travel
  voyage island ocean storm fire stone iron gold silver glass paper book letter word name face hand
  eye body blood bone breath sleep dream wake food bread wine water salt sugar poison cure doctor
  nurse patient plague death birth child mother father brother sister friend enemy stranger guest
  neighbor village city street house room door window garden forest tree root seed flower fruit
  animal horse wolf bird fish insect spider species origin nature evolve adapt survive fight war
  peace army soldier captain king queen prince empire nation state citizen people crowd mob riot
  revolt reform vote party leader follow obey resist slave master servant worker union factory
  engine steam electric atom particle wave energy force gravity space star planet moon sun orbit
  earth climate desert winter summer spring autumn morning evening night hour minute moment century
  past future present history ancient modern classic simple complex deep shallow narrow broad swift
  slow patient eager honest humble proud noble common rare strange wonder curious genius talent
  skill practice perfect mistake failure success victory defeat effort struggle purpose meaning
  spirit soul faith prayer god temple ritual myth legend hero journey quest return home exile border
  bridge road path map compass anchor ship harbor merchant bank coin tax profit customer company
  manager team meeting office career promote hire fire negotiate contract bargain promise secret
  truth lie mask mirror shadow ghost monster devil angel heaven hell paradise utopia culture custom
  language grammar music song dance theater poem novel portrait color shape pattern symmetry logic
  theory model experiment evidence data signal code algorithm network computer robot digital screen
  attention distract habit ritual routine discipline balance stress relax muscle exercise diet weight
  strength health illness wound pain pleasure joy sorrow grief laughter smile tear passion desire
  jealous marry divorce family kinship affection intimacy loneliness solitude company conversation`)

const ENDINGS = split('- s er ing ed ly ful less ness ment able ist ism ity ian')

function withEnding(stem: string, ending: string): string {
  if (ending === '-') return stem
  return (/^[aei]/.test(ending) ? stem.replace(/e$/, '') : stem) + ending
}

const order = randomFrom(17)

/** Content words in order of frequency. */
export const CONTENT_WORDS = [
  ...shuffled(order, [...new Set(STEMS)]),
  ...shuffled(
    order,
    [...new Set(STEMS)].flatMap((stem) =>
      ENDINGS.slice(1).map((ending) => withEnding(stem, ending)),
    ),
  ),
]

/** Draws values by Zipf's law: the n-th is about n times rarer than the first. */
export function zipf<T>(values: readonly T[]): (random: Random) => T {
  const slots: T[] = []
  const weights = values.map((_, i) => 1 / (i + 2.7))
  const scale = 2 ** 17 / weights.reduce((sum, weight) => sum + weight, 0)
  for (const [i, value] of values.entries()) {
    const count = Math.max(1, Math.round(weights[i]! * scale))
    for (let n = 0; n < count; n++) slots.push(value)
  }
  return (random) => pick(random, slots)
}

const anyWord = zipf([...new Set([...FUNCTION_WORDS, ...CONTENT_WORDS])])
const contentWord = zipf(CONTENT_WORDS)

export const capitalised = (word: string) => word[0]!.toUpperCase() + word.slice(1)

export function sentence(random: Random, words: number): string {
  return `${capitalised(Array.from({ length: words }, () => anyWord(random)).join(' '))}.`
}

export function title(random: Random): string {
  const words = Array.from({ length: 2 + Math.floor(random() * 3) }, () => contentWord(random))
  if (random() < 0.3) words.splice(1, 0, pick(random, ['of', 'and', 'in', 'for', 'without']))
  if (random() < 0.35) words.unshift('the')
  return words.slice(0, 6).map(capitalised).join(' ')
}

const FIRST_NAMES = split(`
  Ada Adam Alan Alice Amara Anna Arthur Beatrice Ben Carla Carlos Charles Clara Daniel David Diana
  Edith Elena Emil Emma Erik Ernst Eva Fatima Felix Frank Fred George Grace Greta Hannah Harriet Hugo
  Ida Igor Ines Irene Isaac Jakob James Jane Joan John Jorge José Julia Karl Kate Kofi Laura Leo Lina
  Louis Lucy Marcus Maria Mark Martha Mary Max Mei Miguel Mina Nadia Nina Noam Olga Omar Oscar Paul
  Peter Petra Priya Rachel Ravi Rosa Ruth Samuel Sara Simone Sofia Søren Theo Thomas Tomás Ursula
  Vera Victor Walter Wendy William Yuki Zadie Zoë`)
const NAME_STARTS = split(
  'Al Bar Bel Car Col Dal Der El Fal Fer Gar Gil Har Hol Jan Kar Kel Lan Lor Mar Mil Nor Ol Par Per Quin Ran Ros Sal Ser Tal Tor Val Ver Wal Wil Yor Zim',
)
const NAME_MIDDLES = split('a ber da den der ding e go ken la lo men ni o ra ri sen ta ti win')
const NAME_ENDS = split(
  'bach berg dale ez field ford man mann ner ni rick son stein ston ter ton vic',
)

const lastName = zipf(
  shuffled(
    randomFrom(23),
    NAME_STARTS.flatMap((start) =>
      NAME_MIDDLES.flatMap((middle) => NAME_ENDS.map((end) => start + middle + end)),
    ),
  ),
)

/** A first and a last name. */
export function author(random: Random): string {
  return `${pick(random, FIRST_NAMES)} ${lastName(random)}`
}
