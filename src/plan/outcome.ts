import type { Key } from '../content/model.ts'
import { compare } from './order.ts'
import type { HeldObject, HeldReason, LeftObject, LeftReason } from './plan-file.ts'

/** What happens to one object. */
export type Outcome =
  | { readonly kind: 'unchanged' | 'unmanaged' | 'foreign' | 'unclaimed' }
  | CreateOutcome
  | WriteOutcome
  | { readonly kind: 'delete'; readonly because: string }
  | Held
  | Left

export interface CreateOutcome {
  readonly kind: 'create'
  readonly because: string
  readonly recreates?: true
}

/** Writes the repo's changes to these units; all others stay as in live. */
export interface WriteOutcome {
  readonly kind: 'write'
  readonly because: string
  readonly units: ReadonlySet<string>
}

export interface Held<R extends HeldReason = HeldReason> {
  readonly kind: 'held'
  readonly reason: R
  readonly message: string
  readonly what: HeldObject['what']
  readonly units: readonly string[]
  readonly commit?: string | undefined
  /** Objects that must be settled first. */
  readonly waitsFor?: readonly Key[] | undefined
}

export interface Left<R extends LeftReason = LeftReason> {
  readonly kind: 'left'
  readonly reason: R
  readonly message: string
  readonly claim?: LeftObject['claim']
  /** Reports with edits that nobody has published. */
  readonly edited?: readonly Key[] | undefined
}

export const held = <R extends HeldReason>(
  reason: R,
  message: string,
  { what = 'object', units = [], commit, waitsFor = [] }: Partial<Held> = {},
): Held<R> => ({
  ...{ kind: 'held', reason, message, what, units },
  ...(commit === undefined ? {} : { commit }),
  ...(waitsFor.length === 0 ? {} : { waitsFor }),
})

export const left = <R extends LeftReason>(reason: R, message: string, claim?: LeftObject['claim']): Left<R> => ({
  ...{ kind: 'left', reason, message },
  ...(claim && { claim }),
})

export const UNCHANGED: Outcome = { kind: 'unchanged' }
export const UI_EDIT: Left = left('ui-edit', 'edited in the UI since the last apply')

/** The outcome of each object, as a value. Nearly all are unchanged, so only the others are kept and listed. */
export class Outcomes {
  readonly #all: { readonly has: (key: Key) => boolean }
  readonly #others: ReadonlyMap<Key, Outcome>
  #sorted: readonly (readonly [Key, Outcome])[] | undefined

  constructor(all: { readonly has: (key: Key) => boolean }, others: ReadonlyMap<Key, Outcome> = new Map()) {
    this.#all = all
    this.#others = others
  }

  get(key: Key): Outcome | undefined {
    return this.#others.get(key) ?? (this.#all.has(key) ? UNCHANGED : undefined)
  }

  /** These outcomes, with others for some objects. */
  changed(changes: Iterable<readonly [Key, Outcome]>): Outcomes {
    const others = new Map(this.#others)
    for (const [key, outcome] of changes) {
      if (outcome.kind === 'unchanged') others.delete(key)
      else others.set(key, outcome)
    }
    return new Outcomes(this.#all, others)
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
