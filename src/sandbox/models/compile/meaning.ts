import { createHash } from 'node:crypto'
import type { Member } from './definitions.ts'
import type { WholeCube } from './inherit.ts'

/** What is only said about a member: under another name, title or format its values are the same. */
const SAID = new Set(['name', 'title', 'description', 'format', 'meta', 'public', 'shown', 'drill_members', 'order'])
const DEEPEST = 12

/** What the values of a member are made of, down to the tables: the same for two members that are the same. */
export function meaningOf(cubes: ReadonlyMap<string, WholeCube>, cube: WholeCube, member: Member): string {
  return createHash('sha1')
    .update(expanded(cubes, cube, member, 0))
    .digest('hex')
}

function expanded(
  cubes: ReadonlyMap<string, WholeCube>,
  cube: WholeCube,
  { kind, body }: Member,
  depth: number,
): string {
  const own = Object.entries(body as object).filter(([key]) => !SAID.has(key))
  const text = JSON.stringify({
    kind,
    from: cube.definition.body.sql_table ?? cube.definition.body.sql,
    own: Object.fromEntries(own.sort(byName)),
  })
  if (depth > DEEPEST) return text
  return text.replace(/\$?\{([\w.]+)\}/g, (all, path: string) => {
    const [first = '', second] = path.split('.')
    const of = second === undefined || first === 'CUBE' ? cube : cubes.get(first)
    const named = of?.members.get(second ?? first)
    return of && named ? expanded(cubes, of, named, depth + 1) : all
  })
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1)
