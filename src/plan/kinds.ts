import type { Compared, Comparison } from '../compare/comparison.ts'
import { plural } from '../content/counted.ts'
import { ofKind } from '../content/entity.ts'
import { type Key, type Kind, kindOf } from '../content/kinds.ts'
import { groupKey, roleKey } from '../content/model.ts'
import { accepts } from './accept.ts'
import type { PlanInputs } from './inputs.ts'
import { type Held, held, left, type Outcome } from './outcome.ts'
import { heldForNames } from './role.ts'

/** What a plan does differently for each kind. */
export interface PlanRules<K extends Kind> {
  /** Position in a plan. */
  readonly rank: number
  /** The outcome for an unmanaged object that exists on both sides and differs in these units. */
  readonly unclaimed: (units: readonly string[], inputs: PlanInputs) => Outcome
  /** Why these changes of the repo are not written, although nobody edited live. */
  readonly unwritten: (
    each: Comparison,
    changes: readonly string[],
    compared: Compared,
    inputs: PlanInputs,
  ) => Held | undefined
  /** Why a new object is not created. */
  readonly obstacle: (inputs: PlanInputs, key: Key<K>) => Outcome | undefined
  /** The outcome for an object that was deleted in the UI. */
  readonly deletedLive: (key: Key<K>, inputs: PlanInputs) => Outcome
  /** A unit's value as a plan shows it: the value itself, or what we know about the bytes behind a hash. */
  readonly shown: (value: unknown, bytes: string | { readonly sha256: string } | undefined) => unknown
}

type Shared = Omit<PlanRules<Kind>, 'rank'>

const CONTENT: Shared = {
  unclaimed: () => left('unclaimed', 'differs from live, and is not managed yet'),
  unwritten: () => undefined,
  obstacle: () => undefined,
  deletedLive: () => held('deleted-live', 'it was deleted in the UI since the last apply'),
  shown: (value) => value,
}

/** Without its entry, it is known by the name alone that it had when it was applied. */
const OF_ACCOUNT: Shared & { readonly rank: number } = {
  ...CONTENT,
  rank: 4,
  deletedLive: (key, inputs) =>
    inputs.live.entries.has(key)
      ? CONTENT.deletedLive(key, inputs)
      : held('deleted-live', 'it was applied, and no record lists it any more: it may have another name in the UI'),
}

const PLAN_RULES: { readonly [K in Kind]: PlanRules<K> } = {
  folder: {
    ...CONTENT,
    rank: 1,
    unclaimed: () => left('unclaimed', 'folders cannot be owned; left unchanged'),
    deletedLive: () => left('ui-edit', 'deleted in the UI since the last apply'),
  },
  workbook: { ...CONTENT, rank: 2 },
  report: { ...CONTENT, rank: 2 },
  notification: { ...CONTENT, rank: 3 },
  group: { ...OF_ACCOUNT, obstacle: nameTaken(groupKey) },
  attribute: OF_ACCOUNT,
  tenantGroup: {
    ...OF_ACCOUNT,
    obstacle: (inputs, key) => absentTenant(inputs, key) ?? nearTwin(inputs, key),
    deletedLive: (key, inputs) => absentTenant(inputs, key) ?? OF_ACCOUNT.deletedLive(key, inputs),
  },
  role: { ...OF_ACCOUNT, unwritten: heldForNames, obstacle: nameTaken(roleKey) },
  settings: { ...CONTENT, rank: 5 },
  model: {
    ...CONTENT,
    rank: 0,
    unclaimed: newFile,
    obstacle: (inputs) =>
      isModelUnmanaged(inputs.live) &&
      ofKind(inputs.live.content, 'model').length > 0 &&
      !accepts(inputs.shaping, 'model')
        ? held('model-unclaimed', whyUnclaimed(inputs))
        : undefined,
    deletedLive: (key, inputs) => renamedFile(key, inputs) ?? CONTENT.deletedLive(key, inputs),
    shown: (hash, bytes) => bytes ?? { sha1: hash },
  },
}

/** Another one that was renamed in the UI has the name now. */
function nameTaken<K extends 'group' | 'role'>(keyOf: (name: string) => Key<K>): PlanRules<K>['obstacle'] {
  return ({ live }, key) => {
    const [other] = ofKind(live.content, kindOf(key)).filter(({ key: each }) => {
      const { name } = live.facts.get(each) ?? {}
      return each !== key && name !== undefined && keyOf(name) === key
    })
    return other && held('taken', `"${other.name}" was given this name in the UI`, { waitsFor: [other.key] })
  }
}

function absentTenant({ desired, live }: PlanInputs, key: Key<'tenantGroup'>): Outcome | undefined {
  const { tenant = '' } = desired.get(key)?.own ?? {}
  if (live.tenants.has(tenant)) return undefined
  return held('absent-tenant', `there is no embed tenant "${tenant}": the application that embeds dashboards makes it`)
}

/** The specification does not say whether capitals tell the groups of a tenant apart, and a create could be refused. */
function nearTwin({ desired, live: { content } }: PlanInputs, key: Key<'tenantGroup'>): Outcome | undefined {
  const twin = [...ofKind(content, 'tenantGroup'), ...ofKind(desired, 'tenantGroup')].find(
    (other) =>
      other.key !== key && other.key.toLowerCase() === key.toLowerCase() && (content.has(other.key) || other.key < key),
  )
  if (!twin) return undefined
  const message = `"${twin.name}" of this tenant differs only in capitals, and the platform may take both for one`
  return held('taken', message, { waitsFor: [twin.key] })
}

export const planRules = <K extends Kind>(kind: K): PlanRules<K> => PLAN_RULES[kind]

/**
 * A file is known only by its path, so a renamed one can be found only by its text, in a file that the tree does not
 * declare.
 */
function renamedFile(key: Key<'model'>, { desired, live }: PlanInputs): Outcome | undefined {
  const hash = desired.get(key)?.own.hash
  const [now, another] = ofKind(live.content, 'model').filter(
    (file) => file.own.hash === hash && !desired.has(file.key),
  )
  if (now === undefined || another !== undefined) return undefined
  const message = `it was deleted or renamed in the UI since the last apply: ${now.name} has the same text`
  return held('deleted-live', message, { waitsFor: [now.key] })
}

/** The outcome for a file that live has as well but the data model's ledger does not list. */
function newFile(units: readonly string[], inputs: PlanInputs): Outcome {
  const { live, shaping, target } = inputs
  // On a branch that does not exist yet, there are no edits that could be overwritten.
  if (accepts(shaping, 'model') || (accepts(shaping, 'ui-edits') && target.branchFrom === undefined)) {
    return { kind: 'write', because: 'the data model is taken over', units: new Set(units) }
  }
  return isModelUnmanaged(live)
    ? held('model-unclaimed', whyUnclaimed(inputs), { units })
    : held('conflict', conflictWords(units), { units })
}

const isModelUnmanaged = ({ model }: PlanInputs['live']): boolean => model?.record?.commit === undefined

const whyUnclaimed = ({ target: { branch, branchFrom } }: PlanInputs): string =>
  branchFrom === undefined
    ? 'the data model of this branch is not managed yet'
    : `the branch ${branch} does not exist; --accept model creates it from ${branchFrom}`

export const conflictWords = (conflicts: readonly string[], waiting: readonly string[] = []): string => {
  const found = plural(conflicts.length, 'conflict')
  if (waiting.length === 0) return found
  const wait = waiting.length === 1 ? 'waits' : 'wait'
  const cause = conflicts.length === 1 ? 'it' : 'them'
  return `${found}, and ${plural(waiting.length, 'change')} that ${wait} with ${cause}`
}
