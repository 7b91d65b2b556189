import { askIfMeant, BoardwrightError, nearest } from '@boardwright/common'
import type { Tolerances } from '../../config/model.ts'
import { hasMember, type KnownMembers, namesOf, readMembers } from '../../lint/members.ts'
import { readTreeModel } from '../../serialize/model/read.ts'
import type { Files } from '../../workspace/tree.ts'

/** Refuses tolerances for members that no YAML data model has. A name without a dot is a column of SQL. */
export function requireMeasures({ byMeasure }: Tolerances, sides: readonly Files[]): void {
  const asked = [...byMeasure.keys()].filter((name) => name.includes('.'))
  if (asked.length === 0) return
  const all: KnownMembers[] = []
  for (const files of sides) {
    const members = readMembers(readTreeModel(files))
    if (!members.known) return
    all.push(members)
  }
  const unknown = asked.find((name) => !all.some((members) => hasMember(members, name)))
  if (unknown === undefined) return
  throw new BoardwrightError('MEMBER_UNKNOWN', `try.tolerance: the data model has no member "${unknown}"`, {
    hint: askIfMeant(
      nearest(unknown, all.flatMap(namesOf)),
      'Name a measure of the data model, such as orders.revenue.',
    ),
  })
}
