import { sha1Of } from '../../../content/digest.ts'
import { BoardwrightError } from '../../../errors.ts'
import type { ModelChanges, ModelRequest } from './types.ts'

/** Path -> hash of the bytes. */
export type Hashes = ReadonlyMap<string, string>

/** What a run wants a branch to hold: of each file that it touches, the hash; undefined where it goes. */
export type Wanted = ReadonlyMap<string, string | undefined>

export const wantedOf = (changes: ModelChanges): Wanted =>
  new Map([...changes].map(([path, bytes]) => [path, bytes === null ? undefined : sha1Of(bytes)]))

/** The changes that a branch does not have yet. */
export const missingOf = (wanted: Wanted, hashes: Hashes): string[] =>
  [...wanted].filter(([path, hash]) => hashes.get(path) !== hash).map(([path]) => path)

interface Expecting {
  readonly request: Pick<ModelRequest, 'branch' | 'expected'>
  readonly wanted: Wanted
  readonly record: { readonly path: string }
}

/**
 * A file is written only where it still is what the plan saw, or is as wanted already. Anything else is somebody's edit.
 * A file that the plan says nothing of was not there. The record says the same whoever wrote it.
 */
export function requireExpected({ request: { branch, expected }, wanted, record }: Expecting, hashes: Hashes): void {
  const edited = missingOf(wanted, hashes).filter(
    (path) => path !== record.path && hashes.get(path) !== expected.get(path),
  )
  if (edited.length === 0) return
  throw new BoardwrightError(
    'MODEL_CONFLICT',
    `${someOf(edited)} changed on branch ${branch} since the plan: nothing was written`,
  )
}

const SHOWN = 3

/** `a.yml, b.yml, c.yml and 4 more`. */
export function someOf(paths: readonly string[]): string {
  const shown = [...paths].sort().slice(0, SHOWN).join(', ')
  return paths.length > SHOWN ? `${shown} and ${paths.length - SHOWN} more` : shown
}
