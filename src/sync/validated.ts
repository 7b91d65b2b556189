import type { Config } from '../config/model.ts'
import type { Problem } from '../content/problem.ts'
import type { Members } from '../serialize/members.ts'
import type { TreeDigests } from '../workspace/digests.ts'
import { type Files, readFiles } from '../workspace/tree.ts'
import type { Validation } from './validate.ts'

export const VALIDATED = 'validated-1'

/** What a validation found, and of what. */
export interface Remembered {
  /** Of the program, the day and the question: another answer may be right in another one. */
  readonly context: string
  readonly config: Config | undefined
  readonly members: RememberedMembers
  /** By directory: its area, and the digests of its names and bytes. */
  readonly directories: Readonly<Record<string, readonly [area: string, names: string, bytes: string]>>
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

/** The areas in which bytes changed; undefined when more than that changed. */
export function changesSince({ directories }: Remembered, now: TreeDigests): ReadonlySet<string> | undefined {
  const changed = new Set<string>()
  if (Object.keys(directories).length !== now.size) return undefined
  for (const [directory, { names, bytes }] of now) {
    const known = directories[directory]
    if (known?.[1] !== names) return undefined
    if (known[2] !== bytes) changed.add(known[0])
  }
  return changed.has('') ? undefined : changed
}

/** The files of which lines are shown. */
export const readFramed = (root: string, problems: readonly Problem[]): Promise<Files> =>
  readFiles(root, [...new Set(problems.filter(({ at }) => at.line !== undefined).map(({ at }) => at.file))])
