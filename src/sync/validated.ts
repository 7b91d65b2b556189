import type { Config } from '../config/model.ts'
import type { Problem } from '../content/problem.ts'
import type { Members } from '../serialize/members.ts'
import type { TreeDigests } from '../workspace/digests.ts'
import { type Files, readFiles } from '../workspace/tree.ts'
import type { Validation } from './validate.ts'

export const VALIDATED = 'validated-2'

/** What a validation found, and of what. */
export interface Remembered {
  /** Of the program, the day and the question: another answer may be right in another one. */
  readonly context: string
  readonly config: Config | undefined
  readonly members: RememberedMembers
  /** By directory: its area, how it looked, and the digest of its bytes. */
  readonly directories: Readonly<Record<string, RememberedDirectory>>
  /** By area, the digest of the facts that documents of other areas may depend on. */
  readonly facts: Readonly<Record<string, string>>
  /** The public ids that the files say reports have. */
  readonly ids: readonly string[]
  readonly validation: Validation
}

type RememberedMembers =
  | Extract<Members, { known: false }>
  | { readonly known: true; readonly of: readonly (readonly [owner: string, names: readonly string[]])[] }

export const rememberMembers = (members: Members): RememberedMembers =>
  members.known ? { known: true, of: [...members.of].map(([owner, names]) => [owner, [...names]]) } : members

export const recallMembers = (members: RememberedMembers): Members =>
  members.known ? { known: true, of: new Map(members.of.map(([owner, names]) => [owner, new Set(names)])) } : members

type RememberedDirectory = readonly [
  area: string,
  files: string,
  directories: string,
  bytes: string,
  own: string,
  stamp: string,
]

export const rememberDirectories = (
  digests: TreeDigests,
  areaOf: (directory: string) => string,
): Remembered['directories'] =>
  Object.fromEntries(
    [...digests].map(([directory, { files, directories, bytes, own, stamp }]) => [
      directory,
      [areaOf(directory), files, directories, bytes, own, stamp],
    ]),
  )

export const recallDirectories = ({ directories }: Remembered): TreeDigests =>
  new Map(
    Object.entries(directories).map(([directory, [, files, inside, bytes, own, stamp]]) => [
      directory,
      { files, directories: inside, bytes, own, stamp },
    ]),
  )

/** The areas in which bytes changed; undefined when more than that changed. */
export function changesSince({ directories }: Remembered, now: TreeDigests): ReadonlySet<string> | undefined {
  const changed = new Set<string>()
  if (Object.keys(directories).length !== now.size) return undefined
  for (const [directory, { files, bytes }] of now) {
    const known = directories[directory]
    if (known?.[1] !== files) return undefined
    if (known[3] !== bytes) changed.add(known[0])
  }
  return changed.has('') ? undefined : changed
}

/** Whether the next time can tell more from looks alone than what was remembered allows. */
export const looksSettled = ({ directories }: Remembered, now: TreeDigests): boolean =>
  [...now].some(([directory, { own, stamp }]) => {
    const known = directories[directory]
    return (own !== '' && known?.[4] !== own) || (stamp !== '' && known?.[5] !== stamp)
  })

/** The files of which lines are shown. */
export const readFramed = (root: string, problems: readonly Problem[]): Promise<Files> =>
  readFiles(root, [...new Set(problems.filter(({ at }) => at.line !== undefined).map(({ at }) => at.file))])
