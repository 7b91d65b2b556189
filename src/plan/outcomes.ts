import type { Key } from '../content/model.ts'
import { compare } from './order.ts'
import { type Outcome, UNCHANGED } from './outcome.ts'

/** The outcome of each object. Nearly all are unchanged, so iteration covers only the others. */
export class Outcomes {
  readonly #all: { readonly has: (key: Key) => boolean }
  readonly #others = new Map<Key, Outcome>()
  #sorted: readonly (readonly [Key, Outcome])[] | undefined

  constructor(all: { readonly has: (key: Key) => boolean }) {
    this.#all = all
  }

  get(key: Key): Outcome | undefined {
    return this.#others.get(key) ?? (this.#all.has(key) ? UNCHANGED : undefined)
  }

  set(key: Key, outcome: Outcome): void {
    if (outcome.kind === 'unchanged') this.#others.delete(key)
    else this.#others.set(key, outcome)
    this.#sorted = undefined
  }

  /** Objects whose outcome is not `unchanged`, sorted by key. */
  others(): readonly (readonly [Key, Outcome])[] {
    this.#sorted ??= [...this.#others].sort(([a], [b]) => compare(a, b))
    return this.#sorted
  }

  with<K extends Outcome['kind']>(...kinds: readonly K[]): (readonly [Key, Extract<Outcome, { kind: K }>])[] {
    return this.others().filter((each): each is readonly [Key, Extract<Outcome, { kind: K }>] =>
      (kinds as readonly string[]).includes(each[1].kind),
    )
  }
}
