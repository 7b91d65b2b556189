import { itemsOf, type Path } from '@boardwright/common'
import { GRAINS } from '../../query/grammar.ts'
import { textOf } from '../fields.ts'
import type { Whole, Wholes } from '../whole.ts'
import { type Fault, insteadOf } from './fault.ts'

/** A data model in which everything is known, except definitions of a wrong shape and what code may define. */
export interface Scope extends Wholes {
  /** Cubes and views of a wrong shape: references to them are not faults. */
  readonly broken: ReadonlySet<string>
  /** Files that nobody could read here may define any cube, and any join. */
  readonly isOpen: boolean
  readonly reaches: (from: string, to: string) => boolean
}

const OWN: ReadonlySet<string> = new Set(['CUBE', 'TABLE'])
const GIVEN: ReadonlySet<string> = new Set([
  ...['FILTER_PARAMS', 'FILTER_GROUP', 'SECURITY_CONTEXT', 'COMPILE_CONTEXT', 'SQL_UTILS'],
])

/** Whether a name may be defined where nobody sees it. */
export const mayBe = ({ broken, isOpen }: Scope, name: string): boolean => isOpen || broken.has(name)

/** Whether it extends something that nobody sees, so that nobody knows all that it has. */
export const isOpenEnded = (scope: Scope, { end }: Whole): boolean =>
  end?.because === 'missing' && mayBe(scope, end.name)

/** The members of a cube that are public. */
export const publicMembers = ({ members }: Whole): string[] =>
  [...members.values()].flatMap(({ name, body }) => ((body['public'] ?? body['shown']) === false ? [] : [name]))

export type Wrong = Pick<Fault, 'message' | 'hint' | 'lacks' | 'warning'>

export interface NamedAt {
  readonly name: string
  readonly path: Path
}

/** Why a chain of names, written in a cube, names nothing. */
export function wrongReference(scope: Scope, cube: Whole, reference: string): Wrong | undefined {
  const [first = '', ...rest] = reference.split('.')
  if (GIVEN.has(first)) return undefined
  if (OWN.has(first) || first === cube.owner.name) return wrongPath(scope, cube, rest)
  const other = scope.cubes.get(first)
  if (other) {
    const wrong = wrongPath(scope, other, rest)
    const { name } = cube.owner
    const isApart = scope.broken.size === 0 && !scope.isOpen && !areConnected(scope, name, first)
    return wrong ?? (isApart ? { ...notJoined(name, first), warning: true } : undefined)
  }
  if (cube.members.has(first)) return wrongMember(cube, [first, ...rest])
  if (mayBe(scope, first) || isOpenEnded(scope, cube) || isAggregate(cube, first)) return undefined
  const isBare = rest.length === 0
  const message = isBare
    ? `"${first}" is neither a member of the cube "${cube.owner.name}" nor a cube`
    : `there is no cube "${first}"`
  const [names, offered] = isBare ? [cube.members.keys(), publicMembers(cube)] : [scope.cubes.keys()]
  const lacks = isBare ? `${cube.owner.name}.${first}` : first
  return { message, hint: insteadOf(first, names, 'Name something that exists.', offered), lacks }
}

/** Pre-aggregations can be named where members can. */
const isAggregate = ({ chain }: Whole, name: string): boolean =>
  chain.some(({ body }) => itemsOf(body['pre_aggregations']).some(([each]) => each['name'] === name))

export const notJoined = (from: string, to: string): Wrong => ({
  message: `the cubes "${from}" and "${to}" are not joined`,
  hint: `Add a join to "${to}" to the joins of the cube "${from}".`,
})

const areConnected = ({ reaches }: Scope, one: string, other: string): boolean =>
  reaches(one, other) || reaches(other, one)

/** A path has more cubes, then a member. An empty rest means the table itself. */
function wrongPath(scope: Scope, cube: Whole, path: readonly string[]): Wrong | undefined {
  const [next, ...rest] = path
  if (next === undefined) return undefined
  const other = scope.cubes.get(next)
  if (!cube.members.has(next) && other) return wrongPath(scope, other, rest)
  return isOpenEnded(scope, cube) || isAggregate(cube, next) ? undefined : wrongMember(cube, path)
}

function wrongMember(cube: Whole, [name = '', grain, ...more]: readonly string[]): Wrong | undefined {
  const member = cube.members.get(name)
  if (!member) {
    const hint = insteadOf(name, cube.members.keys(), `Name a member of "${cube.owner.name}".`, publicMembers(cube))
    const lacks = `${cube.owner.name}.${name}`
    return { message: `the cube "${cube.owner.name}" has no member "${name}"`, hint, lacks }
  }
  if (grain === undefined) return undefined
  const own = itemsOf(member.body['granularities']).map(([each]) => textOf(each['name']))
  const grains: readonly string[] = [...GRAINS, ...own]
  if (
    member.body['type'] === 'time' &&
    (grains.includes(grain) || grains.includes(grain.toLowerCase())) &&
    more.length === 0
  )
    return undefined
  // The platform takes another member of the cube behind a member for that one.
  if (cube.members.has(grain)) return undefined
  const hint = member.body['type'] === 'time' ? insteadOf(grain, grains, 'Name a granularity.') : 'Take it out.'
  return { message: `"${grain}" is not a granularity of "${cube.owner.name}.${name}"`, hint }
}
