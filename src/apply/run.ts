import { BoardwrightError } from '@boardwright/common'
import type { LiveAtPlan } from '../base/draft.ts'
import { isKind, type Key } from '../content/kinds.ts'
import { accepts } from '../plan/accept.ts'
import type { Decision } from '../plan/work.ts'
import type { ApplyEvent, Result } from './events.ts'
import { stepRules } from './kinds.ts'
import { createLedgerWriter } from './ledger-writer.ts'
import { resultOf, stepName } from './outcome.ts'
import { eachOf } from './pool.ts'
import type { Phase, Step } from './step.ts'
import { dataModelStep, lastLedgerSteps, ledgerSteps, stepsOf } from './steps.ts'
import type { Writer } from './writer.ts'

export interface RunOptions {
  readonly seen: LiveAtPlan
  readonly concurrency?: number | undefined
  /** After a failure: stop, or continue with everything that does not depend on it. */
  readonly onError?: 'stop' | 'continue' | undefined
  /** When aborted: start no new writes, and finish those in progress. */
  readonly signal?: AbortSignal | undefined
  readonly onEvent?: ((event: ApplyEvent) => void) | undefined
  /** Makes what writes the ledgers. */
  readonly ledgerWriter?: typeof createLedgerWriter | undefined
  /** Brings the data model to the planned state before anything else happens. */
  readonly dataModel?: (() => Promise<BroughtModel>) | undefined
}

export interface BroughtModel {
  /** Whether the branch changed, even if a later step failed. */
  readonly changed: boolean
  readonly error?: BoardwrightError | undefined
}

/** Errors that every further request would run into as well. */
const FATAL: ReadonlySet<string> = new Set(['UNAUTHORIZED', 'UNREACHABLE', 'INTERRUPTED', 'TOKEN_INVALID', 'INTERNAL'])

/** Executes a plan, phase by phase. It decides nothing that the plan could have decided, and prints nothing. */
export async function runPlan(decision: Decision, writer: Writer, options: RunOptions): Promise<Result> {
  const { plan } = decision
  const { concurrency = 10, onError = 'stop', signal, onEvent, ledgerWriter = createLedgerWriter } = options
  if (plan.commit === null) throw new BoardwrightError('NOTHING_COMMITTED', 'there is no commit to apply')

  const events: ApplyEvent[] = []
  const emit = (event: ApplyEvent): void => {
    events.push(event)
    onEvent?.(event)
  }
  /** Objects with a step that failed or was skipped. */
  const broken = new Set<Key>()
  const done = new Set<Step>()
  let isFatal = false
  let newModel = false

  const ledgers = ledgerWriter(decision, options.seen, plan.commit, writer)
  const { progress } = ledgers
  const { writes, deletes } = stepsOf(decision, writer, ledgers, emit)
  const steps = [...writes, deletes].flatMap(({ waves }) => waves.flat())

  const isCutShort = (): boolean => signal?.aborted === true || isFatal
  const isStopped = (): boolean => isCutShort() || (progress.failed.size > 0 && onError === 'stop')

  async function runStep(step: Step): Promise<void> {
    const because = step.needs.find((key) => broken.has(key))
    const name = stepName(step)
    if (because !== undefined) {
      broken.add(step.key)
      emit({ type: 'skipped', ...name, because })
      return
    }
    emit({ type: 'started', ...name })
    try {
      await step.run()
    } catch (cause) {
      noteFailure(step, cause)
      return
    }
    done.add(step)
    emit({ type: 'done', ...name })
  }

  function noteFailure(step: Step, cause: unknown): void {
    const { key, title } = step
    if (step.phase === 'publish' && writer.wantsReview(cause)) {
      progress.review.add(key)
      emit({ type: 'review', key, title })
      return
    }
    const error = BoardwrightError.from(cause)
    broken.add(key)
    progress.failed.add(key)
    isFatal ||= FATAL.has(error.kind) || step.isNeededByAll === true
    emit({ type: 'failed', ...stepName(step), error })
  }

  async function runPhase({ name, waves }: Phase, isEnded: () => boolean): Promise<void> {
    const count = waves.flat().length
    if (count === 0 || isEnded()) return
    emit({ type: 'phase', phase: name, steps: count })
    for (const wave of waves) {
      await eachOf(wave, concurrency, async (step) => {
        if (!isEnded()) await runStep(step)
      })
    }
  }

  /** An object matches the plan once all its steps are done, including the step that writes its whole kind. */
  function noteFinished(): void {
    const undone = new Set<Key>(steps.filter((step) => !done.has(step)).map(({ key }) => key))
    const brought = new Set<Key>([...done].map(({ key }) => key))
    for (const { key } of plan.objects) {
      const { broughtWith } = stepRules(key)
      if (!undone.has(key) && (!broughtWith || brought.has(broughtWith))) progress.done.add(key)
    }
  }

  /** No look can tell what somebody does right before a delete, so the last one comes after all of them. */
  async function lookBack(): Promise<void> {
    const deleted = [...done].filter(({ verb, key }) => verb === 'delete' && isKind(key, 'report'))
    const [first] = deleted
    if (!first || isCutShort()) return
    try {
      const leaving = new Set(deletes.waves.flat().map(({ key }) => key))
      for (const [key, where] of await writer.shownSince(leaving)) {
        const { title = [] } = deleted.find((step) => step.key === key) ?? {}
        emit({ type: 'shown', key, title, where })
      }
    } catch (cause) {
      noteFailure({ ...first, verb: 'look' }, cause)
    }
  }

  const bring = options.dataModel
  const modelSteps: Step[] = []
  if (bring) {
    const step = dataModelStep(async () => {
      const { changed, error } = await bring()
      newModel = changed
      if (error) throw error
    })
    // If no model file changes, this only finishes what an earlier run left behind, so it is not shown.
    if (accepts(plan.inputs, 'model') || plan.objects.some(({ key }) => stepRules(key).broughtWith === step.key)) {
      modelSteps.push(step)
      await runPhase({ name: step.phase, waves: [modelSteps] }, isStopped)
    } else if (!isStopped()) await step.run().catch((cause) => noteFailure(step, cause))
  }
  for (const phase of writes) await runPhase(phase, isStopped)

  noteFinished()
  await runPhase({ name: 'ledgers', waves: ledgerSteps(decision, writer, ledgers) }, isCutShort)

  // A dashboard may still show something that would be deleted, because a step did not happen.
  const isHeldUp = (): boolean => isStopped() || broken.size + progress.review.size > 0
  await runPhase(deletes, isHeldUp)
  await lookBack()
  noteFinished()
  await runPhase({ name: 'last ledgers', waves: [lastLedgerSteps(decision, writer, ledgers)] }, isCutShort)

  const result = resultOf({
    ...{ plan, steps: [...modelSteps, ...steps], done, events, newModel },
    applied: progress.done,
    isAborted: signal?.aborted === true,
    timedOut: signal?.reason instanceof BoardwrightError && signal.reason.kind === 'TIMED_OUT',
    requests: writer.requests(),
  })
  emit({ type: 'summary', result })
  return result
}
