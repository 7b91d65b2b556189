import { operatorThatSplits, parseMember } from '../../query/sql/brackets.ts'
import { NotUnderstood } from '../../query/sql/tokens.ts'
import { textOf } from '../fields.ts'
import { sqlTexts } from '../references.ts'
import { itemsIn, type MemberItem, ownMembers, type Whole } from '../whole.ts'
import type { Told } from './fault.ts'
import type { Scope } from './references.ts'

type Pieces = ReturnType<typeof parseMember>

/**
 * Members whose SQL falls apart where another one names them: the engine puts it there as it is, without brackets, so
 * that `{margin} / {revenue}` becomes `revenue - cost / revenue`.
 */
export function bracketFaults(scope: Scope, cube: Whole): Told[] {
  const texts = [...ownMembers(cube.owner), ...itemsIn(cube.owner, 'joins')].flatMap(({ body, path }) =>
    sqlTexts(body, path),
  )
  return texts.flatMap(({ text, path }) =>
    splitIn(tryPieces(text), scope, cube).map(({ name, inner, by }): Told => {
      const message = `{${name}} stands here without brackets, so "${by}" takes only a part of ${inner}`
      return { path, word: name, message, hint: `Write ({${name}}).`, warning: true }
    }),
  )
}

interface Split {
  readonly name: string
  /** The SQL that is put in its place. */
  readonly inner: string
  /** The operator beside it. */
  readonly by: string
}

const splitIn = (pieces: Pieces, scope: Scope, cube: Whole): Split[] =>
  pieces.flatMap((piece, index): Split[] => {
    switch (piece.kind) {
      case 'group':
        return piece.of.flatMap((each) => splitIn(each, scope, cube))
      case 'cast':
        return splitIn(piece.of, scope, cube)
      case 'call':
        return [...piece.of, piece.where ?? []].flatMap((each) => splitIn(each, scope, cube))
      case 'column': {
        const name = nameIn(piece)
        const inner = name === undefined ? undefined : sqlBehind(scope, cube, name)
        const by = inner === undefined ? undefined : operatorThatSplits(pieces, index, tryPieces(inner))
        return name === undefined || inner === undefined || by === undefined ? [] : [{ name, inner: inner.trim(), by }]
      }
      default:
        return []
    }
  })

/** A name in braces, which is all there is: what comes after it would be a column. */
const nameIn = ({ path }: Extract<Pieces[number], { kind: 'column' }>): string | undefined =>
  path.length === 1 ? /^\{\s*([\w.]+?)(?:\.sql\(\))?\s*\}$/.exec(path[0]?.text ?? '')?.[1] : undefined

function tryPieces(sql: string): Pieces {
  try {
    return parseMember(sql)
  } catch (cause) {
    if (cause instanceof NotUnderstood) return []
    throw cause
  }
}

/** The SQL that the engine puts in the place of a name, if it is not that of another name alone. */
function sqlBehind(scope: Scope, cube: Whole, name: string, seen: readonly MemberItem[] = []): string | undefined {
  const found = memberNamed(scope, cube, name)
  if (!found || seen.includes(found.member) || !isPutAsItIs(found.member)) return undefined
  const sql = textOf(found.member.body['sql'])
  const [only, ...more] = tryPieces(sql)
  const next = more.length === 0 && only?.kind === 'column' ? nameIn(only) : undefined
  return next === undefined ? sql : sqlBehind(scope, found.cube, next, [...seen, found.member])
}

/** Measures that count rows become a call, and what has cases or looks something up a value of its own. */
const COMPUTED: ReadonlySet<unknown> = new Set(['number', 'string', 'boolean', 'time'])
const ON_ITS_OWN = ['case', 'filters', 'multi_stage', 'sub_query', 'rolling_window', 'latitude'] as const

const isPutAsItIs = ({ kind, body }: MemberItem): boolean =>
  (kind !== 'measures' || COMPUTED.has(body['type'])) && ON_ITS_OWN.every((key) => body[key] === undefined)

interface Named {
  readonly cube: Whole
  readonly member: MemberItem
}

function memberNamed(scope: Scope, cube: Whole, name: string): Named | undefined {
  const [first = '', ...rest] = name.split('.')
  const member = cube.members.get(first)
  if (member) return rest.length === 0 ? { cube, member } : undefined
  const next = ['CUBE', 'TABLE', cube.owner.name].includes(first) ? cube : scope.cubes.get(first)
  return next && rest.length > 0 ? memberNamed(scope, next, rest.join('.')) : undefined
}
