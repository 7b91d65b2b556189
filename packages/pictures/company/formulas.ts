import { parseMember } from '@boardwright/platform/query'
import { tryRead } from './facts.ts'
import type { CompanyCube, CompanyModel } from './model.ts'
import { nameOf, type Pieces } from './sql/expressions.ts'
import type { How } from './sql/syntax.ts'
import { own } from './values.ts'

type Piece = Pieces[number]
type Column = Extract<Piece, { kind: 'column' }>

export const HOW: Readonly<Record<string, How>> = {
  count: 'count',
  sum: 'sum',
  running_total: 'sum',
  avg: 'avg',
  min: 'min',
  max: 'max',
  count_distinct: 'distinct',
  count_distinct_approx: 'distinct',
}
export const HOW_CALLED: Readonly<Record<string, How>> = {
  ...HOW,
  approx_distinct: 'distinct',
  approx_count_distinct: 'distinct',
}

/** What a name in braces means in the SQL of a cube. */
export interface Reference {
  readonly owner: string
  readonly member: string | undefined
  readonly grain?: string | undefined
}

export const bracedIn = (text: string): string | undefined =>
  text.startsWith('{') && text.endsWith('}') ? text.slice(1, -1).trim() : undefined

export function referenceIn(model: CompanyModel, braced: string, cube: string): Reference {
  const path = braced
    .replace(/\.sql\(\)$/, '')
    .split('.')
    .filter((each) => each !== 'CUBE' && each !== 'TABLE')
  const [owner = cube, member, grain] =
    own(model.cubes, path[0] ?? '') && path.length > 1 ? path.slice(-3) : [cube, ...path]
  return { owner, member, grain }
}

/** Members that repeat each other grow without end. */
const LONGEST = 2_000

/**
 * SQL as the engine puts it together: the SQL of a member stands in that of another one as it is, without brackets.
 * `isFormula` tells which measures count nothing themselves, and are made of others.
 */
export function createFormulas(model: CompanyModel, isFormula: (cube: string, measure: string) => boolean) {
  const isMeasure = ({ owner, member = '' }: Reference): boolean =>
    own(own(model.cubes, owner)?.measures ?? {}, member) !== undefined

  function sqlOf({ owner, member = '', grain }: Reference): string | undefined {
    const cube: CompanyCube | undefined = own(model.cubes, owner)
    if (!cube || grain !== undefined) return undefined
    const measure = own(cube.measures, member)
    if (measure) return measure.filters || !isFormula(owner, member) ? undefined : measure.sql
    const dimension = own(cube.dimensions, member)
    if (dimension) return dimension.cases || dimension.values ? undefined : dimension.sql
    return own(cube.segments, member)
  }

  /** Pieces of another cube's SQL keep their meaning only if none of them counts rows. */
  const mayMove = (pieces: Pieces, from: string, to: string): boolean =>
    from === to || !pieces.some((piece) => piece.kind === 'call' && nameOf(piece.name) in HOW_CALLED)

  function inPlaceOf(column: Column, cube: string): Pieces {
    const [first = '', second] = column.path.map(nameOf)
    const braced = bracedIn(first)
    if (braced === undefined) return [named(column, `{${cube}}`, second ?? first)]
    if (/^FILTER_(PARAMS|GROUP)/.test(braced)) return [column]
    if (second !== undefined) {
      const isOwn = braced === 'CUBE' || braced === 'TABLE'
      return [named(column, isOwn ? `{${cube}}` : first, second)]
    }
    const reference = referenceIn(model, braced, cube)
    const { owner, member = '', grain } = reference
    const asItIs = [named(column, `{${[owner, member, ...(grain === undefined ? [] : [grain])].join('.')}}`)]
    const inner = piecesOfMember(reference)
    if (!inner || inner.length < 2 || !mayMove(inner, owner, cube)) return asItIs
    return !isMeasure(reference) && inner.some((piece) => countsIn(piece, owner)) ? asItIs : inner
  }

  const countsIn = (piece: Piece, cube: string): boolean => {
    const braced = piece.kind === 'column' && piece.path.length === 1 ? bracedIn(piece.path[0]?.text ?? '') : undefined
    return braced !== undefined && isMeasure(referenceIn(model, braced, cube))
  }

  const known = new Map<string, Pieces | undefined>()
  function piecesOfMember(reference: Reference): Pieces | undefined {
    const { owner, member } = reference
    const name = `${owner}.${member}`
    const sql = sqlOf(reference)
    if (sql === undefined || known.has(name)) return known.get(name)
    // One that is made of itself stays a name.
    known.set(name, undefined)
    const pieces = tryRead(() => piecesOf(sql, owner))
    if (pieces && pieces.length <= LONGEST) known.set(name, pieces)
    return known.get(name)
  }

  const withMembers = (pieces: Pieces, cube: string): Pieces => {
    const inner = (each: Pieces): Pieces => withMembers(each, cube)
    return pieces.flatMap((piece): Pieces => {
      switch (piece.kind) {
        case 'column':
          return inPlaceOf(piece, cube)
        case 'cast':
          return [{ ...piece, of: inner(piece.of) }]
        case 'group':
          return [{ ...piece, of: piece.of.map(inner) }]
        case 'call':
          return [{ ...piece, of: piece.of.map(inner), ...(piece.where ? { where: inner(piece.where) } : {}) }]
        default:
          return [piece]
      }
    })
  }

  const piecesOf = (sql: string, cube: string): Pieces => withMembers(parseMember(sql), cube)
  return piecesOf
}

function named({ path }: Column, ...texts: readonly string[]): Column {
  const { at = 0, length = 0 } = path[0] ?? {}
  return { kind: 'column', path: texts.map((text) => ({ text, isQuoted: true, at, length })) }
}
