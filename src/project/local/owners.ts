import { findOwnersFile, type Owners, readOwners } from '../../rules/owners.ts'
import { digestText } from '../../workspace/digests.ts'
import { factsOf, textBelow } from '../../workspace/disk.ts'
import { placeInRepository } from '../../workspace/git.ts'
import { topAbove } from '../../workspace/repository.ts'

/** The largest that GitHub reads. */
const MOST_BYTES = 3_000_000

/** Says whom the files of a project belong to, by their paths in it. */
export type OwnersOf = (file: string) => readonly string[]

/** Nobody, if the repository has no CODEOWNERS. */
export async function codeOwnersIn(root: string): Promise<OwnersOf> {
  const top = topAbove(root) ?? root
  const found = findOwnersFile((path) => factsOf(`${top}/${path}`) !== undefined)
  const owners = found && readFile(top, found)
  if (owners === undefined) return () => []
  const prefix = await placeInRepository(root)
  return (file) => owners.ownersOf(`${prefix}${file}`)
}

/** A digest of what it says, for what is remembered. */
export function codeOwnersText(root: string): string {
  const top = topAbove(root) ?? root
  const found = findOwnersFile((path) => factsOf(`${top}/${path}`) !== undefined)
  return found === undefined ? '' : digestText(`${found.forge} ${textBelow(top, found.file, MOST_BYTES) ?? ''}`)
}

function readFile(top: string, { file, forge }: { file: string; forge: Owners['forge'] }): Owners | undefined {
  const text = textBelow(top, file, MOST_BYTES)
  return text === undefined ? undefined : readOwners(text, forge)
}

/** How many of these files each owner has, those with the most first. */
export function ownersOfAll(
  files: readonly string[],
  ownersOf: OwnersOf,
): { readonly owner: string; readonly files: number }[] {
  const counts = new Map<string, number>()
  for (const file of files) for (const owner of ownersOf(file)) counts.set(owner, (counts.get(owner) ?? 0) + 1)
  return [...counts]
    .map(([owner, count]) => ({ owner, files: count }))
    .sort((one, other) => other.files - one.files || (one.owner < other.owner ? -1 : 1))
}
