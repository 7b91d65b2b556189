import { listed, plural, someOf } from '../content/counted.ts'
import { isKind, type Kind, kindOf } from '../content/kinds.ts'
import { type Key, modelKey, type Objects } from '../content/model.ts'
import { OBJECTS } from '../content/objects.ts'
import { titleText } from '../content/printable.ts'
import type { MemberUser } from './inputs.ts'
import { mergedObject, outcomeOf, type PlanDraft, wholeObject } from './plan-draft.ts'
import type { Plan, Stop } from './plan-file.ts'
import { RENDER_RULES, TOLD_KINDS } from './render/kinds.ts'
import { titleOf } from './titles.ts'

const SHOWN = 5

type Breaks = Pick<Plan, 'stops' | 'notes'>

/** Content that would show errors because live and the data model no longer fit each other. With `--break`, only notes. */
export function breaksOf(planDraft: PlanDraft): Breaks {
  const breaks = [...removedInUse(planDraft), ...missingMembers(planDraft)]
  return { stops: breaks.flatMap(({ stops }) => stops), notes: breaks.flatMap(({ notes }) => notes) }
}

/**
 * Members that this plan removes from the data model while live reports still use them. An alias keeps a name alive. If
 * this plan rewrites every user, viewers see errors only in between.
 */
function removedInUse(planDraft: PlanDraft): Breaks[] {
  const { inputs } = planDraft
  const isModelWritten = planDraft.outcomes.with('create', 'write', 'delete').some(([key]) => isKind(key, 'model'))
  if (!isModelWritten) return []
  return inputs.removedMembers.flatMap(({ name: member, usersOutOfScope }): Breaks | [] => {
    const users = usersOf(planDraft, member)
    const broken = [
      ...users.filter((key) => usesAfterwards(planDraft, key, member)).map((key) => userAt(planDraft, key)),
      ...usersOutOfScope,
    ]
    if (users.length + broken.length === 0) return []
    if (broken.length === 0) {
      const note = `"${member}" is removed from the data model. This plan rewrites ${countedByKind(users)} that ${users.length === 1 ? 'uses' : 'use'} it; until that is done, viewers see an error there.`
      return { stops: [], notes: [note] }
    }
    return stopUnlessAllowed(
      planDraft,
      `"${member}" is removed from the data model, and ${countedByKind(broken.map(({ key }) => key))} still ${broken.length === 1 ? 'uses' : 'use'} it: ${describe(broken)}`,
    )
  })
}

/**
 * Content that this plan writes and that would use a member live lacks, because the file that defines it is not
 * written.
 */
function missingMembers(planDraft: PlanDraft): Breaks[] {
  const { inputs, outcomes } = planDraft
  const written = outcomes.with('create', 'write').map(([key]) => key)
  const isWritten = new Set<Key>(written)
  return inputs.addedMembers.flatMap(({ name, paths }): Breaks | [] => {
    const [file] = paths.filter((path) => !isWritten.has(modelKey(path)))
    if (file === undefined) return []
    const users = written.filter(
      (key) => uses(key, mergedObject(planDraft, key), name) && !uses(key, wholeObject(planDraft, 'live', key), name),
    )
    if (users.length === 0) return []
    return stopUnlessAllowed(
      planDraft,
      `"${name}" is not in the live data model: this plan does not write ${RENDER_RULES.model.fullName(file)}, and ${countedByKind(users)} would ask for it: ${describe(users.map((key) => userAt(planDraft, key)))}`,
    )
  })
}

function stopUnlessAllowed({ inputs }: PlanDraft, message: string): Breaks {
  const stop: Stop = { kind: 'break', message, flag: '--break' }
  return inputs.shaping.break ? { stops: [], notes: [message] } : { stops: [stop], notes: [] }
}

const countedByKind = (keys: readonly Key[]): string =>
  listed(
    TOLD_KINDS.flatMap((kind) => {
      const n = keys.filter((key) => isKind(key, kind)).length
      return n === 0 ? [] : [plural(n, RENDER_RULES[kind].noun)]
    }),
  )

const usersOf = (planDraft: PlanDraft, member: string): Key[] => {
  const { reports, workbooks } = planDraft.compared.live
  return [...reports.keys(), ...workbooks.keys()]
    .filter((key) => uses(key, wholeObject(planDraft, 'live', key), member))
    .sort()
}

const uses = <K extends Kind>(key: Key<K>, object: Objects[K] | undefined, member: string): boolean =>
  object !== undefined && OBJECTS[kindOf(key)].usesMember(object, member)

const usesAfterwards = (planDraft: PlanDraft, key: Key, member: string): boolean =>
  outcomeOf(planDraft, key)?.kind !== 'delete' && uses(key, mergedObject(planDraft, key), member)

const userAt = ({ compared, inputs }: PlanDraft, key: Key): MemberUser => ({
  key,
  title: titleOf(compared, key),
  owner: inputs.live.facts.get(key)?.owner,
})

const describe = (users: readonly MemberUser[]): string =>
  someOf(
    users.map(({ title, owner }) => `${titleText(title)}${owner === undefined ? '' : ` (owner ${owner})`}`),
    SHOWN,
  )
