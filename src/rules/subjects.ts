import { itemsOf, oncePerKey } from '@boardwright/common'
import { createPlaces } from '@boardwright/common/yaml'
import type { Model } from '@boardwright/platform/model'
import { type Entity, isOfKind } from '../content/entity.ts'
import { type FreeForm, type Key, modelKey, type Workbook } from '../content/model.ts'
import { recipientUnit } from '../content/notification.ts'
import type { Marked, PlaceOf, ValuePath } from '../content/problem.ts'
import { queriesOf } from '../content/query-uses.ts'
import { reportUnitOf } from '../content/units.ts'
import { dashboardUses, howUsed, reportUses } from '../content/uses.ts'
import { placesWithQuery } from '../lint/faults.ts'
import { hasOwner, type Members } from '../lint/members.ts'
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
  /** What tells it from others of its kind, wherever its file is. */
  readonly id: string
  /** The file of its object, from the project root. */
  readonly file: string
  readonly placeOf: PlaceOf
  /** The units that something of it belongs to, by its path. */
  readonly unitsOf: (path: ValuePath) => readonly string[]
}

/** What a document has to say, by kind. What nobody asks for is not looked for. */
export type KindsAsked = ReadonlySet<RuleKind>

export function subjectsIn(tree: ParsedTree, key: Key, members: Members, wanted: KindsAsked): Subject[] {
  const entity = tree.content.get(key)
  const source = tree.sources.get(key)
  if (!entity || !source) return []
  const isAsked = (...kinds: readonly RuleKind[]): boolean => kinds.some((kind) => wanted.has(kind))
  if (isOfKind(entity, 'folder')) return isAsked('folder') ? ofFolder(entity, source) : []
  if (isOfKind(entity, 'notification')) return isAsked('schedule') ? ofSchedule(entity, source) : []
  if (isOfKind(entity, 'report'))
    return isAsked('report', 'query', 'filter', 'use') ? ofReport(entity, source, members, wanted) : []
  if (isOfKind(entity, 'workbook') && isAsked('workbook', 'dashboard', 'widget', 'use'))
    return ofWorkbook(entity, source, tree.dashboards.get(key), members, wanted)
  return []
}

const firstOf: Subject['unitsOf'] = ([first = '']) => [String(first)]

const placesIn = (source: Source): PlaceOf => {
  let placeOf: PlaceOf | undefined
  return (path, what) => {
    placeOf ??= placesWithQuery(source.rendered().origin)
    return placeOf(path, what)
  }
}

const below =
  (placeOf: PlaceOf, prefix: ValuePath): PlaceOf =>
  (path, what) =>
    placeOf([...prefix, ...path], what)

function ofFolder({ key, own }: Entity<'folder'>, source: Source): Subject[] {
  const { file } = source.document
  return [{ kind: 'folder', of: { folder: own }, key, id: key, file, placeOf: placesIn(source), unitsOf: firstOf }]
}

function ofSchedule({ key, own }: Entity<'notification'>, source: Source): Subject[] {
  const { file } = source.document
  const unitsOf: Subject['unitsOf'] = ([first = '']) =>
    first === 'recipients' ? (own.recipients ?? []).map(recipientUnit) : [String(first)]
  return [{ kind: 'schedule', of: { schedule: own }, key, id: key, file, placeOf: placesIn(source), unitsOf }]
}

function ofWorkbook(
  { key, whole }: Entity<'workbook'>,
  source: Source,
  from: Source | undefined,
  members: Members,
  wanted: KindsAsked,
): Subject[] {
  const workbook: Workbook = whole()
  const own: Subject<'workbook'> = {
    ...{ kind: 'workbook', of: { workbook }, key, id: key, file: source.document.file },
    ...{ placeOf: placesIn(source), unitsOf: firstOf },
  }
  const { dashboard } = workbook
  if (!dashboard || !from) return wanted.has('workbook') ? [own] : []
  const placeOf = placesIn(from)
  const shared = { key, file: from.document.file }
  const ofDashboard: Subject<'dashboard'> = {
    ...{ ...shared, kind: 'dashboard', of: { workbook, dashboard }, id: `${key} dashboard` },
    ...{ placeOf, unitsOf: ([first = '']) => [first === 'widgets' ? 'layout' : String(first)] },
  }
  const widgets = dashboard.widgets.map(
    (widget, index): Subject<'widget'> => ({
      ...{ ...shared, kind: 'widget', of: { workbook, dashboard, widget }, id: `${key} widget ${widget.id}` },
      ...{ placeOf: below(placeOf, ['widgets', index]), unitsOf: () => [`widget ${widget.id}`] },
    }),
  )
  const isOwner = (name: string): boolean => members.known && hasOwner(members, name)
  const uses = wanted.has('use')
    ? dashboardUses(dashboard, isOwner).map(({ member, path, isKey, widget }): Subject<'use'> => {
        const type = dashboard.widgets[Number(path[1])]?.type
        const how = howUsed(path, type)
        return {
          ...{ ...shared, kind: 'use', of: { name: nameIn(member), how, by: workbook.name } },
          ...{ id: `${key} widget ${widget} ${how} ${nameIn(member)}`, placeOf: placeAt(placeOf, path, isKey) },
          unitsOf: () => [`widget ${widget}`],
        }
      })
    : []
  return [
    ...(wanted.has('workbook') ? [own] : []),
    ...(wanted.has('dashboard') ? [ofDashboard] : []),
    ...(wanted.has('widget') ? widgets : []),
    ...uses,
  ]
}

/** Of a member with its granularity: the member. */
const nameIn = (member: string): string => member.split('.').slice(0, 2).join('.')

const placeAt =
  (placeOf: PlaceOf, path: ValuePath, isKey: true | undefined): PlaceOf =>
  () =>
    placeOf(path, isKey ? 'key' : 'value')

function ofReport({ key, whole }: Entity<'report'>, source: Source, members: Members, wanted: KindsAsked): Subject[] {
  const report = whole()
  const { definition } = report
  const placeOf = placesIn(source)
  const shared = { key, file: source.document.file }
  const own: Subject<'report'> = {
    ...{ ...shared, kind: 'report', of: { report }, id: key, placeOf },
    unitsOf: ([first = '']) => [reportUnitOf(String(first))],
  }
  const asked = wanted.has('query') || wanted.has('filter') ? queriesOf(definition) : []
  const queries = asked.map(
    ({ query, path }, index): Subject<'query'> => ({
      ...{ ...shared, kind: 'query', of: { report, query }, id: `${key} query ${index}` },
      ...{ placeOf: below(placeOf, path), unitsOf: () => ['query'] },
    }),
  )
  const filters = wanted.has('filter')
    ? asked.flatMap(({ query, path }, index) =>
        filtersIn(query['filters'], [...path, 'filters']).map(
          ({ filter, at }, nth): Subject<'filter'> => ({
            ...{ ...shared, kind: 'filter', of: { report, query, filter }, id: `${key} query ${index} filter ${nth}` },
            ...{ placeOf: below(placeOf, at), unitsOf: () => ['query'] },
          }),
        ),
      )
    : []
  return [
    ...(wanted.has('report') ? [own] : []),
    ...(wanted.has('query') ? queries : []),
    ...filters,
    ...(wanted.has('use') ? usesOf(own, source, members) : []),
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
  { of: { report }, key, file, placeOf }: Subject<'report'>,
  source: Source,
  members: Members,
): Subject[] {
  const { definition } = report
  const isOwner = (name: string): boolean => members.known && hasOwner(members, name)
  const inQuery = reportUses(definition, isOwner).map(({ member, path, isKey }): Subject<'use'> => {
    const how = howUsed(path)
    return {
      ...{ kind: 'use', of: { name: nameIn(member), how, by: definition.name }, key, file },
      ...{ id: `${key} ${how} ${nameIn(member)}`, placeOf: placeAt(placeOf, path, isKey) },
      unitsOf: () => [reportUnitOf(String(path[0]))],
    }
  })
  const { sql = '' } = definition
  if (!members.known || sql.trim() === '') return inQuery
  const inSql = readSqlOf(members, sql).uses.map(({ name, at, length }): Subject<'use'> => {
    const side = source.rendered().origin.sides['sql']
    const place = (): Marked => {
      const found = side ? placeInSide({ ...side, text: sql })(at, length) : placeOf(['sql'])
      return { at: found.at, length: found.length ?? 1 }
    }
    return {
      ...{ kind: 'use', of: { name, how: 'SQL', by: definition.name }, key, file },
      ...{ id: `${key} SQL ${name}`, placeOf: place, unitsOf: () => ['sql'] },
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
          ...{ id: `${owner.name}.${name}`, placeOf: below(placesOf(file), path), unitsOf: () => ['bytes'] },
        },
      ]
    }),
  )
}

/** Rows of a plan: each is where its object is. */
export const changesAsSubjects = (changes: readonly OfChange[]): Subject<'change'>[] =>
  changes.map((of) => ({
    ...{
      kind: 'change',
      of,
      key: of.key,
      id: of.key,
      file: of.file,
      placeOf: () => ({ at: { file: of.file }, length: 1 }),
    },
    unitsOf: () => [''],
  }))
