import { sha1Of } from '../../../content/digest.ts'
import { someOf as someNames } from '../../../content/some-of.ts'
import { BoardwrightError } from '../../../errors.ts'
import type { ModelChanges, ModelRequest } from './types.ts'

export type Hashes = ReadonlyMap<string, string>

/** The wanted state of a branch: the hash of each changed file; undefined if the file is removed. */
export type Wanted = ReadonlyMap<string, string | undefined>

export const wantedOf = (changes: ModelChanges): Wanted =>
  new Map([...changes].map(([path, bytes]) => [path, bytes === null ? undefined : sha1Of(bytes)]))

/** The changes that the branch does not have yet. */
export const missingOf = (wanted: Wanted, hashes: Hashes): string[] =>
  [...wanted].filter(([path, hash]) => hashes.get(path) !== hash).map(([path]) => path)

interface Expecting {
  readonly request: Pick<ModelRequest, 'branch' | 'expected'>
  readonly wanted: Wanted
  readonly record: { readonly path: string }
}

/**
 * Throws unless each file is either what the plan saw or already as wanted; anything else is somebody's edit. A file
 * missing from `expected` must not exist. The ledger is exempt.
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

export const someOf = (paths: readonly string[]): string => someNames([...paths].sort())
