import { isMap } from '@boardwright/common'
import { canonicalText } from '../../content/digest.ts'
import type { FreeForm } from '../../content/model.ts'
import { printableName } from '../../content/printable.ts'
import { clearText, fromToTexts, own, type PathChange, pathChanges, pathName, pathPart, shortValue } from './paths.ts'

/** A change of a query, in the words that people use for queries. */
export function queryParts(before: FreeForm, after: FreeForm): string[] {
  const keys = [...new Set([...ORDER, ...Object.keys(before), ...Object.keys(after)])]
  return keys.flatMap((key) => {
    const [old, now] = [own(before, key), own(after, key)]
    return WORDS.get(key)?.(old, now) ?? plainParts(key, old, now)
  })
}

const ORDER = ['measures', 'dimensions', 'segments', 'timeDimensions', 'filters', 'order']

type Words = (before: unknown, after: unknown) => string[] | undefined

const plainParts = (key: string, before: unknown, after: unknown): string[] =>
  pathChanges(before, after, [key]).map((change: PathChange) => pathPart(change, pathName(change.path)))

/** Members that were added to a list or removed from it. */
const members =
  (word: string): Words =>
  (before, after) => {
    const [old, now] = [namesIn(before), namesIn(after)]
    if (!old || !now || old.length + now.length === 0) return undefined
    const came = now.filter((name) => !old.includes(name)).map((name) => `+ ${word} ${printableName(name)}`)
    const went = old.filter((name) => !now.includes(name)).map((name) => `- ${word} ${printableName(name)}`)
    const isReordered = came.length + went.length === 0 && old.join('\n') !== now.join('\n')
    return isReordered
      ? [`${word}s in another order: ${fromToTexts(old.map(clearText).join(', '), now.map(clearText).join(', '))}`]
      : [...came, ...went]
  }

/** Undefined unless it is a list of distinct names. */
function namesIn(value: unknown): string[] | undefined {
  const list = value === undefined ? [] : value
  if (!Array.isArray(list) || !list.every((each) => typeof each === 'string')) return undefined
  return new Set(list).size === list.length ? list : undefined
}

/** List items by name, if all names are distinct texts. */
function mapsBy(value: unknown, nameOf: (map: FreeForm) => unknown): Map<string, FreeForm> | undefined {
  const list = value === undefined ? [] : value
  if (!Array.isArray(list) || !list.every(isMap)) return undefined
  const named = new Map(list.map((each) => [nameOf(each), each]))
  if (named.size !== list.length || ![...named.keys()].every((name) => typeof name === 'string')) return undefined
  return named as Map<string, FreeForm>
}

const filters: Words = (before, after) => {
  const old = mapsBy(before, filterName)
  const now = mapsBy(after, filterName)
  if (!old || !now || old.size + now.size === 0) return undefined
  const parts = [
    ...[...now].filter(([name]) => !old.has(name)).map(([, filter]) => `+ filter ${filterText(filter)}`),
    ...[...old].filter(([name]) => !now.has(name)).map(([name]) => `- filter ${printableName(name)}`),
    ...[...now].flatMap(([name, filter]) => {
      const was = old.get(name)
      if (was === undefined || canonicalText(was) === canonicalText(filter)) return []
      return [`~ filter ${printableName(name)} ${fromToTexts(conditionOf(was), conditionOf(filter))}`]
    }),
  ]
  return orderToo(parts, 'filters', old, now)
}

const filterName = (filter: FreeForm): unknown => filter['member'] ?? filter['dimension'] ?? groupText(filter)

const groupText = (filter: FreeForm): string | undefined => {
  const group = Object.keys(filter).find((key) => key === 'and' || key === 'or')
  const inner = group === undefined ? undefined : filter[group]
  if (group === undefined || !Array.isArray(inner)) return undefined
  return `(${inner.map((each) => (isMap(each) ? filterText(each) : shortValue(each))).join(` ${group} `)})`
}

const filterText = (filter: FreeForm): string => {
  const name = filter['member'] ?? filter['dimension']
  if (typeof name !== 'string') return printableName(groupText(filter) ?? shortValue(filter))
  return `${printableName(name)} ${conditionOf(filter)}`
}

/** `equals EMEA, APAC`; the raw filter if it contains anything else. */
function conditionOf(filter: FreeForm): string {
  const { member, dimension, operator, values, ...rest } = filter
  const isPlain = Object.keys(rest).length === 0 && typeof operator === 'string' && (member ?? dimension) !== undefined
  if (!isPlain || (values !== undefined && !Array.isArray(values))) return clearText(filter)
  return [clearText(operator), ...(values?.length ? [values.map(clearText).join(', ')] : [])].join(' ')
}

const dates: Words = (before, after) => {
  const old = mapsBy(before, ({ dimension }) => dimension)
  const now = mapsBy(after, ({ dimension }) => dimension)
  if (!old || !now || old.size + now.size === 0) return undefined
  const several = old.size > 1 || now.size > 1
  const parts = [
    ...[...now].filter(([name]) => !old.has(name)).map(([name, date]) => `+ date ${dateText(name, date)}`),
    ...[...old].filter(([name]) => !now.has(name)).map(([name]) => `- date ${printableName(name)}`),
    ...[...now].flatMap(([name, date]) => {
      const was = old.get(name)
      if (was === undefined) return []
      const of = several ? `${printableName(name)} ` : ''
      return pathChanges(was, date, []).map((change) => datePart(change, of))
    }),
  ]
  return orderToo(parts, 'dates', old, now)
}

const DATE_WORDS: ReadonlyMap<string, string> = new Map([['dateRange', 'date range']])

const datePart = (change: PathChange, of: string): string => {
  const [key = '', ...rest] = change.path
  const part = pathPart(
    change,
    `${DATE_WORDS.get(key) ?? printableName(key)}${of && ` ${of.trimEnd()}`}${pathName(rest)}`,
  )
  return /^[+-] /.test(part) ? part : `~ ${part}`
}

const dateText = (name: string, { dateRange, granularity }: FreeForm): string =>
  [
    printableName(name),
    ...(dateRange === undefined ? [] : [shortValue(dateRange)]),
    ...(granularity === undefined ? [] : [`by ${shortValue(granularity)}`]),
  ].join(' ')

/** Key order matters here. */
const order: Words = (before, after) => {
  const [old, now] = [orderText(before), orderText(after)]
  if (old === undefined || now === undefined || old === now) return undefined
  if (old === '') return [`+ order ${now}`]
  return now === '' ? [`- order ${old}`] : [`~ order ${fromToTexts(old, now)}`]
}

function orderText(value: unknown): string | undefined {
  if (value === undefined) return ''
  const pairs = isMap(value) ? Object.entries(value) : value
  if (!Array.isArray(pairs)) return undefined
  const isPair = (pair: unknown): boolean =>
    Array.isArray(pair) && pair.length === 2 && pair.every((each) => typeof each === 'string')
  return pairs.every(isPair) ? pairs.map((pair) => clearText(pair.join(' '))).join(', ') : undefined
}

/** If nothing else differs, the order may. */
const orderToo = (
  parts: string[],
  word: string,
  old: ReadonlyMap<string, unknown>,
  now: ReadonlyMap<string, unknown>,
): string[] | undefined => {
  if (parts.length > 0) return parts
  const [from = '', to = ''] = [old, now].map((side) => [...side.keys()].map(clearText).join(', '))
  return from === to ? undefined : [`${word} in another order: ${fromToTexts(from, to)}`]
}

const WORDS: ReadonlyMap<string, Words> = new Map([
  ['measures', members('measure')],
  ['dimensions', members('dimension')],
  ['segments', members('segment')],
  ['timeDimensions', dates],
  ['filters', filters],
  ['order', order],
])
