import { idIn, type Key, type Kind } from '../content/kinds.ts'
import type { Base } from '../content/threeway.ts'
import { unitDigest } from '../content/units.ts'
import type { PendingFile } from '../ledger/model.ts'
import type { CompareInputs } from './inputs.ts'

/** Where each kind says what was last applied to an object, besides its ledger entry. */
export interface AppliedRules<K extends Kind> {
  /** The commit that counts as last applied to an object without a ledger entry. */
  readonly appliedAt: (key: Key<K>, inputs: CompareInputs) => string | undefined
  /** What another record says was applied to an object: a base, or nothing. Undefined if there is no such record. */
  readonly exception: (key: Key<K>, inputs: CompareInputs) => Base | 'nothing applied' | undefined
  /** Whether the ledgers of workbooks and reports list what a commit did not bring for this kind. */
  readonly isListed: boolean
}

const CONTENT: AppliedRules<Kind> = {
  appliedAt: (key, { history, live }) => live.pending.get(key)?.awaits ?? history.applied,
  exception: () => undefined,
  isListed: true,
}

/** Kinds whose record is not with the content. */
const ELSEWHERE: { readonly [K in Kind]?: AppliedRules<K> } = {
  model: {
    appliedAt: (key, { live }) => pendingFileIn(live, key)?.awaits ?? live.model?.record?.commit,
    exception: pendingFile,
    isListed: false,
  },
}

export const appliedRules = <K extends Kind>(kind: K): AppliedRules<K> => ELSEWHERE[kind] ?? CONTENT

/** What was last applied to a file that the ledger's commit has not brought yet. */
function pendingFile(key: Key<'model'>, { live }: CompareInputs): Base | 'nothing applied' | undefined {
  const file = pendingFileIn(live, key)
  if (!file) return undefined
  return file.was === undefined ? 'nothing applied' : { bytes: unitDigest('bytes', file.was) }
}

const pendingFileIn = ({ model }: CompareInputs['live'], key: Key<'model'>): PendingFile | undefined =>
  model?.record?.pending.get(idIn(key))
