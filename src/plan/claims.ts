import { isListedElsewhere } from '../base/account-holder.ts'
import type { Compared, Comparison } from '../compare/comparison.ts'
import type { Key } from '../content/kinds.ts'
import { workbookKey } from '../content/model.ts'
import { OBJECTS } from '../content/objects.ts'
import { shortCommit, titleText } from '../content/printable.ts'
import type { PlanInputs } from './inputs.ts'
import { left, type Outcome } from './outcome.ts'
import { savedNotes } from './saved.ts'
import { titleOf } from './titles.ts'

/**
 * Whoever may edit one object can write a record there that lists every other one. So a record is a reason to delete
 * only the object that it is on, and the reports in that workbook. Anything else is a claim, and so is what only a
 * commit says: records choose that commit. An object that is only claimed is deleted if `--select` names it, or the
 * workbook that it is in.
 */
export function claimOn(each: Comparison, compared: Compared, inputs: PlanInputs): Outcome | undefined {
  const { key, kind, ownership } = each
  const workbook = compared.live.get(key)?.place.workbook
  const holders = [key, ...(workbook === undefined ? [] : [workbookKey(workbook)])]
  if (!OBJECTS[kind].hasEntries || holders.some(inputs.named)) return undefined
  const listedBy = ownership.state === 'ours' ? ownership.entry.holder : undefined
  if (listedBy !== undefined && holders.includes(listedBy)) return undefined
  // No record is on it. If the commit that the record names had its file, two sources say the same.
  if (isListedElsewhere(key) && listedBy !== undefined && isDeclaredAt(each, compared)) return undefined
  const commit = each.ownership.commit ?? ''
  const by = listedBy ?? onlyHolderOf(commit, inputs)
  const record = by && `the record on ${nameOfHolder(by, compared, inputs)}`
  const says =
    listedBy === undefined ? `commit ${shortCommit(commit)}${record ? `, named by ${record},` : ''}` : `${record}`
  const claim = { ...(by === undefined ? {} : { by }), commit }
  return left('orphan', `not in the repo, and only ${says} says that it is ours`, claim)
}

const isDeclaredAt = ({ key, ownership }: Comparison, { digestsAt }: Compared): boolean =>
  digestsAt(key, ownership.commit) !== undefined

/** The object with the only record that names this commit as applied. */
function onlyHolderOf(commit: string, { live }: PlanInputs): Key | undefined {
  const [holder, another] = [...live.ledgers].flatMap(([key, { applied }]) => (applied.includes(commit) ? [key] : []))
  return another === undefined ? holder : undefined
}

function nameOfHolder(holder: Key, compared: Compared, { live }: PlanInputs): string {
  const saved = savedNotes(live.facts.get(holder) ?? {})
  return `"${titleText(titleOf(compared, holder))}"${saved.length === 0 ? '' : ` (${saved.join('; ')})`}`
}
