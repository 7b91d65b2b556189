import { programStamp } from '../cache/program-stamp.ts'
import type { Shard } from '../config/targets.ts'
import type { ComparedWith } from '../content/compared.ts'
import { findRoot } from '../project/local/root.ts'
import type { TreeFiles } from '../serialize/documents.ts'
import { type AskedBase, comparedWith, findBase } from '../workspace/base.ts'
import { digestTree } from '../workspace/digests.ts'
import { changesSince, looksSettled, readFramed, recallValidated, rememberChanges } from './validate/remembered.ts'
import type { Validation } from './validate.ts'

export interface ValidateTreeOptions {
  readonly today: string
  readonly target?: string | undefined
  readonly shard?: Shard | undefined
  /** What says what the tree is compared with, besides the project and its repository. */
  readonly compare?: AskedBase
  /** Whether what may be new counts as new. */
  readonly isStrict?: boolean | undefined
  /** The tokens of this run: no file may contain one. */
  readonly tokens?: readonly string[]
}

export interface ValidatedTree extends Validation {
  /** Files of the tree, at least those with problems. */
  readonly files: TreeFiles
  readonly comparedWith: ComparedWith
}

/**
 * Gives the same result as `validateProject` for the project on disk, but does not read again what has not changed
 * since the last time. The code that reads is loaded only if something changed.
 */
export async function validateTree(start: string, options: ValidateTreeOptions): Promise<ValidatedTree> {
  const root = await findRoot(start)
  const read = await validateRoot(root, options)
  const { mergeInto, ...validated } = await withTokens(root, read, options.tokens ?? [])
  const base = await findBase(root, { ...options.compare, mergeInto })
  if (
    !validated.problems.some(
      ({ fault, warning, twin, gone, lost, lostKey, at }) =>
        fault ?? warning ?? twin ?? gone ?? lost ?? lostKey ?? at.file.startsWith('overlays/'),
    )
  )
    return { ...validated, comparedWith: comparedWith(base) }
  const [{ weighFaults }, { withAdviceOfGit }, { modelIn, projectAtBase }] = await Promise.all([
    import('../project/local/faults.ts'),
    import('../project/local/advice-of-git.ts'),
    import('../project/local/at-base.ts'),
  ])
  const { problems, isEmpty } = await weighFaults(root, validated.problems, { base, isStrict: options.isStrict })
  return {
    ...validated,
    problems: await withAdviceOfGit(root, problems, {
      modelBefore: async () => modelIn(await projectAtBase(root, base)),
    }),
    comparedWith: comparedWith(base, isEmpty),
  }
}

interface ValidatedRoot extends Validation, Pick<ValidatedTree, 'files'> {
  readonly mergeInto: string | undefined
}

/** Tokens are looked for in every file each time: what is remembered does not depend on the environment. */
async function withTokens(root: string, validated: ValidatedRoot, tokens: readonly string[]): Promise<ValidatedRoot> {
  if (tokens.length === 0) return validated
  const [{ readTree }, { secretsInTree }] = await Promise.all([
    import('../workspace/tree.ts'),
    import('./validate/secrets.ts'),
  ])
  const { files } = await readTree(root)
  const found = secretsInTree(files, tokens).filter(({ warning }) => !warning)
  return found.length === 0 ? validated : { ...validated, problems: [...found, ...validated.problems] }
}

async function validateRoot(root: string, { today, target, shard }: ValidateTreeOptions): Promise<ValidatedRoot> {
  const context = [programStamp(), today, target ?? '', shard ? `${shard.index}/${shard.count}` : ''].join('\n')
  const before = recallValidated(root)
  const now = before?.context === context ? digestTree(root, before.directories) : undefined
  const changed = before && now ? changesSince(before, now) : undefined
  if (before && now && changed?.size === 0) {
    if (looksSettled(before, now)) await rememberChanges(root, before, now, before.validation)
    const { mergeInto } = before.config ?? {}
    return { ...before.validation, files: await readFramed(root, before.validation.problems), mergeInto }
  }
  const { validateChanges, validateAll } = await import('./validate/revalidate.ts')
  const run = { root, context, today, target, shard }
  return (before && now && changed && (await validateChanges(run, before, now, changed))) ?? (await validateAll(run))
}
