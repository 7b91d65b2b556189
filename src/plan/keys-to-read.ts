import { isKind } from '../content/kinds.ts'
import { type Key, reportKey, workbookKey } from '../content/model.ts'
import type { WholeObjects } from '../content/readable.ts'
import { reportOf } from '../content/references.ts'
import { hasApp } from '../content/summary.ts'
import type { Units } from '../content/units.ts'
import { recordedAt } from './age.ts'
import { type Compared, type Comparison, differs, isOurs, showsMissing } from './compare.ts'
import type { CompareInputs } from './inputs.ts'
import { unitsIn } from './plan-draft.ts'

export interface KeysToRead {
  readonly sides: ReadonlySet<Key>
  /** For each commit, the objects to read there, by every key that they may have had at the time. */
  readonly applied: ReadonlyMap<string, ReadonlySet<Key>>
}

/** Objects that a plan may show, write or publish, and so must be read in full. A summary is enough for all others. */
export function keysToRead(compared: Compared, inputs: CompareInputs): KeysToRead {
  const comparisons = [...compared.comparisons.values()]
  const sides = new Set(comparisons.filter(isUnsettled).map(({ key }) => key))
  // Finding the users of removed members takes complete objects.
  if (inputs.removedMembers.length > 0) {
    for (const side of [inputs.desired, inputs.live.content]) {
      for (const { id } of side.reports) sides.add(reportKey(id))
      for (const { slug } of side.workbooks) sides.add(workbookKey(slug))
    }
  }
  // Only the complete code of an app tells which reports it shows.
  if (comparisons.some((each) => isKind(each.key, 'report') && isOurs(each) && !each.repo)) {
    for (const [key, workbook] of compared.live.workbooks) if (hasApp(workbook)) sides.add(key)
  }
  for (const side of [compared.desired, compared.live]) {
    for (const [key, { references }] of side.workbooks) {
      const isShowing = references.some((reference) => sides.has(reportOf(reference) ?? workbookKey('')))
      if (isShowing || isBehind(key, inputs)) sides.add(key)
    }
  }
  const lacking = [...compared.live.workbooks.keys()].filter((key) => showsMissing(compared, key))
  for (const key of lacking) sides.add(key)
  return { sides, applied: lastApplied(lacking, compared, inputs) }
}

/** The commits that objects were last applied from, each with the objects to look up there. */
export function lastApplied(
  keys: Iterable<Key>,
  { comparisons, namesOf }: Compared,
  inputs: CompareInputs,
): ReadonlyMap<string, ReadonlySet<Key>> {
  const wanted = new Map<string, Set<Key>>()
  for (const key of keys) {
    const each = comparisons.get(key)
    const commit = each && recordedAt(each, inputs)
    if (commit !== undefined) wanted.set(commit, new Set([...(wanted.get(commit) ?? []), ...namesOf(key)]))
  }
  return wanted
}

/** An object as it was last applied, if `lastApplied` listed it and it could be read. */
export function unitsThen(
  each: Comparison,
  { namesOf }: Compared,
  inputs: CompareInputs,
  applied: ReadonlyMap<string, WholeObjects>,
): Units | undefined {
  const found = applied.get(recordedAt(each, inputs) ?? '')
  return found && namesOf(each.key).flatMap((name) => unitsIn(found, name) ?? [])[0]
}

function isUnsettled(each: Comparison): boolean {
  const { repo, live } = each
  if (repo && live) return differs(each)
  return repo !== undefined || isOurs(each)
}

/** Whether viewers may be seeing something other than what is saved. */
function isBehind(key: Key, { live }: CompareInputs): boolean {
  const facts = live.facts.get(key)
  const isNewer = ({ report, version }: { readonly report: string; readonly version: number | undefined }): boolean => {
    const now = live.facts.get(report as Key)?.version
    return version === undefined || version !== now
  }
  return facts?.draft !== undefined || (facts?.publication?.snapshots ?? []).some(isNewer)
}
