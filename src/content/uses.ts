import { isMap, jsonIn, pattern } from '@boardwright/common'
import { readSql } from '@boardwright/platform/query'
import type { Dashboard, ReportDefinition } from './model.ts'
import type { ValuePath } from './problem.ts'
import { type QueryUse, queriesOf, queryUses } from './query-uses.ts'

export type { QueryUse } from './query-uses.ts'

/** Whether a name belongs to a cube or view. */
export type IsOwner = (name: string) => boolean

/**
 * The keys of a report's file, other than its query, that can name members. A test compares them with the field table.
 */
export const REPORT_REGIONS = ['pivot', 'spec', 'fillMissingRows', 'periodComparisons', 'preferences'] as const

/** The way in which content names a member. */
export type How =
  | 'query'
  | 'filter'
  | 'order'
  | 'pivot'
  | 'spec'
  | 'column'
  | 'encoding'
  | 'format'
  | 'missing rows'
  | 'comparison'
  | 'setting'
  | 'field'
  | 'grain'
  | 'drill'
  | 'cross filter'
  | 'widget'

/** By the keys on the way to a use; the innermost one counts. */
const HOW: Readonly<Record<string, How>> = {
  filters: 'filter',
  order: 'order',
  query: 'query',
  queryText: 'query',
  pivot: 'pivot',
  columns: 'column',
  encoding: 'encoding',
  formats: 'format',
  spec: 'spec',
  fillMissingRows: 'missing rows',
  periodComparisons: 'comparison',
  preferences: 'setting',
  drill: 'drill',
  crossFilter: 'cross filter',
}
const WIDGETS: Readonly<Record<string, How>> = { FILTER: 'filter', FIELD: 'field', TIME_GRAIN: 'grain' }

/** How a member is named at this path of a report, or of a widget of this type. */
export function howUsed(path: ValuePath, type?: string): How {
  const steps = path[0] === 'pivot' ? ['pivot'] : path.toReversed()
  const found = steps.flatMap((step) => (typeof step === 'string' && Object.hasOwn(HOW, step) ? [HOW[step]] : []))[0]
  return found ?? WIDGETS[type ?? ''] ?? 'widget'
}

export function reportUses(definition: Partial<ReportDefinition>, isOwner: IsOwner): QueryUse[] {
  return [
    ...queriesOf(definition).flatMap(({ query, path }) => queryUses(query, path)),
    ...REPORT_REGIONS.flatMap((key) => usesInRegion(definition[key], isOwner, [key])),
  ]
}

/** The specification of a chart may be JSON as text. */
function usesInRegion(value: unknown, isOwner: IsOwner, path: ValuePath): QueryUse[] {
  const inText = typeof value === 'string' && /^\s*\{/.test(value) ? jsonIn(value) : undefined
  return inText === undefined
    ? usesIn(value, isOwner, path)
    : usesIn(inText, isOwner, []).map(({ member }) => ({ member, path }))
}

export const dashboardUses = (
  { widgets }: Pick<Dashboard, 'widgets'>,
  isOwner: IsOwner,
): (QueryUse & { widget: string })[] =>
  widgets.flatMap(({ id, type, config }, index) => {
    const path = ['widgets', index, 'config']
    const chosen = type === 'FIELD' ? firstChosen(config, isOwner, path) : []
    return [...usesIn(config, isOwner, path), ...chosen].map((use) => ({ ...use, widget: id }))
  })

/** A field switcher stores its initial choice as only the last part of a member's name. */
function firstChosen(config: unknown, isOwner: IsOwner, path: ValuePath): QueryUse[] {
  if (!isMap(config)) return []
  const { selected, options, member } = config
  const all = Array.isArray(options) && options.length > 0 ? (options as readonly unknown[]) : [member]
  const found = all.find(
    (each) => typeof each === 'string' && isMember(each, isOwner) && each.split('.').at(-1) === selected,
  )
  return typeof found === 'string' ? [{ member: found, path: [...path, 'selected'], isBare: true }] : []
}

const WORD = /[\p{L}_][\p{L}\p{N}_]*/u
const MEMBER = pattern('u')`^(${WORD})\.${WORD}(?:\.${WORD})?$`
/** How a chart's expression refers to a column of a row. */
const IN_EXPRESSION = pattern('gu')`\[\s*(['"])(${WORD}\.${WORD}(?:\.${WORD})?)\1\s*\]`

/** These keys contain members, so any name with a dot there is one, whatever precedes the dot. */
const MEMBER_KEYS: ReadonlySet<unknown> = new Set([
  ...['member', 'members', 'measure', 'measures', 'dimension', 'dimensions', 'timeDimension'],
])

/**
 * Anywhere else, a name is a member if it begins with the name of a cube or view. It may be a text, a key, or part of
 * an expression.
 */
function usesIn(value: unknown, isOwner: IsOwner, path: ValuePath): QueryUse[] {
  if (typeof value === 'string') return usesInText(value, isOwner, path)
  if (Array.isArray(value)) return value.flatMap((item, index) => usesIn(item, isOwner, [...path, index]))
  if (!isMap(value)) return []
  return Object.entries(value).flatMap(([key, item]) => {
    const named: QueryUse[] = isMember(key, isOwner) ? [{ member: key, path: [...path, key], isKey: true }] : []
    return [...named, ...usesIn(item, isOwner, [...path, key])]
  })
}

function usesInText(text: string, isOwner: IsOwner, path: ValuePath): QueryUse[] {
  if (!text.includes('.')) return []
  // Charts write the dot in a column's name as `\.`, because a plain dot would look inside an object.
  const name = text.replaceAll('\\.', '.')
  const key = path.findLast((step) => typeof step === 'string')
  if (isMember(name, MEMBER_KEYS.has(key) ? () => true : isOwner)) return [{ member: name, path }]
  return [...text.matchAll(IN_EXPRESSION)].flatMap(([, , member = '']) =>
    isMember(member, isOwner) ? [{ member, path }] : [],
  )
}

const isMember = (text: string, isOwner: IsOwner): boolean => {
  const owner = MEMBER.exec(text)?.[1]
  return owner !== undefined && isOwner(owner)
}

/** Whether SQL uses a member, cube or view. If the SQL cannot be read, whether it may. */
export function usesInSql(sql: string, member: string): boolean {
  const [owner = '', name] = member.split('.')
  const { isRead, uses } = readSql(sql, (asked) =>
    asked === owner ? new Set(name === undefined ? [] : [name]) : undefined,
  )
  return isRead ? uses.some((use) => use.name === member) : mayUseInSql(sql, member)
}

/** Comments and strings, which contain no names. */
const NO_NAMES = /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^']|'')*'/g
const LINES_AND_STRINGS = /--[^\n]*|'(?:[^']|'')*'/g

/** What follows a comment without an end counts: it may be part of a text in double quotes, such as `"gs://files/*"`. */
export const withoutStrings = (sql: string): string =>
  sql.replace(NO_NAMES, (piece) =>
    /^\/\*(?![\s\S]*\*\/$)/.test(piece) ? `/*${piece.slice(2).replace(LINES_AND_STRINGS, ' ')}` : ' ',
  )

/** Whether the SQL contains both its name and that of its cube or view. */
export function mayUseInSql(sql: string, member: string): boolean {
  const words = new Set(
    withoutStrings(sql)
      .toLowerCase()
      .match(/[\p{L}_][\p{L}\p{N}_]*/gu),
  )
  return member.split('.').every((name) => words.has(name.toLowerCase()))
}
