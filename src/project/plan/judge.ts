import { counted } from '../../content/counted.ts'
import type { Problem } from '../../content/problem.ts'
import type { PlanInputs } from '../../plan/inputs.ts'
import type { Unsealed } from '../../plan/plan-file.ts'
import { MODEL } from '../../serialize/layout.ts'
import type { RepositoryStart } from '../../workspace/history.ts'
import type { Files } from '../../workspace/tree.ts'
import { withAdviceOfGit } from '../local/advice-of-git.ts'
import { newestOf } from '../local/history.ts'
import { liveModelFiles } from '../local/model-sides.ts'
import { ProblemsFound, type SoundProject } from '../local/project.ts'
import type { Past } from '../past.ts'
import type { BothSides } from './both-sides.ts'
import { type PlanFaults, weighForPlan } from './faults.ts'

export interface JudgeOptions {
  readonly inputs: PlanInputs
  readonly past: Past
  readonly repository?: RepositoryStart | undefined
  /** Whether nothing of the tree is applied, so that mistakes in it stop nothing. */
  readonly onlyLooks?: true
  /** What rules of the house find in what the plan writes. */
  readonly ofRules: readonly Problem[]
}

/** Weighs the mistakes of a tree for a plan. Throws if the plan would write one. */
export async function judgeFaults(
  { root, files }: SoundProject,
  plan: Unsealed,
  sides: BothSides,
  { inputs, past, repository: started, onlyLooks, ofRules }: JudgeOptions,
): Promise<PlanFaults> {
  const modelBefore = (): Promise<Files | undefined> => modelThere(sides)
  const faults = await weighForPlan([...sides.faults, ...ofRules], plan, {
    inputs,
    past,
    live: sides.read.live,
    modelBefore,
  })
  if (onlyLooks || faults.written.length === 0) return faults
  throw new ProblemsFound(await withAdviceOfGit(root, faults.written, { modelBefore, started }), files)
}

/** The data model that the plan changes. If only a part of it was read: as in the last applied tree. */
async function modelThere({ local, history, read: { live } }: BothSides): Promise<Files | undefined> {
  if (live.isModelWhole && live.unreadable.size === 0) return liveModelFiles(local, live)
  const commit = live.modelRecord?.commit ?? newestOf(live.applied, history)
  const texts = commit === undefined ? undefined : (await history.treeAt(commit))?.modelTexts()
  return texts && new Map([...texts].map(([path, text]) => [`${MODEL}/${path}`, Buffer.from(text)]))
}

/** Reports in the plan that could not be checked. */
export function unreadNotes({ objects }: Unsealed, unread: ReadonlySet<string>): string[] {
  const { length } = objects.filter(({ key, action }) => action !== 'delete' && unread.has(key))
  const reports = length === 1 ? '1 report' : `${counted(length)} reports`
  return length === 0 ? [] : [`the SQL of ${reports} in this plan cannot be read, and was not checked`]
}
