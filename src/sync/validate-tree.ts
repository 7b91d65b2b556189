import { programStamp } from '../cache/program-stamp.ts'
import type { Shard } from '../config/targets.ts'
import { findRoot } from '../project/root.ts'
import type { TreeFiles } from '../serialize/documents.ts'
import { digestTree } from '../workspace/digests.ts'
import { changesSince, looksSettled, readFramed, recallValidated, rememberChanges } from './validate/remembered.ts'
import type { Validation } from './validate.ts'

export interface ValidateOptions {
  readonly today: string
  readonly target?: string | undefined
  readonly shard?: Shard | undefined
}

export interface ValidatedTree extends Validation {
  /** Files of the tree, at least those with problems. */
  readonly files: TreeFiles
}

/**
 * Gives the same result as `validateProject` for the project on disk, but does not read again what has not changed
 * since the last time. The code that reads is loaded only if something changed.
 */
export async function validateTree(start: string, options: ValidateOptions): Promise<ValidatedTree> {
  const root = findRoot(start)
  const validated = await validateRoot(root, options)
  if (
    !validated.problems.some(
      ({ fault, warning, twin, gone, lost, lostKey, at }) =>
        fault ?? warning ?? twin ?? gone ?? lost ?? lostKey ?? at.file.startsWith('overlays/'),
    )
  )
    return validated
  const [{ weighFaults }, { toldByGit }] = await Promise.all([
    import('../project/faults.ts'),
    import('../project/told-by-git.ts'),
  ])
  return { ...validated, problems: await toldByGit(root, await weighFaults(root, validated.problems)) }
}

async function validateRoot(root: string, { today, target, shard }: ValidateOptions): Promise<ValidatedTree> {
  const context = [programStamp(), today, target ?? '', shard ? `${shard.index}/${shard.count}` : ''].join('\n')
  const before = recallValidated(root)
  const now = before?.context === context ? digestTree(root, before.directories) : undefined
  const changed = before && now ? changesSince(before, now) : undefined
  if (before && now && changed?.size === 0) {
    if (looksSettled(before, now)) await rememberChanges(root, before, now, before.validation)
    return { ...before.validation, files: await readFramed(root, before.validation.problems) }
  }
  const { validateChanges, validateAll } = await import('./validate/revalidate.ts')
  const run = { root, context, today, target, shard }
  return (before && now && changed && (await validateChanges(run, before, now, changed))) ?? (await validateAll(run))
}
