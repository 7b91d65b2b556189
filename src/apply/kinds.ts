import type { RecordText } from '../base/entries.ts'
import { type Key, type Kind, kindOf } from '../content/kinds.ts'
import { modelKey, type Objects } from '../content/model.ts'
import type { PlannedObject } from '../plan/plan-file.ts'
import { workbookSteps } from './dashboards.ts'
import type { PhaseName } from './events.ts'
import { isNew, isSentBy, named, needsOfKind, type Step, takeStored, unitsOf, type WriteStep } from './step.ts'

/** How a run writes objects of one kind. */
export interface StepRules<K extends Kind> {
  /** The steps for an object that is not deleted, each with its phase. */
  readonly steps: (object: PlannedObject, wanted: Objects[K], write: WriteStep) => readonly Step[]
  /** When objects of this kind are deleted: contents before containers, and nested containers from the deepest up. */
  readonly deletes: 'first' | 'then' | 'deepest first, at last' | 'never by itself'
  /** The key of the step that writes all objects of this kind at once, if there is one. */
  readonly broughtWith?: Key
}

export const DATA_MODEL = modelKey('')

const NEVER_WRITTEN = { steps: () => [], deletes: 'never by itself' } as const

const STEP_RULES: { readonly [K in Kind]: StepRules<K> } = {
  folder: { steps: singleStep('folder', 'folders'), deletes: 'deepest first, at last' },
  workbook: { steps: workbookSteps, deletes: 'then' },
  report: {
    steps: (object, report, write) => {
      const { writer, ledgers } = write
      const { key } = object
      const holder = ledgers.holderOf(key)
      const record = ledgers.text(key, 'with the report')
      const run = async (): Promise<void> => {
        const answer = isNew(object)
          ? await writer.create('report', report, record)
          : await writer.update('report', report, unitsOf(object), record)
        takeStored(object, answer, isSentBy(object), write)
      }
      const needs = [
        ...needsOfKind(object, 'folder', 'workbook'),
        ...(holder === undefined || holder === key ? [] : [holder]),
      ]
      return [{ ...named(object), phase: 'reports', verb: isNew(object) ? 'create' : 'update', needs, run }]
    },
    deletes: 'first',
  },
  notification: {
    // The platform sends only what is published.
    steps: (object, notification, write) => {
      const { writer, ledgers } = write
      const { key } = object
      const holder = ledgers.holderOf(key)
      const run = async (): Promise<void> => {
        const answer = isNew(object)
          ? await writer.create('notification', notification, NO_RECORD)
          : await writer.update('notification', notification, unitsOf(object), NO_RECORD)
        takeStored(object, answer, isSentBy(object), write)
      }
      const needs = [...needsOfKind(object, 'workbook'), ...(holder === undefined ? [] : [holder])]
      return [{ ...named(object), phase: 'schedules', verb: isNew(object) ? 'create' : 'update', needs, run }]
    },
    deletes: 'first',
  },
  group: { steps: singleStep('group', 'groups'), deletes: 'then' },
  attribute: { steps: singleStep('attribute', 'attributes'), deletes: 'never by itself' },
  role: { steps: singleStep('role', 'roles'), deletes: 'never by itself' },
  settings: NEVER_WRITTEN,
  tenantGroup: { steps: singleStep('tenantGroup', 'tenant groups'), deletes: 'then' },
  model: { steps: () => [], deletes: 'never by itself', broughtWith: DATA_MODEL },
}

const NO_RECORD: RecordText = () => undefined

/** One write, which the object's own ledger does not come with. */
function singleStep<K extends 'folder' | 'group' | 'attribute' | 'role' | 'tenantGroup'>(
  kind: K,
  phase: PhaseName,
): StepRules<K>['steps'] {
  return (object, wanted, { writer, ledgers }) => {
    const holder = ledgers.holderOf(object.key)
    const run = async (): Promise<void> => {
      if (isNew(object)) await writer.create(kind, wanted, NO_RECORD)
      else await writer.update(kind, wanted, unitsOf(object), NO_RECORD)
    }
    const needs = [...needsOfKind(object, kind), ...(holder === undefined ? [] : [holder])]
    return [{ ...named(object), phase, verb: isNew(object) ? 'create' : 'update', needs, run }]
  }
}

export const stepRules = <K extends Kind>(key: Key<K>): StepRules<K> => STEP_RULES[kindOf(key)]
