import type { ValuePath } from '../content/problem.ts'
import type { RuleFacts } from './facts.ts'
import type { FieldType } from './types.ts'

/** A fact that a rule can ask about something. */
export interface RuleField<Of> {
  readonly type: FieldType
  readonly means: string
  /** Undefined if it is absent. `file` is that of its object, from the project root. */
  readonly read: (of: Of, facts: RuleFacts, file: string) => unknown
  /** Where it is written, from the beginning of what it is a field of. Left out if that says nothing of it. */
  readonly at?: ValuePath
  /** It depends on other objects of the tree too. */
  readonly isAround?: true
  /** Of a use of a member: it is the same in each of them. */
  readonly isOfMember?: true
}

export type FieldsOf<Of> = Readonly<Record<string, RuleField<Of>>>
