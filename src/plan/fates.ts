import type { Key } from '../content/model.ts'
import { type Fate, UNCHANGED } from './fate.ts'
import { compare } from './order.ts'

/** What becomes of each object. Nearly all of them stay as they are: who looks for the others does not meet those. */
export class Fates {
  readonly #all: { readonly has: (key: Key) => boolean }
  readonly #others = new Map<Key, Fate>()
  #sorted: readonly (readonly [Key, Fate])[] | undefined

  constructor(all: { readonly has: (key: Key) => boolean }) {
    this.#all = all
  }

  get(key: Key): Fate | undefined {
    return this.#others.get(key) ?? (this.#all.has(key) ? UNCHANGED : undefined)
  }

  set(key: Key, fate: Fate): void {
    if (fate.kind === 'unchanged') this.#others.delete(key)
    else this.#others.set(key, fate)
    this.#sorted = undefined
  }

  /** Of those that do not stay as they are. Sorted by key, so that no order in which they were ruled shows. */
  others(): readonly (readonly [Key, Fate])[] {
    this.#sorted ??= [...this.#others].sort(([a], [b]) => compare(a, b))
    return this.#sorted
  }

  with<K extends Fate['kind']>(...kinds: readonly K[]): (readonly [Key, Extract<Fate, { kind: K }>])[] {
    return this.others().filter((each): each is readonly [Key, Extract<Fate, { kind: K }>] =>
      (kinds as readonly string[]).includes(each[1].kind),
    )
  }
}
