import { randomBytes } from 'node:crypto'

export interface Stored {
  id: string
  object: string
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** A random suffix for ids and secrets. */
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

export class Store {
  private objects = new Map<string, Stored>()
  private lists = new Map<string, string[]>()
  /** Data that the API does not show, such as card numbers. */
  private notes = new Map<string, unknown>()
  /** Value of `livemode` in new objects. */
  livemode = false

  get<T extends Stored>(object: T['object'], id: string): T | undefined {
    const found = this.objects.get(id)
    return found?.object === object ? (found as T) : undefined
  }

  any(id: string): Stored | undefined {
    return this.objects.get(id)
  }

  /** @param belongsTo ids of the objects whose lists include this one */
  insert<T extends Stored>(object: T, belongsTo: string[] = []): T {
    if ('livemode' in object) object.livemode = this.livemode
    this.objects.set(object.id, object)
    this.append(object.object, object.id)
    for (const owner of belongsTo) this.link(object, owner)
    return object
  }

  link(object: Stored, owner: string): void {
    this.append(`${object.object} of ${owner}`, object.id)
  }

  private append(list: string, id: string): void {
    const ids = this.lists.get(list)
    if (ids) ids.push(id)
    else this.lists.set(list, [id])
  }

  replace(object: Stored): void {
    this.objects.set(object.id, object)
  }

  remove(id: string): void {
    this.objects.delete(id)
  }

  dropOldest(object: string, isOld: (one: Stored) => boolean): void {
    const ids = this.lists.get(object) ?? []
    let count = 0
    while (count < ids.length && isOld(this.objects.get(ids[count]!)!)) count++
    for (const id of ids.splice(0, count)) this.objects.delete(id)
  }

  /** All objects of a type, or only those of an owner, newest first. */
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
