import { randomBytes } from 'node:crypto'

/** What the API knows of: everything has an id and says what it is. */
export interface Stored {
  id: string
  object: string
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** A random word such as ids and secrets end with. */
export function randomWord(length: number): string {
  let word = ''
  for (const byte of randomBytes(length)) word += ALPHABET[byte % ALPHABET.length]
  return word
}

export const newId = (prefix: string) => `${prefix}_${randomWord(24)}`

interface SavedStore {
  objects: Stored[]
  lists: [string, string[]][]
  notes: [string, unknown][]
}

/** Every object of the account by id, and lists of ids in the order of their making. */
export class Store {
  private objects = new Map<string, Stored>()
  private lists = new Map<string, string[]>()
  /** What the provider knows of an object and tells nobody, such as a card's number. */
  private notes = new Map<string, unknown>()
  /** Whether what is made here is said to be of live mode. */
  livemode = false

  get<T extends Stored>(object: T['object'], id: string): T | undefined {
    const found = this.objects.get(id)
    return found?.object === object ? (found as T) : undefined
  }

  /** Whatever has this id. */
  any(id: string): Stored | undefined {
    return this.objects.get(id)
  }

  /** @param belongsTo ids of objects whose lists it shall be found in */
  insert<T extends Stored>(object: T, belongsTo: string[] = []): T {
    if ('livemode' in object) object.livemode = this.livemode
    this.objects.set(object.id, object)
    this.append(object.object, object.id)
    for (const owner of belongsTo) this.link(object, owner)
    return object
  }

  /** Puts an object into the list of another. */
  link(object: Stored, owner: string): void {
    this.append(`${object.object} of ${owner}`, object.id)
  }

  private append(list: string, id: string): void {
    const ids = this.lists.get(list)
    if (ids) ids.push(id)
    else this.lists.set(list, [id])
  }

  /** Puts something else under an id, such as the trace of a deleted object. */
  replace(object: Stored): void {
    this.objects.set(object.id, object)
  }

  /** Forgets an object that is in no list. */
  remove(id: string): void {
    this.objects.delete(id)
  }

  /** Forgets the oldest of a kind for which this holds. */
  dropOldest(object: string, isOld: (one: Stored) => boolean): void {
    const ids = this.lists.get(object) ?? []
    let count = 0
    while (count < ids.length && isOld(this.objects.get(ids[count]!)!)) count++
    for (const id of ids.splice(0, count)) this.objects.delete(id)
  }

  /** All of a kind, or all that belong to an object; the newest first. */
  *newest<T extends Stored>(object: T['object'], owner?: string): Generator<T> {
    const ids = this.lists.get(owner === undefined ? object : `${object} of ${owner}`) ?? []
    for (let at = ids.length - 1; at >= 0; at--) {
      const found = this.get<T>(object, ids[at]!)
      if (found) yield found
    }
  }

  note<T>(kind: string, id: string): T | undefined {
    return this.notes.get(`${kind} ${id}`) as T | undefined
  }

  setNote(kind: string, id: string, value: unknown): void {
    if (value === undefined) this.notes.delete(`${kind} ${id}`)
    else this.notes.set(`${kind} ${id}`, value)
  }

  toJSON(): SavedStore {
    return {
      objects: [...this.objects.values()],
      lists: [...this.lists],
      notes: [...this.notes],
    }
  }

  restore(saved: SavedStore): void {
    this.objects = new Map(saved.objects.map((object) => [object.id, object]))
    this.lists = new Map(saved.lists)
    this.notes = new Map(saved.notes)
  }
}
