import type { KnownTree } from '../../cache/tree.ts'
import type { House } from '../../project/local/house.ts'
import { codeOwnersIn } from '../../project/local/owners.ts'
import { bookOf, type Judging } from '../../project/local/rules.ts'
import { type RememberedCheck, recallMembers, ruleFilesIn } from './remembered.ts'

/** The rules and facts of a validation that found nothing changed. */
export async function recallJudging(
  root: string,
  { config, members, around }: RememberedCheck,
  known: KnownTree,
  house: House | undefined,
): Promise<Judging> {
  const files = new Map(ruleFilesIn(known).map((path) => [path, known.files.get(path) ?? new Uint8Array()]))
  return {
    rules: bookOf({ files, config, house }).asked,
    facts: { members: recallMembers(members), around, ownersOf: codeOwnersIn(root).ownersOf },
  }
}
