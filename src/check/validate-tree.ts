import { lazy } from '@boardwright/common'
import { programStamp } from '../cache/program-stamp.ts'
import { openKnownTree } from '../cache/tree.ts'
import type { Config } from '../config/model.ts'
import { unusedWaivers, type WaivedProblem, waive } from '../config/waivers.ts'
import type { ComparedWith } from '../content/compared.ts'
import { isWeighable, type Problem } from '../content/problem.ts'
import { findHouse, type House } from '../project/local/house.ts'
import { codeOwnersText } from '../project/local/owners.ts'
import { findRoot } from '../project/local/root.ts'
import type { Judging } from '../project/local/rules.ts'
import type { TreeFiles } from '../serialize/documents.ts'
import { type AskedBase, type BaseCommit, comparedWith, findBase } from '../workspace/base.ts'
import { startRepository } from '../workspace/history.ts'
import type { ModelCompiler } from './compiler/judge.ts'
import { inOrder } from './in-order.ts'
import { changesSince, type RememberedCheck, readFramed, recallValidated } from './validate/remembered.ts'
import type { CompilerFor, OnMembers, ValidatedWhole } from './validate/revalidate.ts'
import type { Validation } from './validate.ts'

export interface ValidateTreeOptions {
  readonly today: string
  readonly target?: string | undefined
  /** What says what the tree is compared with, besides the project and its repository. */
  readonly compare?: AskedBase
  /** Whether what may be new counts as new. */
  readonly isStrict?: boolean | undefined
  /** The tokens of this run: no file may contain one. */
  readonly tokens?: readonly string[]
  /** Without it no compiler is asked, whatever the project says. */
  readonly compiler?: CompilerChoice
  /** Told of the members of the data model, if that is read anew. */
  readonly onMembers?: OnMembers | undefined
}

export interface CompilerChoice {
  /** Whether to ask it even if the project does not say so. */
  readonly isAsked: boolean
  /** Why nothing of the tree is run, such as that it is a stranger's. */
  readonly whyNot: () => Promise<string | undefined>
}

interface Weighed extends Omit<ValidatedTree, 'waived'> {
  readonly config: Config | undefined
}

export interface ValidatedTree extends Validation {
  /** Files of the tree, at least those with problems. */
  readonly files: TreeFiles
  readonly comparedWith: ComparedWith
  /** Why the compiler was left out. */
  readonly notCompiled?: string | undefined
  /** What waivers cover. */
  readonly waived: readonly WaivedProblem[]
}

/**
 * Gives the same result as `validateProject` for the project on disk, but does not read again what has not changed
 * since the last time. The code that reads is loaded only if something changed.
 * Waivers are applied last: what is remembered and weighed is the same with and without them.
 */
export async function validateTree(start: string, options: ValidateTreeOptions): Promise<ValidatedTree> {
  const { config, ...validated } = await validateWeighed(start, options)
  const waivers = config?.rules.waivers ?? []
  const { problems, waived } = waive(validated.problems, waivers)
  const unused = options.target === undefined ? unusedWaivers(waivers, { problems, waived }) : []
  return { ...validated, problems: inOrder([...problems, ...unused]), waived }
}

async function validateWeighed(start: string, options: ValidateTreeOptions): Promise<Weighed> {
  const root = await findRoot(start)
  const { compiler } = options
  const whyNot = lazy(async () => compiler?.whyNot())
  const wants = (config: Config | undefined): boolean =>
    compiler !== undefined && (compiler.isAsked || isCompilerWanted(config))
  const compilerFor = async (config: Config | undefined): Promise<ModelCompiler | undefined> =>
    wants(config) && (await whyNot()) === undefined ? (await import('./compiler/judge.ts')).openJudge(root) : undefined
  const before = recallValidated(root)
  // What was found the last time is probably found again, and git needs as long as we do.
  const started = before?.validation.problems.some(isWeighable) ? startRepository(root) : undefined
  const { judge, judging, config, ...read } = await validateRoot(root, before, options, compilerFor)
  const notCompiled = wants(config) ? await whyNot() : undefined
  const validated = { ...(await withTokens(root, read, options.tokens ?? [])), notCompiled }
  const base = await findBase(root, { ...options.compare, mergeInto: config?.mergeInto })
  if (!validated.problems.some((each) => isWeighable(each) || mayAskGit(each)))
    return { ...validated, config, comparedWith: comparedWith(base) }
  const { weighFaults } = await import('../project/local/faults.ts')
  const { problems, isEmpty } = await weighFaults(root, validated.problems, {
    ...{ base, isStrict: options.isStrict, judge, judging, started },
  })
  const told = problems.some(mayAskGit) ? await withAdvice(root, problems, base) : problems
  return { ...validated, problems: told, comparedWith: comparedWith(base, isEmpty), config }
}

async function withAdvice(root: string, problems: readonly Problem[], base: BaseCommit): Promise<readonly Problem[]> {
  const [{ withAdviceOfGit }, { modelIn, projectAtBase }] = await Promise.all([
    import('../project/local/advice-of-git.ts'),
    import('../project/local/at-base.ts'),
  ])
  const modelBefore = async () => modelIn(await projectAtBase(root, base))
  return withAdviceOfGit(root, problems, { modelBefore })
}

/** Whether git may know what to do about it. */
const mayAskGit = ({ twin, gone, lost, lostKey, lacks, at }: Problem): boolean =>
  [twin, gone, lost, lostKey, lacks].some((known) => known !== undefined) || at.file.startsWith('overlays/')

const isCompilerWanted = (config: Config | undefined): boolean =>
  config?.targets.some(({ dataModel }) => dataModel?.compiler !== undefined) === true

type ValidatedRoot = Validation & Pick<ValidatedTree, 'files'>

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

async function validateRoot(
  root: string,
  before: RememberedCheck | undefined,
  { today, target, onMembers, compare }: ValidateTreeOptions,
  compilerFor: CompilerFor,
): Promise<ValidatedWhole> {
  const contextWith = (compiler: ModelCompiler | undefined, house: House | undefined): string =>
    [programStamp(), today, target ?? '', compiler?.version ?? '', codeOwnersText(root), house?.commit ?? ''].join('\n')
  const compiler = await compilerFor(before?.config)
  const env = compare?.env
  const { house } = await findHouse(root, { from: before?.config?.rules.from, today, env })
  const context = contextWith(compiler, house)
  const known = before?.context === context ? openKnownTree(root, { keepsAll: true }) : undefined
  const changed = before && known ? changesSince(before, known) : undefined
  if (before && known && changed?.size === 0) {
    await known.save()
    const files = await readFramed(root, known, before.validation.problems)
    const judging = async (): Promise<Judging> =>
      (await import('./validate/recall-rules.ts')).recallJudging(root, before, known, house)
    return { ...before.validation, files, config: before.config, judge: compiler?.judge, judging }
  }
  const { validateChanges, validateAll } = await import('./validate/revalidate.ts')
  const run = { root, today, target, env, house, compilerFor, contextWith, onMembers }
  const changes = before && known && changed && (await validateChanges(run, before, known, changed))
  return changes ? { ...changes, judge: compiler?.judge } : await validateAll(run)
}
