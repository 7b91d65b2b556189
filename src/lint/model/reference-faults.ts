import {
  type Fields,
  itemsIn,
  itemsOf,
  ownMembers,
  referencesIn,
  sqlTexts,
  textOf,
  type Whole,
  type Wholes,
} from '@boardwright/platform/model'
import { GRAINS } from '@boardwright/platform/query'
import type { ValuePath } from '../../content/problem.ts'
import { type Fault, insteadOf } from './fault.ts'

const OWN: ReadonlySet<string> = new Set(['CUBE', 'TABLE'])
const GIVEN: ReadonlySet<string> = new Set([
  ...['FILTER_PARAMS', 'FILTER_GROUP', 'SECURITY_CONTEXT', 'USER_CONTEXT', 'COMPILE_CONTEXT', 'SQL_UTILS'],
])
/** Under these keys members are named without braces. */
const PLAIN = ['drill_members', 'levels', 'measures', 'dimensions', 'segments', 'time_dimension']

type Told = Pick<Fault, 'message' | 'hint' | 'lacks'>

/** A data model in which everything is known except definitions of a wrong shape. */
export interface SoundModel extends Wholes {
  /** Cubes and views of a wrong shape: references to them are not faults. */
  readonly broken: ReadonlySet<string>
}

/** Whether it extends something of a wrong shape, so that nobody knows all that it has. */
export const isOpen = ({ broken }: SoundModel, { end }: Whole): boolean =>
  end?.because === 'missing' && broken.has(end.name)

/** The members of a cube that are public. */
export const publicMembers = ({ members }: Whole): string[] =>
  [...members.values()].flatMap(({ name, body }) => ((body['public'] ?? body['shown']) === false ? [] : [name]))

/** Names in a cube's SQL, joins and lists that do not exist. */
export function referenceFaults(model: SoundModel, cube: Whole): Fault[] {
  const { body, path, file } = cube.owner
  const named = [
    ...['sql', 'sql_table'].flatMap((key) => inSql(body[key], [...path, key])),
    ...itemsIn(cube.owner, 'joins').flatMap((join) => inSql(join.body['sql'], [...join.path, 'sql'])),
    ...ownMembers(cube.owner).flatMap((each) => [...inTexts(each.body, each.path), ...inLists(each.body, each.path)]),
    ...itemsIn(cube.owner, 'pre_aggregations').flatMap((each) => inLists(each.body, each.path)),
  ]
  return named.flatMap(({ name, path: place }) => {
    const told = wrongReference(model, cube, name)
    return told ? [{ file, path: place, word: name, ...told }] : []
  })
}

interface NamedAt {
  readonly name: string
  readonly path: ValuePath
}

const inSql = (text: unknown, path: ValuePath): NamedAt[] =>
  typeof text === 'string' ? referencesIn(text).map((name) => ({ name, path })) : []

const inTexts = (value: unknown, path: ValuePath): NamedAt[] =>
  sqlTexts(value, path).flatMap((each) => inSql(each.text, each.path))

const inLists = (body: Fields, path: ValuePath): NamedAt[] =>
  PLAIN.flatMap((key) => {
    const value = body[key]
    if (typeof value === 'string') return [{ name: value, path: [...path, key] }]
    if (!Array.isArray(value)) return []
    return value.flatMap((name: unknown, index) =>
      typeof name === 'string' ? [{ name, path: [...path, key, index] }] : [],
    )
  })

function wrongReference(model: SoundModel, cube: Whole, reference: string): Told | undefined {
  const [first = '', ...rest] = reference.split('.')
  if (GIVEN.has(first)) return undefined
  if (OWN.has(first)) return wrongPath(model, cube, rest)
  if (cube.members.has(first)) return wrongMember(cube, [first, ...rest])
  const other = model.cubes.get(first)
  if (other) {
    const { name } = cube.owner
    if (model.broken.size === 0 && !areConnected(model, name, first)) return notJoined(name, first)
    return wrongPath(model, other, rest)
  }
  if (model.broken.has(first) || isOpen(model, cube)) return undefined
  const message =
    rest.length === 0
      ? `"${first}" is neither a member of the cube "${cube.owner.name}" nor a cube`
      : `there is no cube "${first}"`
  const [names, offered] = rest.length === 0 ? [cube.members.keys(), publicMembers(cube)] : [model.cubes.keys()]
  const lacks = rest.length === 0 ? `${cube.owner.name}.${first}` : first
  return { message, hint: insteadOf(first, names, 'Name something that exists.', offered), lacks }
}

export const notJoined = (from: string, to: string): Told => ({
  message: `the cubes "${from}" and "${to}" are not joined`,
  hint: `Add a join to "${to}" to the joins of the cube "${from}".`,
})

/** A path has more joined cubes, then a member. An empty rest means the table itself. */
function wrongPath(model: SoundModel, cube: Whole, path: readonly string[]): Told | undefined {
  const [next, ...rest] = path
  if (next === undefined) return undefined
  const joined = model.cubes.get(next)
  if (!cube.members.has(next) && joined && cube.joins.some(({ name }) => name === next))
    return wrongPath(model, joined, rest)
  return isOpen(model, cube) ? undefined : wrongMember(cube, path)
}

function wrongMember(cube: Whole, [name = '', grain, ...more]: readonly string[]): Told | undefined {
  const member = cube.members.get(name)
  if (!member) {
    const hint = insteadOf(name, cube.members.keys(), `Name a member of "${cube.owner.name}".`, publicMembers(cube))
    const lacks = `${cube.owner.name}.${name}`
    return { message: `the cube "${cube.owner.name}" has no member "${name}"`, hint, lacks }
  }
  if (grain === undefined) return undefined
  const grains = [...GRAINS, ...itemsOf(member.body['granularities']).map(([each]) => textOf(each['name']))]
  if (member.body['type'] === 'time' && grains.includes(grain) && more.length === 0) return undefined
  const hint = member.body['type'] === 'time' ? insteadOf(grain, grains, 'Name a granularity.') : 'Take it out.'
  return { message: `"${grain}" is not a granularity of "${cube.owner.name}.${name}"`, hint }
}

/** Whether one of the cubes reaches the other through joins. */
function areConnected({ cubes }: SoundModel, one: string, other: string): boolean {
  const reaches = (from: string, to: string): boolean => {
    const seen = new Set([from])
    for (const name of seen) for (const next of cubes.get(name)?.joins ?? []) seen.add(next.name)
    return seen.has(to)
  }
  return reaches(one, other) || reaches(other, one)
}
