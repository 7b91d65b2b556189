import { didYouMean, nearest } from '@boardwright/common'
import { type Fields, isFields, type Owner, textOf } from '@boardwright/platform/model'
import type { ValuePath } from '../../content/problem.ts'
import { type Fault, insteadOf, listedFault } from './fault.ts'
import { DIMENSION_TYPES, KEYS, MEASURE_TYPES, RELATIONSHIPS, wrongValue } from './words.ts'

type Told = Omit<Fault, 'file'>

const NAME = /^[A-Za-z_]\w*$/
const LISTS = ['measures', 'dimensions', 'segments', 'hierarchies', 'joins', 'pre_aggregations'] as const

/** What is wrong with how a cube or a view is written, regardless of what it names. */
export function shapeFaults({ kind, body, path, file }: Owner): Fault[] {
  const told = [
    ...nameFaults(body, path, `this ${kind}`),
    ...keyFaults(body, path, kind),
    ...(kind === 'view' ? partsFaults(body, path) : LISTS.flatMap((list) => listFaults(body, path, list))),
    ...(kind === 'cube' && body['sql'] !== undefined && body['sql_table'] !== undefined
      ? [at([...path, 'sql_table'], `the cube "${textOf(body['name'])}" has sql and sql_table`, 'Keep one of the two.')]
      : []),
  ]
  return told.map((each) => ({ ...each, file }))
}

const at = (path: ValuePath, message: string, hint: string, isKey?: true): Told => ({
  ...{ path, message, hint },
  ...(isKey ? { isKey } : {}),
})

function nameFaults(body: Fields, path: ValuePath, what: string): Told[] {
  const { name } = body
  if (typeof name !== 'string') return [at(path, `${what} has no name`, 'Add `name`.')]
  return NAME.test(name)
    ? []
    : [at([...path, 'name'], `"${name}" is not a name`, 'Write letters, digits and _, and not starting with a digit.')]
}

/** Unknown keys, and values of the wrong sort. */
function keyFaults(body: Fields, path: ValuePath, where: keyof typeof KEYS): Told[] {
  const known = KEYS[where] ?? []
  return Object.entries(body).flatMap(([key, value]): Told[] => {
    const place = [...path, key]
    if (!known.includes(key)) {
      const what = where === 'part' ? 'a part of a view' : where === 'include' ? 'what a view includes' : WHAT[where]
      const near = nearest(key, known)
      const message = `"${key}" is not a key of ${what}`
      const hint = didYouMean(near, `Take it out. There are: ${listedFault(known)}.`)
      return [{ ...at(place, message, hint, true), ...(near === undefined ? { warning: true as const } : {}) }]
    }
    const expected = wrongValue(key, value)
    return expected === undefined ? [] : [at(place, `"${key}" must be ${expected}`, `Write ${expected}.`)]
  })
}

const WHAT: Readonly<Record<string, string>> = {
  ...{ cube: 'a cube', view: 'a view', measures: 'a measure', dimensions: 'a dimension', segments: 'a segment' },
  ...{ joins: 'a join', filters: 'a condition', hierarchies: 'a hierarchy', pre_aggregations: 'a pre-aggregation' },
}

function itemsAt(body: Fields, path: ValuePath, list: string): { items: [Fields, ValuePath][]; told: Told[] } {
  const value = body[list]
  if (value === undefined || value === null) return { items: [], told: [] }
  if (!Array.isArray(value))
    return { items: [], told: [at([...path, list], `"${list}" must be a list`, 'Write "- " before each of them.')] }
  const entries = value.map((item: unknown, index) => [item, [...path, list, index]] as const)
  return {
    items: entries.flatMap(([item, place]): [Fields, ValuePath][] => (isFields(item) ? [[item, place]] : [])),
    told: entries.flatMap(([item, place]) =>
      isFields(item)
        ? []
        : [at(place, `each entry of "${list}" must be a map`, 'Write `- name: ...`, and the rest below it.')],
    ),
  }
}

function listFaults(body: Fields, path: ValuePath, list: (typeof LISTS)[number]): Told[] {
  const { items, told } = itemsAt(body, path, list)
  const seen = new Set<string>()
  return [
    ...told,
    ...items.flatMap(([item, place]) => {
      const name = textOf(item['name'])
      const isTwice = seen.has(name)
      seen.add(name)
      return [
        ...nameFaults(item, place, WHAT[list] ?? ''),
        ...(list === 'pre_aggregations' ? [] : keyFaults(item, place, list)),
        ...(NEEDS[list]?.(item, place) ?? []),
        ...(isTwice && list !== 'joins' && list !== 'pre_aggregations' ? [twice(name, place)] : []),
      ]
    }),
  ]
}

export const twice = (name: string, path: ValuePath): Told =>
  at([...path, 'name'], `the name "${name}" is here twice`, 'Give one of the two another name, or take it out.')

/** A word that must come from a fixed list. */
function wordFaults(item: Fields, path: ValuePath, key: string, words: readonly string[]): Told[] {
  const word = item[key]
  if (word === undefined)
    return [at(path, `"${textOf(item['name'])}" has no ${key}`, `Add ${key}: ${listedFault(words)}.`)]
  if (typeof word === 'string' && words.includes(word)) return []
  const hint = insteadOf(String(word), words, 'Write one that exists.')
  return [at([...path, key], `"${String(word)}" is not a ${key}`, hint)]
}

const missing = (item: Fields, path: ValuePath, key: string): Told[] =>
  item[key] === undefined ? [at(path, `"${textOf(item['name'])}" has no ${key}`, `Add ${key}.`)] : []

/** Conditions, each of which needs its own SQL. */
function conditionFaults(item: Fields, path: ValuePath, list: 'filters' | 'drill_filters'): Told[] {
  const { items, told } = itemsAt(item, path, list)
  return [
    ...told,
    ...items.flatMap(([each, place]) => [
      ...keyFaults(each, place, 'filters'),
      ...(each['sql'] === undefined ? [at(place, `a condition in "${list}" has no sql`, 'Add sql.')] : []),
    ]),
  ]
}

const has = (item: Fields, ...keys: string[]): boolean => keys.some((key) => item[key] !== undefined)

const NEEDS: Readonly<Record<string, (item: Fields, path: ValuePath) => Told[]>> = {
  measures: (item, path) => [
    ...wordFaults(item, path, 'type', MEASURE_TYPES),
    ...(item['type'] === 'count' || has(item, 'multi_stage', 'case') ? [] : missing(item, path, 'sql')),
    ...conditionFaults(item, path, 'filters'),
    ...conditionFaults(item, path, 'drill_filters'),
  ],
  dimensions: (item, path) => [
    ...wordFaults(item, path, 'type', DIMENSION_TYPES),
    ...(item['type'] === 'geo'
      ? ['latitude', 'longitude'].flatMap((key) => missing(item, path, key))
      : has(item, 'case', 'values')
        ? []
        : missing(item, path, 'sql')),
    ...(has(item, 'granularities') && item['type'] !== 'time'
      ? [at([...path, 'granularities'], `"${textOf(item['name'])}" is not of type time`, 'Write type: time.', true)]
      : []),
  ],
  segments: (item, path) => missing(item, path, 'sql'),
  joins: (item, path) => [...missing(item, path, 'sql'), ...wordFaults(item, path, 'relationship', RELATIONSHIPS)],
  hierarchies: (item, path) => missing(item, path, 'levels'),
}

function partsFaults(body: Fields, path: ValuePath): Told[] {
  const { items, told } = itemsAt(body, path, 'cubes')
  return [
    ...told,
    ...items.flatMap(([part, place]) => {
      const { join_path: joinPath, includes } = part
      const list = Array.isArray(includes) ? includes.map((each: unknown, index) => [each, index] as const) : []
      return [
        ...keyFaults(part, place, 'part'),
        ...(typeof joinPath === 'string'
          ? joinPath.split('.').every((name) => NAME.test(name))
            ? []
            : [
                at(
                  [...place, 'join_path'],
                  `"${joinPath}" is not a path of cubes`,
                  'Write names of cubes, separated by ".".',
                ),
              ]
          : [at(place, 'this part of a view has no join_path', 'Add `join_path`, the cube that it takes members of.')]),
        ...(includes === '*' || Array.isArray(includes)
          ? []
          : [at(place, 'this part of a view includes nothing', 'Add `includes`: a list of members, or "*".')]),
        ...list.flatMap(([each, index]): Told[] => {
          const entry = [...place, 'includes', index]
          if (typeof each === 'string') return []
          if (isFields(each)) return [...nameFaults(each, entry, 'this entry'), ...keyFaults(each, entry, 'include')]
          return [
            at(entry, 'what a view includes is a name', 'Write the name of a member, in quotes where it is a number.'),
          ]
        }),
      ]
    }),
  ]
}
