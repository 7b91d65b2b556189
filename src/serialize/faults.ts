import { membersIn } from '../content/members-used.ts'
import type { FreeForm } from '../content/model.ts'
import { nearest } from '../content/nearest.ts'
import type { PlaceOf, Problem } from '../content/problem.ts'
import { schemaProblems } from '../content/schema-problems.ts'
import { Query } from '../query/grammar.ts'
import { hasMember, type Members, namesOf } from './members.ts'

/** What is wrong with what a report asks for: words that the platform refuses, and members that the model lacks. */
export function queryFaults(id: string, query: FreeForm, members: Members, placeOf: PlaceOf): Problem[] {
  const inQuery: PlaceOf = (path, what) => placeOf(['query', ...path], what)
  const refused = schemaProblems({ placeOf: inQuery }, Query, query).map((problem) => ({
    ...problem,
    kind: 'QUERY_REFUSED' as const,
    message: problem.message.replace(/^the file /, 'the query '),
  }))
  return [...refused, ...unknownMembers(query, members, inQuery)].map((problem) => ({
    ...problem,
    fault: `${id} ${problem.message}`,
  }))
}

function unknownMembers(query: FreeForm, members: Members, placeOf: PlaceOf): Problem[] {
  if (!members.known) return []
  return membersIn(query).flatMap(({ member, path }): Problem[] => {
    if (hasMember(members, member)) return []
    const { length, ...at } = placeOf(path)
    const near = nearest(member, namesOf(members))
    const hint = near === undefined ? {} : { hint: `did you mean "${near}"?` }
    return [{ kind: 'MEMBER_UNKNOWN', at, length, message: `the data model has no member "${member}"`, ...hint }]
  })
}
