import type { Base } from '../content/ledger.ts'
import { isBase } from '../content/threeway.ts'
import { digestIn, type Units } from '../content/units.ts'
import { ageOf } from './age.ts'
import { type Fate, held, UI_EDIT, UNCHANGED } from './fate.ts'
import type { PlanInputs } from './inputs.ts'
import { type Case, editedUnits, type Survey, unitsWith } from './survey.ts'

/** Another apply is running when what it is writing is younger than this. */
const RUNNING_MS = 15 * 60_000

/** The table of what becomes of an object, row by row. */
export function decide(each: Case, surveyed: Survey, inputs: PlanInputs): Fate {
  const { repo, live } = each
  if (repo && live) return decideBoth(each, surveyed, inputs)
  return repo ? decideRepoOnly(each, surveyed, inputs) : decideLiveOnly(each, surveyed, inputs)
}

function decideBoth(each: Case, surveyed: Survey, inputs: PlanInputs): Fate {
  const { key, standing } = each
  const differing = unitsWith(each, 'repo', 'live', 'conflict')
  if (standing.state === 'foreign') {
    if (differing.length === 0) return { kind: 'foreign' }
    return held('other-project', `it is owned by project ${standing.project}`, { units: differing })
  }
  if (standing.state === 'newer') {
    if (differing.length === 0) return UNCHANGED
    return held('newer-ledger', 'a later version of this program wrote its ledger', { units: differing })
  }
  if (standing.state === 'unclaimed') {
    const isNameless = each.kind === 'workbook' && inputs.live.facts.get(key)?.name === undefined
    if (differing.every((unit) => isNameless && unit === 'slug'))
      return each.kind === 'workbook' || each.kind === 'report' ? { kind: 'unclaimed' } : UNCHANGED
    if (each.kind === 'model') return decideNewModelFile(differing, inputs)
    if (each.kind === 'folder')
      return { kind: 'left', reason: 'unclaimed', message: 'folders are nobody’s: it stays as it is' }
    return { kind: 'left', reason: 'unclaimed', message: 'nobody owns it yet: boardwright adopt takes it over' }
  }
  if (differing.length === 0) return UNCHANGED
  const running = runningElsewhere(each, inputs)
  if (running) return running

  const isIgnored = (unit: string): boolean => inputs.ignoredBecause(key, unit) !== undefined
  const overwrites = inputs.shaping.uiEdits === 'overwrite'
  const conflicts = unitsWith(each, 'conflict').filter((unit) => !isIgnored(unit))
  const edits = editedUnits(each).filter((unit) => !isIgnored(unit))
  const changes = unitsWith(each, 'repo').filter((unit) => !isIgnored(unit))
  const wanted = overwrites ? [...changes, ...conflicts, ...edits] : changes
  if (wanted.length + conflicts.length > 0) {
    const age = ageOf(each, surveyed, inputs)
    if (age) return age.kind === 'held' ? { ...age, units: [...wanted, ...conflicts] } : age
  }
  if (conflicts.length > 0 && !overwrites) return held('conflict', conflictWords(conflicts), { units: conflicts })
  if (wanted.length > 0) {
    const because =
      conflicts.length + (overwrites ? edits.length : 0) > 0 ? 'UI edits are overwritten' : 'the repo changed it'
    return { kind: 'write', because, units: new Set(wanted) }
  }
  if (edits.length > 0) return UI_EDIT
  const [first] = differing.filter((unit) => !each.dangling.has(unit))
  if (first === undefined) return UNCHANGED
  return { kind: 'left', reason: 'ignored', message: `differs, and is ignored: ${inputs.ignoredBecause(key, first)}` }
}

/** A file that live has too, and that the record of the data model does not know. */
function decideNewModelFile(units: readonly string[], { live, shaping }: PlanInputs): Fate {
  if (shaping.adoptModel || shaping.uiEdits === 'overwrite') {
    return { kind: 'write', because: 'the data model is taken over', units: new Set(units) }
  }
  return live.model?.record?.commit === undefined
    ? held('model-unclaimed', MODEL_UNCLAIMED, { units })
    : held('conflict', conflictWords(units), { units })
}

const MODEL_UNCLAIMED = 'nobody owns the data model of this branch yet: --adopt-model takes it over'

const conflictWords = ({ length }: readonly string[]): string => (length === 1 ? '1 conflict' : `${length} conflicts`)

/** What somebody else is writing at this moment is not written over. */
function runningElsewhere({ standing }: Case, { live, history }: PlanInputs): Fate | undefined {
  if (standing.state !== 'ours' || !standing.known.next) return undefined
  const { next, nextCommit } = standing.known
  const isYoung = live.now - Date.parse(next.at) < RUNNING_MS
  if (!isYoung || nextCommit === history.head) return undefined
  return held('running', `another apply, of commit ${nextCommit?.slice(0, 7)}, is running`, { commit: nextCommit })
}

function decideRepoOnly(each: Case, surveyed: Survey, inputs: PlanInputs): Fate {
  const { key, standing, kind } = each
  const { live, shaping } = inputs
  if (standing.state === 'unclaimed') {
    const age = ageOf(each, surveyed, inputs)
    if (age) return age
    const isStrange = kind === 'model' && live.model?.record?.commit === undefined && live.content.model.length > 0
    if (isStrange && !shaping.adoptModel) return held('model-unclaimed', MODEL_UNCLAIMED)
    return { kind: 'create', because: 'it is new in the repo' }
  }
  if (standing.state === 'foreign' || standing.state === 'newer') return UNCHANGED
  const isContent = kind !== 'model'
  if (isContent && !live.isAdmin) return held('unseen', 'it was applied here, and this key does not see all there is')
  if (standing.state === 'ours' && (kind === 'workbook' || kind === 'report') && !live.gone.has(key)) {
    return held('unseen', 'it was applied here, and this key cannot see it now')
  }
  if (shaping.uiEdits === 'overwrite') return { kind: 'create', because: 'it was deleted in the UI' }
  if (kind === 'folder') return { kind: 'left', reason: 'ui-edit', message: 'deleted in the UI since the last apply' }
  return held('deleted-live', 'it was deleted in the UI since the last apply')
}

/** The platform gives every folder a position; few trees say one. */
const withoutPosition = (base: Base, live: Units): Units =>
  Object.hasOwn(base, 'position') ? live : new Map([...live].filter(([unit]) => unit !== 'position'))

function decideLiveOnly(each: Case, surveyed: Survey, inputs: PlanInputs): Fate {
  const { standing, live, kind } = each
  if (standing.state === 'foreign') return { kind: 'foreign' }
  const isOwned = standing.state === 'ours' || (standing.state === 'known' && (kind === 'folder' || kind === 'model'))
  if (!isOwned || !live) return { kind: 'unmanaged' }
  const age = ageOf(each, surveyed, inputs)
  const base = 'base' in standing ? standing.base : undefined
  const isUntouched = base !== undefined && isBase(base, kind === 'folder' ? withoutPosition(base, live) : live)
  if (age) return age.kind === 'left' ? age : { kind: 'left', reason: 'older-branch', message: age.message }
  if (!inputs.shaping.prune) {
    const message = isUntouched
      ? 'no file declares it any more (--prune deletes it)'
      : 'no file declares it any more, and it was edited in the UI'
    return { kind: 'left', reason: 'orphan', message }
  }
  if (!isUntouched && inputs.shaping.uiEdits !== 'overwrite') {
    const edited = base ? [...live.keys()].filter((unit) => ![base[unit]].flat().includes(digestIn(live, unit))) : []
    return held('edited-orphan', 'no file declares it any more, and it was edited in the UI', {
      what: 'delete',
      units: edited,
    })
  }
  return { kind: 'delete', because: 'no file declares it any more' }
}
