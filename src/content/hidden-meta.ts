import { objectOf } from '@boardwright/common'
import { HIDDEN_META } from './fields.ts'

/** The part of `meta` that the tree holds: neither our ledger nor the draft. */
export const withoutHidden = (
  meta: Readonly<Record<string, unknown>>,
  kind: keyof typeof HIDDEN_META,
): Record<string, unknown> => {
  const hidden: readonly string[] = HIDDEN_META[kind]
  return objectOf(Object.entries(meta).filter(([key]) => !hidden.includes(key)))
}
