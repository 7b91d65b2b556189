import type { Place } from '@boardwright/common'
import type { ValueTest } from './conditions.ts'
import type { RuleKind } from './kinds.ts'

/** The fields of something, by name. Undefined if one is absent. */
export type GetField = (name: string) => unknown

export interface FieldTest extends ValueTest {
  readonly field: string
}

/** A rule of the house, with all that it names looked up. */
export interface Rule {
  readonly name: string
  readonly kind: RuleKind
  /** A glob from the project root. */
  readonly path: string | undefined
  readonly on: readonly FieldTest[]
  readonly must: readonly FieldTest[]
  /** Whether the condition in CEL holds. */
  readonly check: ((get: GetField) => boolean) | undefined
  /** Whether nothing may be as `on` says. */
  readonly isForbidding: boolean
  /** Whether it has a pattern or an expression, or asks for owners. */
  readonly isCostly: boolean
  readonly message: (get: GetField) => string
  readonly severity: 'error' | 'warning'
  readonly why: string | undefined
  readonly examples: Readonly<Record<'good' | 'bad', readonly Example[]>>
  /** The fields that it reads. */
  readonly reads: ReadonlySet<string>
  /** Its file; undefined if it is built in. */
  readonly at: Place | undefined
  /** The text of its file. */
  readonly text: string
}

export interface Example {
  readonly fields: Readonly<Record<string, unknown>>
  readonly at: Place
}

/** What a rule finds in something: the field that is not as it must be; undefined for all of it. */
type Finding = { readonly field: string | undefined } | undefined

export function findBy({ on, must, check, isForbidding }: Rule, get: GetField): Finding {
  if (!on.every(({ field, holds }) => holds(get(field)))) return undefined
  if (isForbidding) return { field: on[0]?.field }
  const broken = must.find(({ field, holds }) => !holds(get(field)))
  if (broken) return { field: broken.field }
  return check && !check(get) ? { field: undefined } : undefined
}
