import { itemsOf, oncePer, oncePerKey } from '@boardwright/common'
import { createPlaces } from '@boardwright/common/yaml'
import type { Model } from '@boardwright/platform/model'
import { type Entity, isOfKind } from '../content/entity.ts'
import { membersOfGroup } from '../content/group.ts'
import { type FreeForm, type Key, modelKey, type Report, type Workbook } from '../content/model.ts'
import { recipientUnit } from '../content/notification.ts'
import { personUnit } from '../content/people.ts'
import type { Marked, PlaceOf, ValuePath } from '../content/problem.ts'
import { queriesOf } from '../content/query-uses.ts'
import { reportUnitOf } from '../content/units.ts'
import { howUsed, type QueryUse } from '../content/uses.ts'
import { placesWithQuery } from '../lint/faults.ts'
import type { Members } from '../lint/members.ts'
import { namedInReport, namedInWidgets } from '../lint/named.ts'
import { placeInSide, readSqlOf } from '../lint/sql-faults.ts'
import { MODEL } from '../serialize/layout.ts'
import type { ParsedTree } from '../serialize/parse.ts'
import type { Source } from '../serialize/source.ts'
import type { OfChange } from './fields/changes.ts'
import type { Thing } from './fields.ts'
import type { RuleKind } from './kinds.ts'

/** One thing that rules can be on. */
export interface Subject<K extends RuleKind = RuleKind> {
  readonly kind: K
  readonly of: Thing<K>
  /** The object that it is or belongs to. */
  readonly key: Key
  /** The file of its object, from the project root. */
  readonly file: string
  /** Asked only where a rule finds something. */
  readonly where: () => Where
}

export interface Where {
  /** What tells it from others of its kind, wherever its file is. */
  readonly id: string
  readonly placeOf: PlaceOf
  /** The units that something of it belongs to, by its path. */
  readonly unitsOf: (path: ValuePath) => readonly string[]
}

/** What a document has to say. What nobody asks for is not looked for. */
export interface WantedSubjects {
  readonly has: (kind: RuleKind) => boolean
  /** Whether a use of this member may be one that a rule finds. */
  readonly hasUseOf: (member: string) => boolean
}

export function subjectsIn(tree: ParsedTree, key: Key, members: Members, wanted: WantedSubjects): Subject[] {
  const entity = tree.content.get(key)
  const source = tree.sources.get(key)
  if (!entity || !source) return []
  const isAsked = (...kinds: readonly RuleKind[]): boolean => kinds.some((kind) => wanted.has(kind))
  if (isOfKind(entity, 'folder'))
    return isAsked('folder') ? [ofFile('folder', { folder: entity.own }, key, source)] : []
  if (isOfKind(entity, 'notification')) return isAsked('schedule') ? ofSchedule(entity, source) : []
  if (isOfKind(entity, 'group')) return isAsked('group') ? ofGroup(entity, source) : []
  if (isOfKind(entity, 'report'))
    return isAsked('report', 'query', 'filter', 'use') ? ofReport(entity, source, members, wanted) : []
  if (isOfKind(entity, 'workbook') && isAsked('workbook', 'dashboard', 'widget', 'use'))
    return ofWorkbook(entity, source, tree.dashboards.get(key), members, wanted)
  return []
}

const firstOf: Where['unitsOf'] = ([first = '']) => [String(first)]

/** What has a file of its own, with the places in that. */
const ofFile = <K extends RuleKind>(
  kind: K,
  of: Thing<K>,
  key: Key,
  source: Source,
  unitsOf: Where['unitsOf'] = firstOf,
): Subject<K> => ({
  kind,
  of,
  key,
  file: source.document.file,
  where: () => ({ id: key, placeOf: placesIn(source), unitsOf }),
})

const placesIn = oncePer((source: Source): PlaceOf => placesWithQuery(source.rendered().origin))

const below =
  (placeOf: PlaceOf, prefix: ValuePath): PlaceOf =>
  (path, what) =>
    placeOf([...prefix, ...path], what)

const ofSchedule = ({ key, own }: Entity<'notification'>, source: Source): Subject[] => [
  ofFile('schedule', { schedule: own }, key, source, ([first = '']) =>
    first === 'recipients' ? (own.recipients ?? []).map(recipientUnit) : [String(first)],
  ),
]

const ofGroup = ({ key, own }: Entity<'group'>, source: Source): Subject[] => [
  ofFile('group', { group: own }, key, source, ([first = '']) =>
    first === 'members' ? (membersOfGroup(own) ?? []).map((email) => personUnit('member', email)) : [String(first)],
  ),
]

function ofWorkbook(
  { key, whole }: Entity<'workbook'>,
  source: Source,
  from: Source | undefined,
  members: Members,
  wanted: WantedSubjects,
): Subject[] {
  const workbook: Workbook = whole()
  const own = wanted.has('workbook') ? [ofFile('workbook', { workbook }, key, source)] : []
  const { dashboard } = workbook
  if (!dashboard || !from) return own
  const { file } = from.document
  const of = { workbook, dashboard }
  const dashboards = (): Subject<'dashboard'> => ({
    kind: 'dashboard',
    of,
    key,
    file,
    where: () => ({
      ...{ id: `${key} dashboard`, placeOf: placesIn(from) },
      unitsOf: ([first = '']) => [first === 'widgets' ? 'layout' : String(first)],
    }),
  })
  const widgets = (): Subject<'widget'>[] =>
    dashboard.widgets.map((widget, index) => ({
      kind: 'widget',
      of: { workbook, dashboard, widget },
      key,
      file,
      where: () => ({
        ...{ id: `${key} widget ${widget.id}`, placeOf: below(placesIn(from), ['widgets', index]) },
        unitsOf: () => [`widget ${widget.id}`],
      }),
    }))
  const isWanted = ({ member }: QueryUse): boolean => wanted.hasUseOf(nameIn(member))
  const uses = (): Subject<'use'>[] =>
    namedInWidgets(dashboard.widgets, members)
      .filter(isWanted)
      .map(({ member, path, isKey, widget }) => {
        const name = nameIn(member)
        const how = () => howUsed(path, dashboard.widgets[Number(path[1])]?.type)
        return {
          kind: 'use',
          of: { name, how, by: workbook.name },
          key,
          file,
          where: () => ({
            ...{ id: `${key} widget ${widget} ${how()} ${name}`, placeOf: placeAt(placesIn(from), path, isKey) },
            unitsOf: () => [`widget ${widget}`],
          }),
        }
      })
  return [
    ...own,
    ...(wanted.has('dashboard') ? [dashboards()] : []),
    ...(wanted.has('widget') ? widgets() : []),
    ...(wanted.has('use') ? uses() : []),
  ]
}

/** Of a member with its granularity: the member. */
function nameIn(member: string): string {
  const end = member.indexOf('.', member.indexOf('.') + 1)
  return end < 0 ? member : member.slice(0, end)
}

const placeAt =
  (placeOf: PlaceOf, path: ValuePath, isKey: true | undefined): PlaceOf =>
  () =>
    placeOf(path, isKey ? 'key' : 'value')

function ofReport(
  { key, whole }: Entity<'report'>,
  source: Source,
  members: Members,
  wanted: WantedSubjects,
): Subject[] {
  const report = whole()
  const { file } = source.document
  const own = (): Subject<'report'> =>
    ofFile('report', { report }, key, source, ([first = '']) => [reportUnitOf(String(first))])
  const inQuery =
    (id: () => string, path: ValuePath): Subject['where'] =>
    () => ({
      ...{ id: id(), placeOf: below(placesIn(source), path), unitsOf: () => ['query'] },
    })
  const asked = wanted.has('query') || wanted.has('filter') ? queriesOf(report.definition) : []
  const queries = (): Subject<'query'>[] =>
    asked.map(({ query, path }, index) => ({
      kind: 'query',
      of: { report, query },
      key,
      file,
      where: inQuery(() => `${key} query ${index}`, path),
    }))
  const filters = (): Subject<'filter'>[] =>
    asked.flatMap(({ query, path }, index) =>
      filtersIn(query['filters'], [...path, 'filters']).map(({ filter, at }, nth) => ({
        kind: 'filter',
        of: { report, query, filter },
        key,
        file,
        where: inQuery(() => `${key} query ${index} filter ${nth}`, at),
      })),
    )
  return [
    ...(wanted.has('report') ? [own()] : []),
    ...(wanted.has('query') ? queries() : []),
    ...(wanted.has('filter') ? filters() : []),
    ...(wanted.has('use') ? usesOf(report, key, source, members, wanted) : []),
  ]
}

function filtersIn(value: unknown, path: ValuePath): { readonly filter: FreeForm; readonly at: ValuePath }[] {
  return itemsOf(value).flatMap(([filter, index]) => {
    const at = [...path, index]
    const both = (['and', 'or'] as const).filter((key) => Array.isArray(filter[key]))
    return both.length === 0 ? [{ filter, at }] : both.flatMap((key) => filtersIn(filter[key], [...at, key]))
  })
}

function usesOf(
  { definition }: Report,
  key: Key,
  source: Source,
  members: Members,
  wanted: WantedSubjects,
): Subject<'use'>[] {
  const isWanted = ({ member }: QueryUse): boolean => wanted.hasUseOf(nameIn(member))
  const { file } = source.document
  const { sql = '', name: by } = definition
  const inQuery = namedInReport(definition, members)
    .filter(isWanted)
    .map(({ member, path, isKey }): Subject<'use'> => {
      const name = nameIn(member)
      const how = () => howUsed(path)
      return {
        kind: 'use',
        of: { name, how, by },
        key,
        file,
        where: () => ({
          ...{ id: `${key} ${how()} ${name}`, placeOf: placeAt(placesIn(source), path, isKey) },
          unitsOf: () => [reportUnitOf(String(path[0]))],
        }),
      }
    })
  if (!members.known || sql.trim() === '') return inQuery
  const used = readSqlOf(members, sql).uses.filter(({ name }) => wanted.hasUseOf(name))
  const inSql = used.map(({ name, at, length }): Subject<'use'> => {
    const placeOf = (): Marked => {
      const side = source.rendered().origin.sides['sql']
      const found = side ? placeInSide({ ...side, text: sql })(at, length) : placesIn(source)(['sql'])
      return { at: found.at, length: found.length ?? 1 }
    }
    return {
      kind: 'use',
      of: { name, how: () => 'SQL', by },
      key,
      file,
      where: () => ({ id: `${key} SQL ${name}`, placeOf, unitsOf: () => ['sql'] }),
    }
  })
  return [...inQuery, ...inSql]
}

/** The members that cubes define, where they define them. */
export function membersOfModel({ wholes, read }: Model): Subject<'member'>[] {
  const texts = new Map(read.map(({ file, text }) => [file, text]))
  const placesOf = oncePerKey((file: string): PlaceOf => createPlaces(texts.get(file) ?? '', file))
  return [...wholes.cubes.values()].flatMap(({ owner: cube, members }) =>
    [...members.values()].flatMap((member): Subject<'member'>[] => {
      const { owner, name, path } = member
      if (owner !== cube) return []
      const { file } = owner
      return [
        {
          ...{ kind: 'member', of: { member }, key: modelKey(file.slice(MODEL.length + 1)), file },
          where: () => ({
            ...{ id: `${owner.name}.${name}`, placeOf: below(placesOf(file), path), unitsOf: () => ['bytes'] },
          }),
        },
      ]
    }),
  )
}

/** Rows of a plan: each is where its object is. */
export const changesAsSubjects = (changes: readonly OfChange[]): Subject<'change'>[] =>
  changes.map((of) => ({
    ...{ kind: 'change', of, key: of.key, file: of.file },
    where: () => ({ id: of.key, placeOf: () => ({ at: { file: of.file }, length: 1 }), unitsOf: () => [''] }),
  }))
