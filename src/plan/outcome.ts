import type { Key } from '../content/model.ts'
import { compare } from './order.ts'
import type { HeldObject, HeldReason, LeftObject, LeftReason } from './plan-file.ts'

/** What happens to one object, judged alone. Rules that span objects come later. */
export type Outcome =
  | { readonly kind: 'unchanged' | 'unmanaged' | 'foreign' | 'unclaimed' }
  | { readonly kind: 'create'; readonly because: string; readonly recreates?: true }
  /** Writes the repo's changes to these units; all others stay as in live. */
  | { readonly kind: 'write'; readonly because: string; readonly units: ReadonlySet<string> }
  | { readonly kind: 'delete'; readonly because: string }
  | Held
  | {
      readonly kind: 'left'
      readonly reason: LeftReason
      readonly message: string
      readonly claim?: LeftObject['claim']
    }

export interface Held {
  readonly kind: 'held'
  readonly reason: HeldReason
  readonly message: string
  readonly what: HeldObject['what']
  readonly units: readonly string[]
  readonly commit?: string | undefined
  /** Objects that must be settled first. */
  readonly waitsFor?: readonly Key[] | undefined
}

export const held = (
  reason: HeldReason,
  message: string,
  { what = 'object', units = [], commit, waitsFor }: Partial<Pick<Held, 'what' | 'units' | 'commit' | 'waitsFor'>> = {},
): Held => ({
  ...{ kind: 'held', reason, message, what, units },
  ...(commit === undefined ? {} : { commit }),
  ...(waitsFor === undefined ? {} : { waitsFor }),
})

export const left = (
  reason: LeftReason,
  message: string,
  claim?: LeftObject['claim'],
): Extract<Outcome, { kind: 'left' }> => ({
  ...{ kind: 'left', reason, message },
  ...(claim && { claim }),
})

export const UNCHANGED: Outcome = { kind: 'unchanged' }
export const UI_EDIT: Outcome = left('ui-edit', 'edited in the UI since the last apply')

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
