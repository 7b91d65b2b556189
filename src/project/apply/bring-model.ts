import { BoardwrightError } from '@boardwright/common'
import type { BroughtModel } from '../../apply/run.ts'
import type { ModelLedger } from '../../base/model.ts'
import { filesApplied, filesPending, hashesOf } from '../../base/model-files.ts'
import { counted } from '../../content/counted.ts'
import { modelFilesIn } from '../../content/entity.ts'
import { idIn, isKind } from '../../content/kinds.ts'
import { modelKey } from '../../content/model.ts'
import { shortCommit } from '../../content/printable.ts'
import { loadWriting, type ModelChanges, type ModelEvent, type ModelProblem } from '../../live/index.ts'
import { accepts } from '../../plan/accept.ts'
import { MODEL } from '../../serialize/layout.ts'
import type { Planned } from '../plan.ts'
import type { ModelRun } from './options.ts'

/** Writes a plan's data model to its branch, as files. If nothing changed, finishes what an earlier run left undone. */
export async function bringModel({ client, planned, options }: ModelRun): Promise<BroughtModel> {
  const { target, plan, live, inputs } = planned
  const { dataModel } = target
  if (!dataModel || plan.commit === null) return { changed: false }
  const say = (text: string): void => options.onEvent?.({ type: 'model', text })
  const { applyModel } = await loadWriting()
  const result = await applyModel(
    client,
    {
      deployment: target.deployment,
      branch: dataModel.branch,
      route: dataModel.route,
      merge: dataModel.merge,
      changes: changesOf(planned),
      expected: hashesOf(modelFilesIn(live.content)),
      projectId: target.projectId,
      commit: plan.commit,
      message: `${plan.project.name} ${shortCommit(plan.commit)}`,
      adopt: accepts(plan.inputs, 'model'),
      pending: pendingIn(planned),
      applied: filesApplied(inputs),
      filesAt: async (commit) => {
        const files = await planned.modelAt(commit)
        return files && hashesOf(files)
      },
      declared: hashesOf(modelFilesIn(inputs.desired)),
    },
    {
      onEvent: (event) => say(textOf(event)),
      signal: options.stop,
      concurrency: options.concurrency,
    },
  )
  if (result.created) {
    const from = live.absentBranch === undefined ? '' : ` from ${live.absentBranch.from}`
    say(`created the branch ${result.branch}${from}`)
  }
  for (const remains of result.remains) say(`left behind: ${remains}`)
  return { changed: result.changed, error: result.error && withProblems(result.error, result.problems) }
}

/** Whether there are files or a ledger to write. */
export const hasModelWork = ({ plan, target, live }: Planned): boolean =>
  plan.objects.some(({ key }) => isKind(key, 'model')) ||
  (target.dataModel !== undefined && accepts(plan.inputs, 'model') && live.modelRecord === undefined)

/** Whether an apply would write nothing, not even a ledger. */
export const isIdle = (planned: Planned): boolean =>
  planned.plan.objects.length + planned.work.bases.size + planned.work.forgotten.length === 0 && !hasModelWork(planned)

function changesOf({ plan, local }: Planned): ModelChanges {
  return new Map(
    plan.objects.flatMap(({ key, action }): [string, Uint8Array | null][] => {
      if (!isKind(key, 'model')) return []
      const path = idIn(key)
      const bytes = local.files.get(`${MODEL}/${path}`)
      return [[path, action === 'delete' || !bytes ? null : bytes]]
    }),
  )
}

/** Model files that this plan leaves different from the commit. */
function pendingIn({ plan, inputs, live }: Planned): ModelLedger['pending'] {
  const planned = new Set(plan.objects.map(({ key }) => key))
  const held = new Set(plan.held.map(({ key }) => key))
  const wanted = hashesOf(modelFilesIn(inputs.desired))
  return filesPending(inputs, {
    ...{ wanted, there: hashesOf(modelFilesIn(live.content)) },
    isPlanned: (path) => planned.has(modelKey(path)),
    reasonOf: (path) => {
      if (held.has(modelKey(path))) return 'held'
      if (inputs.shaping.select.length > 0) return 'not selected'
      return wanted.has(path) ? 'not managed' : 'to delete'
    },
  })
}

/** Compile errors, at their places in the tree. */
export function withProblems(error: BoardwrightError, problems: readonly ModelProblem[]): BoardwrightError {
  if (problems.length === 0) return error
  const lines = problems.map(
    ({ file, line, message }) => `  ${file ?? MODEL}${line === undefined ? '' : `:${line}`}  ${message}`,
  )
  return new BoardwrightError(error.kind, [error.message, ...lines].join('\n'), { cause: error, http: error.http })
}

export function textOf(event: ModelEvent): string {
  switch (event.type) {
    case 'route':
      return `writing by ${event.route}: ${event.because}`
    case 'step':
      return `${event.step} on ${event.branch}`
    case 'progress':
      return `${event.step}: ${counted(event.done)} of ${counted(event.total)} files`
    case 'build':
      return `build of ${event.branch}: ${event.status}, ${Math.round(event.waitedMs / 1000)} s`
    case 'retry':
      return `${event.reason}, again in ${event.waitMs} ms`
  }
}
