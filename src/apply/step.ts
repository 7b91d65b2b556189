import { ABSENT } from '../content/digest.ts'
import { isKind, type Key, type Kind } from '../content/kinds.ts'
import type { ReportReference } from '../content/model.ts'
import { alteredIn } from '../ledger/stored.ts'
import type { PlannedObject } from '../plan/plan-file.ts'
import type { Decision } from '../plan/work.ts'
import type { PhaseName, StepName } from './events.ts'
import type { LedgerWriter } from './ledger-writer.ts'
import type { Stored, Writer } from './writer.ts'

export interface Step extends StepName {
  /** Objects that must be done first. */
  readonly needs: readonly Key[]
  /** If this step fails, nothing else runs. */
  readonly isNeededByAll?: true
  readonly run: () => Promise<void>
}

export interface Phase {
  readonly name: PhaseName
  /** Groups of steps that may run at once, one group after the other. */
  readonly waves: readonly (readonly Step[])[]
}

export interface StepListener {
  readonly published: (object: PlannedObject, version: number) => void
  readonly altered: (object: PlannedObject, units: readonly string[]) => void
  /** Viewers see this now, and the plan did not name it. */
  readonly slipped: (object: PlannedObject, what: readonly string[]) => void
}

export interface Write {
  readonly writer: Writer
  readonly ledgers: LedgerWriter
  readonly listener: StepListener
  readonly work: Decision['work']
  /** Reports that somebody edited since the plan was made. Checked once, before anything is published. */
  readonly edited: () => Promise<ReadonlySet<ReportReference>>
}

export const named = ({ key, title }: PlannedObject) => ({ key, title })

export const needsOf = ({ needs }: PlannedObject, ...kinds: readonly Kind[]): Key[] =>
  needs.filter((key) => isKind(key, ...kinds))

export const isNew = ({ action }: PlannedObject): boolean => action === 'create'

/** What an answer says about some units. An empty one says nothing. Returns those that are not as they were sent. */
export function takeStored(
  object: PlannedObject,
  answer: Stored,
  isOf: (unit: string) => boolean,
  { ledgers, listener }: Write,
): readonly string[] {
  if (answer.size === 0) return []
  const { key } = object
  const wrote = ledgers.sentOf(key)
  const { stored } = ledgers.progress
  const units = [...new Set([...wrote.keys(), ...answer.keys()])].filter(isOf)
  const told = new Map(units.map((unit) => [unit, answer.get(unit) ?? ABSENT]))
  stored.set(key, new Map([...(stored.get(key) ?? []), ...told]))
  const altered = alteredIn(wrote, told)
  if (altered.length > 0) listener.altered(object, altered)
  return altered
}
