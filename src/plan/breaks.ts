import { isKind } from '../content/kinds.ts'
import { membersIn } from '../content/members-used.ts'
import type { Key, Report } from '../content/model.ts'
import type { Stop } from './plan-file.ts'
import { titleOf } from './titles.ts'
import { wholeObject } from './whole.ts'
import { fateOf, mergedObject, type Workings } from './workings.ts'

const SHOWN = 5

/**
 * Members that leave the data model while live reports still use them. An alias keeps a name alive. Where every user is
 * rewritten by this very plan, viewers see errors only between the two.
 */
export function breaksOf(workings: Workings): Stop[] {
  const { inputs, notes } = workings
  const isModelWritten = workings.fates.with('create', 'write', 'delete').some(([key]) => isKind(key, 'model'))
  if (!isModelWritten) return []
  return inputs.removedMembers.flatMap((member): Stop[] => {
    const users = usersOf(workings, member)
    if (users.length === 0) return []
    const broken = users.filter((key) => usesAfterwards(workings, key, member))
    if (broken.length === 0) {
      notes.push(
        `"${member}" is removed from the data model. This plan rewrites ${count(users.length)} that ${users.length === 1 ? 'uses' : 'use'} it; until that is done, viewers see an error there.`,
      )
      return []
    }
    const message = `"${member}" is removed from the data model, and ${count(broken.length)} still ${broken.length === 1 ? 'uses' : 'use'} it: ${describe(workings, broken)}`
    if (inputs.shaping.break) {
      notes.push(message)
      return []
    }
    return [{ kind: 'break', message, flag: '--break' }]
  })
}

const count = (n: number): string => (n === 1 ? '1 report' : `${n} reports`)

const usersOf = (workings: Workings, member: string): Key[] =>
  [...workings.surveyed.live.reports.keys()]
    .filter((key) => isKind(key, 'report') && uses(wholeObject(workings, 'live', key), member))
    .sort()

const uses = (report: Report | undefined, member: string): boolean =>
  report?.definition.query !== undefined &&
  membersIn(report.definition.query).some((used) => used.member === member || used.member.startsWith(`${member}.`))

function usesAfterwards(workings: Workings, key: Key, member: string): boolean {
  if (fateOf(workings, key)?.kind === 'delete') return false
  return uses(isKind(key, 'report') ? mergedObject(workings, key) : undefined, member)
}

function describe(workings: Workings, keys: readonly Key[]): string {
  const names = keys.slice(0, SHOWN).map((key) => {
    const owner = workings.inputs.live.facts.get(key)?.owner
    return `${titleOf(workings.surveyed, key).join(' / ')}${owner === undefined ? '' : ` (owner ${owner})`}`
  })
  const more = keys.length - SHOWN
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ')
}
