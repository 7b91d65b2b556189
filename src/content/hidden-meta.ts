import { objectOf } from '../json.ts'
import { HIDDEN_META } from './fields.ts'

/** What of a `meta` the tree holds: not our ledger, and not the draft. */
export const withoutHidden = (
  meta: Readonly<Record<string, unknown>>,
  kind: keyof typeof HIDDEN_META,
): Record<string, unknown> => {
  const hidden: readonly string[] = HIDDEN_META[kind]
  return objectOf(Object.entries(meta).filter(([key]) => !hidden.includes(key)))
}
