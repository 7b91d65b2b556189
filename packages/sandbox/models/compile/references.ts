import type { WholeCube } from './inherit.ts'
import type { JoinGraph } from './joins.ts'

export interface Scope {
  readonly cubes: ReadonlyMap<string, WholeCube>
  readonly joins: JoinGraph
  /** Whether code or a broken file may define the name. */
  mayBeCode(name: string): boolean
  /** Part of the model is code, which may define joins that are not visible here. */
  readonly hasCode: boolean
}

const CHAIN = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/
const OWN = new Set(['CUBE', 'TABLE'])
/** Names that the runtime provides in every expression. */
const GIVEN = new Set([
  'FILTER_PARAMS',
  'FILTER_GROUP',
  'SECURITY_CONTEXT',
  'USER_CONTEXT',
  'COMPILE_CONTEXT',
  'SQL_UTILS',
])
const GRANULARITIES = new Set(['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'])

/** The references in one SQL text: chains of names in braces. `\{` is a plain brace. */
export function referencesIn(sql: string): string[] {
  return [...sql.matchAll(/(?<!\\)\{([^{}]*)\}/g)]
    .map(([, inner = '']) => inner.trim().replace(/\.sql\(\)$/, ''))
    .filter((inner) => CHAIN.test(inner))
}

/** Every SQL text of a cube or of one of its members, at any depth. */
export function sqlTexts(body: unknown): string[] {
  if (Array.isArray(body)) return body.flatMap(sqlTexts)
  if (typeof body !== 'object' || body === null) return []
  return Object.entries(body).flatMap(([key, value]) => {
    if (key === 'meta') return []
    return (key === 'sql' || key === 'sql_table') && typeof value === 'string' ? [value] : sqlTexts(value)
  })
}

/** Why `{a.b.c}`, written in `cube`, names nothing; undefined if it names something or we cannot tell. */
export function checkReference(scope: Scope, cube: WholeCube, reference: string): string | undefined {
  const [first = '', ...rest] = reference.split('.')
  if (GIVEN.has(first)) return undefined
  if (OWN.has(first)) return checkPath(scope, cube, rest, reference)
  if (cube.members.has(first)) return checkMember(cube, [first, ...rest], reference)

  const other = scope.cubes.get(first)
  if (!other) {
    if (scope.mayBeCode(first) || hasOpenBase(scope, cube)) return undefined
    return rest.length === 0
      ? `'${first}' is neither a member of '${cube.definition.name}' nor a cube`
      : `Cube '${first}' doesn't exist: {${reference}}`
  }
  if (!scope.hasCode && !scope.joins.areConnected(cube.definition.name, first)) {
    return `Can't find join path to join '${cube.definition.name}', '${first}': {${reference}}`
  }
  return checkPath(scope, other, rest, reference)
}

/**
 * Checks the rest of a chain from `cube` on: more joined cubes, then a member. An empty rest means the table itself.
 */
function checkPath(scope: Scope, cube: WholeCube, path: readonly string[], reference: string): string | undefined {
  const [next, ...rest] = path
  if (next === undefined) return undefined
  const joined = scope.cubes.get(next)
  if (!cube.members.has(next) && joined && scope.joins.isJoined(cube.definition.name, next)) {
    return checkPath(scope, joined, rest, reference)
  }
  return hasOpenBase(scope, cube) ? undefined : checkMember(cube, path, reference)
}

function checkMember(cube: WholeCube, [name = '', ...rest]: readonly string[], reference: string): string | undefined {
  const member = cube.members.get(name)
  if (!member) return `Member '${name}' is not defined in '${cube.definition.name}': {${reference}}`
  const [granularity, ...more] = rest
  if (granularity === undefined) return undefined
  const isKnown = GRANULARITIES.has(granularity) || member.granularities.includes(granularity)
  return member.type === 'time' && isKnown && more.length === 0
    ? undefined
    : `'${granularity}' is not a granularity of '${cube.definition.name}.${name}': {${reference}}`
}

/** The cube extends something that only code knows, so we do not see what it inherits. */
const hasOpenBase = (scope: Scope, cube: WholeCube): boolean => {
  const base = cube.definition.body.extends
  return base !== undefined && !scope.cubes.has(base) && scope.mayBeCode(base)
}
