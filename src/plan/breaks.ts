import { listed, plural, someOf } from '../content/counted.ts'
import type { Entity } from '../content/entity.ts'
import { groupBy } from '../content/group-by.ts'
import { isKind, type Kind, kindOf } from '../content/kinds.ts'
import type { Key } from '../content/model.ts'
import { usesMember } from '../content/objects.ts'
import { titleText } from '../content/printable.ts'
import { accepts } from './accept.ts'
import { type Decided, entityAfter, outcomeOf, type Undecided } from './decided.ts'
import type { MemberUser } from './inputs.ts'
import { NAMING, TOLD_KINDS } from './naming.ts'
import type { Plan, Stop } from './plan-file.ts'
import { titleOf } from './titles.ts'

const SHOWN = 5

type Breaks = Pick<Plan, 'stops' | 'notes'>

/** Content that would show errors because of what this plan does to the data model. If somebody accepts that, only notes. */
export function breaksOf(decided: Decided): Breaks {
  const breaks = removedInUse(decided)
  return { stops: breaks.flatMap(({ stops }) => stops), notes: breaks.flatMap(({ notes }) => notes) }
}

/**
 * Members that this plan removes from the data model while live reports still use them. An alias keeps a name alive. If
 * this plan rewrites every user, viewers see errors only in between.
 */
function removedInUse(decided: Decided): Breaks[] {
  const { inputs } = decided
  const isModelWritten = decided.outcomes.with('create', 'write', 'delete').some(([key]) => isKind(key, 'model'))
  if (!isModelWritten) return []
  return inputs.removedMembers.flatMap(({ name: member, usersOutOfScope }): Breaks | [] => {
    const users = usersOf(decided, member)
    const broken = [
      ...users.filter((key) => usesAfterwards(decided, key, member)).map((key) => userAt(decided, key)),
      ...usersOutOfScope,
    ]
    if (users.length + broken.length === 0) return []
    if (broken.length === 0) {
      const note = `"${member}" is removed from the data model. This plan rewrites ${countedByKind(users)} that ${users.length === 1 ? 'uses' : 'use'} it; until that is done, viewers see an error there.`
      return { stops: [], notes: [note] }
    }
    return stopUnlessAccepted(
      decided,
      `"${member}" is removed from the data model, and ${countedByKind(broken.map(({ key }) => key))} still ${broken.length === 1 ? 'uses' : 'use'} it: ${describe(broken)}`,
    )
  })
}

/** What content of a plan newly asks for and viewers will not have, or why that is not known. */
export interface Missing {
  readonly names: readonly MissingName[]
  /** Why nobody knows what the live data model has. */
  readonly unknown?: string
}

interface MissingName {
  /** A member, or a cube or view that is missing altogether. */
  readonly name: string
  readonly users: readonly Key[]
  /** The file of the tree that has it. */
  readonly file?: string | undefined
}

export const NOTHING_MISSING: Missing = { names: [] }

/** Content that this plan writes and that would ask for what the live data model lacks. */
export function missingBreaks({ names, unknown }: Missing, of: Undecided, { held }: Pick<Plan, 'held'>): Breaks {
  const { target } = of.inputs
  const isUnclaimed = (file: string | undefined): boolean =>
    held.some((each) => each.file === file && each.reason === 'model-unclaimed')
  const breaks = [...groupBy(names, ({ file }) => file ?? '').values()].flatMap((alike) => {
    const file = alike[0]?.file
    const users = [...new Set(alike.flatMap((each) => each.users))]
    const why =
      target.branch === undefined
        ? `, which ${target.name} does not manage`
        : file === undefined
          ? ''
          : `: this plan does not write ${file}`
    const missing = someOf(
      alike.map(({ name }) => `"${name}"`),
      SHOWN,
    )
    const [are, them] = alike.length === 1 ? ['is', 'it'] : ['are', 'them']
    return stopUnlessAccepted(
      of,
      `${missing} ${are} not in the live data model${why}, and ${countedByKind(users)} would ask for ${them}: ${describe(users.map((key) => userAt(of, key)))}`,
      isUnclaimed(file) ? 'model' : 'broken-uses',
    )
  })
  return {
    stops: breaks.flatMap(({ stops }) => stops),
    notes: [
      ...breaks.flatMap(({ notes }) => notes),
      ...(unknown === undefined ? [] : [`not checked against the live data model: ${unknown}`]),
    ],
  }
}

function stopUnlessAccepted(
  { inputs }: Undecided,
  message: string,
  accept: 'model' | 'broken-uses' = 'broken-uses',
): Breaks {
  const stop: Stop = { kind: 'break', message, accept }
  return accepts(inputs.shaping, 'broken-uses') ? { stops: [], notes: [message] } : { stops: [stop], notes: [] }
}

const countedByKind = (keys: readonly Key[]): string =>
  listed(
    TOLD_KINDS.flatMap((kind) => {
      const n = keys.filter((key) => isKind(key, kind)).length
      return n === 0 ? [] : [plural(n, NAMING[kind].noun)]
    }),
  )

const usersOf = ({ compared }: Decided, member: string): Key[] =>
  [...compared.live.values()].flatMap((each) => (uses(each, member) ? [each.key] : [])).sort()

const uses = <K extends Kind>(each: Entity<K> | undefined, member: string): boolean =>
  each !== undefined && usesMember(kindOf(each.key), each.whole(), member)

const usesAfterwards = (decided: Decided, key: Key, member: string): boolean =>
  outcomeOf(decided, key)?.kind !== 'delete' && uses(entityAfter(decided, key), member)

const userAt = ({ compared, inputs }: Undecided, key: Key): MemberUser => ({
  key,
  title: titleOf(compared, key),
  owner: inputs.live.facts.get(key)?.owner,
})

const describe = (users: readonly MemberUser[]): string =>
  someOf(
    users.map(({ title, owner }) => `${titleText(title)}${owner === undefined ? '' : ` (owner ${owner})`}`),
    SHOWN,
  )
