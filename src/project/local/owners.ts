import { counted, oncePerKey } from '@boardwright/common'
import type { Problem } from '../../content/problem.ts'
import { OWNER } from '../../rules/fields.ts'
import type { OwnersFault } from '../../rules/owners/read.ts'
import { findOwnersFile, readOwners } from '../../rules/owners.ts'
import type { Rule } from '../../rules/rule.ts'
import { digestText } from '../../workspace/digests.ts'
import { factsOf, isOnDisk, textBelow } from '../../workspace/disk.ts'
import { prefixIn, topAbove } from '../../workspace/repository.ts'

/** The largest that GitHub reads. */
const MOST_BYTES = 3_000_000
/** More of them say nothing more. */
const MOST_FAULTS = 20

/** Says whom the files of a project belong to, by their paths in it. */
export type OwnersOf = (file: string) => readonly string[]

/** Whom files belong to, and what is wrong where that is said. */
export interface CodeOwners {
  readonly ownersOf: OwnersOf
  readonly faults: readonly Problem[]
}

/** Nobody, if the repository has no CODEOWNERS. */
export function codeOwnersIn(root: string): CodeOwners {
  const found = findIn(root)
  if (!found) return { ownersOf: () => [], faults: [] }
  const { top, prefix, file, forge } = found
  const place = `${prefix.replace(/[^/]+/g, '..')}${file}`
  const text = textBelow(top, file, MOST_BYTES)
  const { ownersOf, faults } =
    text === undefined ? { ownersOf: () => [], faults: [TOO_LARGE] } : readOwners(text, forge)
  return {
    ownersOf: oncePerKey((each) => ownersOf(`${prefix}${each}`)),
    faults: [
      ...faults.slice(0, MOST_FAULTS).map((fault) => asProblem(place, fault)),
      ...(faults.length > MOST_FAULTS ? [andMore(place, faults)] : []),
    ],
  }
}

const TOO_LARGE: OwnersFault = { line: 1, message: 'it is no file of at most 3 MB, so nobody owns anything' }

const asProblem = (file: string, { line, message }: OwnersFault): Problem => ({
  ...{ kind: 'OWNERS_UNREAD', at: { file, line, column: 1 }, message },
})

const andMore = (file: string, faults: readonly OwnersFault[]): Problem =>
  asProblem(file, {
    line: faults[MOST_FAULTS]?.line ?? 1,
    message: `${counted(faults.length - MOST_FAULTS)} more lines from here on are not read`,
  })

/**
 * What is wrong in CODEOWNERS. Where a rule asks for owners it is an error, also if it was like that before: what that
 * rule would find is not known.
 */
export const ownersProblems = (rules: readonly Rule[], { faults }: CodeOwners): readonly Problem[] =>
  rules.some(({ reads }) => reads.has(OWNER)) ? faults : faults.map((fault) => ({ ...fault, warning: true }))

/** A digest of what it says, for what is remembered. */
export function codeOwnersText(root: string): string {
  const found = findIn(root)
  return found ? digestText(`${found.forge} ${textBelow(found.top, found.file, MOST_BYTES) ?? ''}`) : ''
}

function findIn(root: string) {
  if (!isOnDisk(root)) return undefined
  const repository = topAbove(root)
  const top = repository ?? root
  const found = findOwnersFile((path) => factsOf(`${top}/${path}`) !== undefined)
  const prefix = repository === undefined ? '' : prefixIn({ top: repository }, root)
  return found && { top, prefix, ...found }
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
