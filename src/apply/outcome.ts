import { type BoardwrightError, ERRORS, EXIT, worstOf } from '@boardwright/common'
import type { Key } from '../content/model.ts'
import type { Plan } from '../plan/plan-file.ts'
import {
  type ApplyEvent,
  COUNTED,
  type Count,
  type Failure,
  type PhaseName,
  type Result,
  type StepName,
} from './events.ts'

export interface RunFacts {
  readonly plan: Plan
  readonly steps: readonly StepName[]
  readonly done: ReadonlySet<StepName>
  readonly applied: ReadonlySet<Key>
  /** Everything that the run said while it went on. */
  readonly events: readonly ApplyEvent[]
  readonly isAborted: boolean
  readonly timedOut: boolean
  readonly newModel: boolean
  readonly requests: number
}

export function resultOf(run: RunFacts): Result {
  const { plan, steps, done, events, timedOut, requests } = run
  const countIn = (phase: PhaseName): Count => {
    const all = steps.filter((step) => step.phase === phase && step.verb !== 'open')
    return { done: all.filter((step) => done.has(step)).length, total: all.length }
  }
  const failed = eventsIn(events, 'failed')
  const result = {
    applied: plan.objects.map(({ key }) => key).filter((key) => run.applied.has(key)),
    published: eventsIn(events, 'published'),
    failed,
    skipped: eventsIn(events, 'skipped'),
    review: eventsIn(events, 'review'),
    slipped: eventsIn(events, 'slipped'),
    shown: eventsIn(events, 'shown'),
    interrupted: run.isAborted || failed.some(({ error }) => error.kind === 'INTERRUPTED'),
    timedOut,
    requests,
    counts: Object.fromEntries(
      Object.entries(COUNTED).map(([phase, name]) => [name, countIn(phase as PhaseName)]),
    ) as Result['counts'],
    viewers: viewersOf(run),
    left: leftOf(run, failed),
  }
  const wrote = run.newModel || [...done].some(({ verb }) => verb !== 'open')
  return { ...result, exit: exitOf(result, wrote) }
}

/** The events of one type, without that. */
function eventsIn<T extends ApplyEvent['type']>(
  events: readonly ApplyEvent[],
  wanted: T,
): Omit<Extract<ApplyEvent, { readonly type: T }>, 'type'>[] {
  const isWanted = (event: ApplyEvent): event is Extract<ApplyEvent, { readonly type: T }> => event.type === wanted
  return events.filter(isWanted).map(({ type: _, ...event }) => event)
}

/** Steps that are not done, and failed ledger steps, which were not known beforehand. */
function leftOf({ steps, done }: RunFacts, failed: readonly Failure[]): StepName[] {
  const isKnown = (one: StepName): boolean => steps.some((each) => each.phase === one.phase && each.key === one.key)
  return [
    ...steps.filter((step) => !done.has(step) && step.verb !== 'open'),
    ...failed.filter((failure) => !isKnown(failure)),
  ].map(stepName)
}

export const stepName = ({ phase, key, title, verb, detail }: StepName): StepName => ({
  ...{ phase, key, title, verb },
  ...(detail === undefined ? {} : { detail }),
})

function viewersOf({ steps, done, newModel }: RunFacts): Result['viewers'] {
  const publishes = steps.filter(({ phase }) => phase === 'publish')
  const old = publishes.filter((step) => !done.has(step)).map(({ key, title }) => ({ key, title }))
  const see =
    publishes.length === 0 ? 'none' : old.length === 0 ? 'new' : old.length === publishes.length ? 'old' : 'some new'
  return { see, old, newModel }
}

function exitOf(
  { failed, review, slipped, shown, interrupted, timedOut }: Omit<Result, 'exit'>,
  wrote: boolean,
): number {
  const errors = failed.map(({ error }) => error).filter(({ kind }) => kind !== 'INTERRUPTED')
  const isCutShort = timedOut || errors.length > 0
  return worstOf([
    ...errors.map(exitOfFailure),
    timedOut ? ERRORS.TIMED_OUT.exit : interrupted && ERRORS.INTERRUPTED.exit,
    (slipped.length + shown.length > 0 || (wrote && isCutShort)) && EXIT.partly,
    review.length > 0 && EXIT.stopped,
  ])
}

/** If somebody changed an object between plan and write, that counts as held, like a conflict in the plan. */
const exitOfFailure = ({ kind, exit }: BoardwrightError): number => (kind === 'CONFLICT' ? EXIT.held : exit)
