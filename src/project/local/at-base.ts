import { BoardwrightError } from '@boardwright/common'
import { MODEL } from '../../serialize/layout.ts'
import type { BaseCommit } from '../../workspace/base.ts'
import { type Before, projectBefore } from '../../workspace/before.ts'
import { startRepository } from '../../workspace/history.ts'
import { isProjectFile } from '../../workspace/old-files.ts'
import type { Files } from '../../workspace/tree.ts'
import { configsOf } from './id.ts'

/**
 * The project at the commit that it is compared with. If that is not known, at HEAD: what is not committed is certainly
 * new. Undefined if it had no content there.
 */
export async function projectAtBase(
  root: string,
  base: BaseCommit,
  started = startRepository(root),
): Promise<Before | undefined> {
  const commit = base.known ? base.commit : base.head
  return commit === undefined ? undefined : projectBefore(root, commit, await configsOf(root), started)
}

/** The same for an answer about what is new. Throws if nothing is known to be new, because nothing may be. */
export async function requireAtBase(root: string, base: BaseCommit): Promise<Before | undefined> {
  const started = startRepository(root)
  const isOpen = [...((await started.facts)?.dirty ?? [])].some(isProjectFile)
  if (base.known || isOpen) return projectAtBase(root, base, started)
  throw new BoardwrightError('BASE_UNKNOWN', `it is not known what is new: ${base.because}`, { hint: base.hint })
}

export const modelIn = async (before: Before | undefined): Promise<Files | undefined> =>
  before?.read(before.paths.filter((path) => path.startsWith(`${MODEL}/`)))
