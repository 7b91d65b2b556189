import { isMap, type Path } from '@boardwright/common'
import { GRAINS } from './grammar.ts'

export type QueryList = 'measures' | 'dimensions' | 'segments'

/** What a data model says of a member, as far as queries ask. */
export interface QueryMember {
  readonly list: string
  readonly type?: string | undefined
  readonly isVisible: boolean
  /** Those that it defines itself. */
  readonly granularities: readonly string[]
  /** The cubes that a query on it joins, each as a path. */
  readonly paths: readonly (readonly string[])[]
}

/** What queries may name. Both answers may be "nobody knows". */
export interface QueryModel {
  readonly member: (name: string) => QueryMember | 'open' | undefined
  /** Whether joins lead from one cube to another. */
  readonly reaches: (from: string, to: string) => boolean
}

/** Why the data API refuses a query whose shape is right. */
export type NameFault = { readonly path: Path; readonly isKey?: true } & (
  | { readonly why: 'unknown' | 'hidden' | 'not time'; readonly member: string }
  | { readonly why: 'wrong list'; readonly member: string; readonly list: string; readonly expected: string }
  | { readonly why: 'granularity'; readonly member: string; readonly granularity: string }
  | { readonly why: 'mixed'; readonly filter: Loose }
  | { readonly why: 'not joined'; readonly member: string; readonly cubes: readonly string[] }
)

interface Use {
  readonly member: string
  readonly path: Path
  readonly list: QueryList | 'filters'
  readonly granularity?: { readonly name: string; readonly path: Path }
  /** Whether its values are in the rows. */
  readonly isShown: boolean
}

/** What a query names that it may not, in the order of the query. */
export function nameFaults(query: Loose, model: QueryModel): NameFault[] {
  const uses = usesIn(query)
  const all = [...uses.flatMap((use) => faultsOf(use, model)), ...mixedIn(query, model)]
  const areFound = all.every(({ why }) => why === 'not time' || why === 'hidden')
  return areFound ? [...all, ...joinFaults(uses, hintsIn(query), model)] : all
}

/** A query whose shape may be wrong: what is no name is left out. */
type Loose = Readonly<Record<string, unknown>>

const entriesOf = (value: unknown): (readonly [unknown, number])[] =>
  Array.isArray(value) ? value.map((item: unknown, index) => [item, index] as const) : []

const MEMBER = /^\w+\.\w+(?:\.\w+)?$/

function usesIn(query: Loose): Use[] {
  const named = (list: QueryList): Use[] =>
    entriesOf(query[list]).flatMap(([name, index]): Use[] => {
      if (typeof name !== 'string' || !MEMBER.test(name)) return []
      const [cube, member, grain] = name.split('.')
      const path = [list, index]
      const cut = grain === undefined ? {} : { granularity: { name: grain, path } }
      return [{ member: `${cube}.${member}`, path, list, ...cut, isShown: list !== 'segments' }]
    })
  const times = entriesOf(query['timeDimensions']).flatMap(([time, index]): Use[] => {
    const { dimension, granularity } = isMap(time) ? time : {}
    if (typeof dimension !== 'string' || !MEMBER.test(dimension)) return []
    const path = ['timeDimensions', index]
    const cut =
      typeof granularity === 'string' ? { granularity: { name: granularity, path: [...path, 'granularity'] } } : {}
    return [
      { member: dimension, path: [...path, 'dimension'], list: 'dimensions', ...cut, isShown: 'granularity' in cut },
    ]
  })
  return [...named('measures'), ...named('dimensions'), ...named('segments'), ...times, ...usesOf(query, [], 'filters')]
}

/** What the filters in a list name. */
const usesOf = (holder: Loose, path: Path, key: string): Use[] =>
  entriesOf(holder[key]).flatMap(([filter, index]): Use[] => {
    if (!isMap(filter)) return []
    const at = [...path, key, index]
    const name = typeof filter['member'] === 'string' ? 'member' : 'dimension'
    const member = filter[name]
    const own: Use[] =
      typeof member === 'string' && MEMBER.test(member)
        ? [{ member, path: [...at, name], list: 'filters', isShown: false }]
        : []
    return [...own, ...usesOf(filter, at, 'and'), ...usesOf(filter, at, 'or')]
  })

function faultsOf({ member, path, list, granularity, isShown }: Use, model: QueryModel): NameFault[] {
  const found = model.member(member)
  if (found === 'open') return []
  if (!found) return [{ why: 'unknown', member, path }]
  const isTime = path[0] === 'timeDimensions' || granularity !== undefined
  const isOf = list === 'filters' ? found.list === 'measures' || found.list === 'dimensions' : found.list === list
  if (isTime && found.list === 'segments') return [{ why: 'not time', member, path }]
  if (!isOf) return [{ why: 'wrong list', member, path, list: found.list, expected: list }]
  if (isTime && found.type !== 'time') return [{ why: 'not time', member, path }]
  const known: readonly string[] = [...GRAINS, ...found.granularities]
  if (granularity && !known.includes(granularity.name))
    return [{ why: 'granularity', member, granularity: granularity.name, path: granularity.path }]
  return isShown && !found.isVisible ? [{ why: 'hidden', member, path }] : []
}

/** Rows are filtered before measures are counted, and measures after that: nothing filters both at once. */
const mixedIn = (query: Loose, model: QueryModel): NameFault[] =>
  entriesOf(query['filters']).flatMap(([filter, index]): NameFault[] => {
    if (!isMap(filter)) return []
    const path = ['filters', index]
    const uses = [...usesOf(filter, path, 'and'), ...usesOf(filter, path, 'or')]
    const found = uses.map(({ member }) => model.member(member))
    const isOf = (wanted: boolean): boolean =>
      found.some((each) => each && each !== 'open' && (each.list === 'measures') === wanted)
    return isOf(true) && isOf(false) ? [{ why: 'mixed', filter, path }] : []
  })

/** Paths that the query itself says. */
const hintsIn = (query: Loose): string[][] =>
  entriesOf(query['joinHints']).flatMap(([hint]) => {
    const names = entriesOf(hint).flatMap(([name]) => (typeof name === 'string' ? [name] : []))
    return names.length > 0 ? [names] : []
  })

/** One of the cubes must reach all the others. */
function joinFaults(uses: readonly Use[], hints: readonly (readonly string[])[], model: QueryModel): NameFault[] {
  const paths: { readonly names: readonly string[]; readonly use: Use }[] = []
  for (const use of uses) {
    const found = model.member(use.member)
    if (found === 'open') return []
    for (const names of found?.paths ?? [])
      if (!paths.some((each) => each.names.join('.') === names.join('.'))) paths.push({ names, use })
  }
  const [first] = uses
  if (first) for (const names of hints) paths.push({ names, use: first })
  const leads = (root: string, names: readonly string[]): boolean =>
    names.every((name, index) => {
      const before = index === 0 ? root : (names[index - 1] ?? root)
      return before === name || model.reaches(before, name)
    })
  const isRoot = ({ names: [root = ''] }: (typeof paths)[number]): boolean =>
    paths.every(({ names }) => leads(root, names))
  if (paths.length < 2 || paths.some(isRoot)) return []
  const cubes = [...new Set(paths.map(({ names }) => names.at(-1) ?? ''))]
  const apart = paths.find(({ names }) => !leads(paths[0]?.names[0] ?? '', names)) ?? paths.at(-1)
  return apart ? [{ why: 'not joined', member: apart.use.member, path: apart.use.path, cubes }] : []
}
