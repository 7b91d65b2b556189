import { idIn, type Key, type Kind } from '../content/kinds.ts'
import type { Base } from '../content/threeway.ts'
import { unitDigest } from '../content/units.ts'
import type { PendingFile } from './model.ts'
import type { AppliedSources } from './sources.ts'

/** Where each kind says what was last applied to an object, besides its ledger entry. */
export interface BaseRules<K extends Kind> {
  /** The commit that counts as last applied to an object without a ledger entry. */
  readonly appliedAt: (key: Key<K>, sources: AppliedSources) => string | undefined
  /** What another record says was applied to an object: a base, or nothing. Undefined if there is no such record. */
  readonly exception: (key: Key<K>, sources: AppliedSources) => Base | 'nothing' | undefined
  /** Whether the ledgers of workbooks and reports list what a commit did not bring for this kind. */
  readonly isListed: boolean
}

const CONTENT: BaseRules<Kind> = {
  appliedAt: (key, { history, live }) => live.pending.get(key)?.awaits ?? history.applied,
  exception: () => undefined,
  isListed: true,
}

/** Kinds whose record is not with the content. */
const ELSEWHERE: { readonly [K in Kind]?: BaseRules<K> } = {
  model: {
    appliedAt: (key, { live }) => pendingFileIn(live, key)?.awaits ?? live.model?.record?.commit,
    exception: pendingFile,
    isListed: false,
  },
}

export const baseRules = <K extends Kind>(kind: K): BaseRules<K> => ELSEWHERE[kind] ?? CONTENT

/** What was last applied to a file that the ledger's commit has not brought yet. */
function pendingFile(key: Key<'model'>, { live }: AppliedSources): Base | 'nothing' | undefined {
  const file = pendingFileIn(live, key)
  if (!file) return undefined
  return file.was === undefined ? 'nothing' : { bytes: unitDigest('bytes', file.was) }
}

const pendingFileIn = ({ model }: AppliedSources['live'], key: Key<'model'>): PendingFile | undefined =>
  model?.record?.pending.get(idIn(key))
