import { isMap, type ReportDefinition, type Widget } from '../content/model.ts'
import { nearest } from '../content/nearest.ts'
import type { PlaceOf, Problem, ValuePath } from '../content/problem.ts'
import { schemaProblems } from '../content/schema-problems.ts'
import { dashboardUses, reportUses, type Use } from '../content/uses.ts'
import { Query } from '../query/grammar.ts'
import { hasMember, type Members, namesOf } from './members.ts'

/** What is wrong with what a file asks of the data model: words that the platform refuses, members that are not there. */
export function faultsOf(file: unknown, members: Members, placeOf: PlaceOf): Problem[] {
  if (!isMap(file)) return []
  const isOwner = (name: string): boolean => members.known && members.of.has(name)
  const of = (id: unknown, problem: Problem): Problem => ({ ...problem, fault: `${String(id)} ${problem.message}` })
  if (Array.isArray(file['widgets'])) {
    const uses = dashboardUses({ widgets: file['widgets'].filter(isMap) as unknown as Widget[] }, isOwner)
    return uses.flatMap((use) => unknownMembers([use], members, placeOf).map((problem) => of(use.widget, problem)))
  }
  const definition = { ...file, query: isMap(file['query']) ? file['query'] : undefined } as Partial<ReportDefinition>
  const uses = reportUses(definition, isOwner)
  const found = [...refusals(definition, placeOf), ...unknownMembers(uses, members, placeOf)]
  return found.map((problem) => of(file['id'], problem))
}

function refusals({ query }: Partial<ReportDefinition>, placeOf: PlaceOf): Problem[] {
  if (!query) return []
  const inQuery = (path: ValuePath, what?: 'key' | 'value') => placeOf(['query', ...path], what)
  return schemaProblems({ placeOf: inQuery }, Query, query).map((problem) => ({
    ...problem,
    kind: 'QUERY_REFUSED',
    message: problem.message.replace(/^the file /, 'the query '),
  }))
}

function unknownMembers(uses: readonly Use[], members: Members, placeOf: PlaceOf): Problem[] {
  if (!members.known) return []
  return uses.flatMap(({ member, path, isKey }): Problem[] => {
    if (hasMember(members, member)) return []
    const { length, ...at } = placeOf(path, isKey ? 'key' : 'value')
    const near = nearest(member, namesOf(members))
    const hint = near === undefined ? {} : { hint: `did you mean "${near}"?` }
    return [{ kind: 'MEMBER_UNKNOWN', at, length, message: `the data model has no member "${member}"`, ...hint }]
  })
}
