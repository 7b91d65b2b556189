import { alteredIn } from '../base/stored.ts'
import { ABSENT } from '../content/digest.ts'
import { isKind, type Key, type Kind } from '../content/kinds.ts'
import type { ReportReference } from '../content/model.ts'
import type { PlannedObject } from '../plan/plan-file.ts'
import type { Decision } from '../plan/work.ts'
import type { ApplyEvent, PhaseName, StepName } from './events.ts'
import type { LedgerWriter } from './ledger-writer.ts'
import type { Stored, Writer } from './writer.ts'

export interface Step extends StepName {
  /** Objects whose steps must have succeeded first. */
  readonly needs: readonly Key[]
  /** If this step fails, nothing else runs. */
  readonly isNeededByAll?: true
  readonly run: () => Promise<void>
}

export interface Phase {
  readonly name: PhaseName
  /** Groups of steps that may run at once. Each group waits for the one before. */
  readonly waves: readonly (readonly Step[])[]
}

export interface WriteStep {
  readonly writer: Writer
  readonly ledgers: LedgerWriter
  readonly emit: (event: ApplyEvent) => void
  readonly work: Decision['work']
  /** Reports that somebody has edited since the plan. Looked up once, before anything is published. */
  readonly edited: () => Promise<ReadonlySet<ReportReference>>
}

export const named = ({ key, title }: PlannedObject) => ({ key, title })

export const needsOfKind = ({ needs }: PlannedObject, ...kinds: readonly Kind[]): Key[] =>
  needs.filter((key) => isKind(key, ...kinds))

export const isNew = ({ action }: PlannedObject): boolean => action === 'create'

export const unitsOf = ({ units }: PlannedObject): string[] => units.map(({ unit }) => unit)

/** An answer may have the edits of people in what was not sent: those are not how the platform stored ours. */
export function isSentBy(object: PlannedObject): (unit: string) => boolean {
  const sent = new Set(unitsOf(object))
  return (unit) => isNew(object) || sent.has(unit)
}

/**
 * Remembers how the platform stored some units, and returns those that differ from what was sent. An empty answer says
 * nothing.
 */
export function takeStored(
  object: PlannedObject,
  answer: Stored,
  isOf: (unit: string) => boolean,
  { ledgers, emit }: WriteStep,
): readonly string[] {
  if (answer.size === 0) return []
  const { key } = object
  const wrote = ledgers.sentOf(key)
  const { stored } = ledgers.progress
  const units = [...new Set([...wrote.keys(), ...answer.keys()])].filter(isOf)
  const told = new Map(units.map((unit) => [unit, answer.get(unit) ?? ABSENT]))
  stored.set(key, new Map([...(stored.get(key) ?? []), ...told]))
  const altered = alteredIn(wrote, told)
  if (altered.length > 0) emit({ type: 'altered', ...named(object), units: altered })
  return altered
}
