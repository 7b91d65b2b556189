import { NotUnderstood, type parseMember } from '@boardwright/platform/query'
import { call, constant, type Expression } from './syntax.ts'

export type Pieces = ReturnType<typeof parseMember>
type Piece = Pieces[number]
type Name = Extract<Piece, { kind: 'call' }>['name']

const COMPARISONS = ['=', '<>', '!=', '<', '<=', '>', '>='] as const
const SUMS = ['+', '-', '||'] as const
const PRODUCTS = ['*', '/', '%'] as const
const NOW: Readonly<Record<string, string>> = {
  current_date: 'current_date',
  current_timestamp: 'now',
  localtimestamp: 'now',
}
const WORDS: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null }

export const nameOf = ({ text, isQuoted }: Name): string => (isQuoted ? text : text.toLowerCase())

/** An expression as a tree. Throws `NotUnderstood` at whatever it does not know. */
export function treeOf(pieces: Pieces): Expression {
  const { tree, rest } = treeWithRest(pieces)
  if (rest[0]) throw notExpected(rest[0])
  return tree
}

const notExpected = (piece: Piece | undefined): NotUnderstood =>
  new NotUnderstood(
    piece === undefined ? 'it ends too early' : `"${'text' in piece ? piece.text : piece.kind}" is not expected here`,
  )

const IN_A_QUERY = 'it looks something up in another query'

/** The tree of an expression, and the pieces after it that are none of its own: how it is ordered. */
export function treeWithRest(pieces: Pieces): { readonly tree: Expression; readonly rest: Pieces } {
  let at = 0
  const take = (): Piece => {
    const piece = pieces[at]
    if (!piece) throw notExpected(undefined)
    at += 1
    return piece
  }
  const oneOf = (kind: 'word' | 'sign', texts: readonly string[]): string | undefined => {
    const piece = pieces[at]
    if (piece?.kind !== kind || !texts.includes(piece.text)) return undefined
    at += 1
    return piece.text
  }
  const isWord = (word: string, ahead = 0): boolean => {
    const piece = pieces[at + ahead]
    return piece?.kind === 'word' && piece.text === word
  }
  const skipWord = (word: string): boolean => oneOf('word', [word]) !== undefined
  const needWord = (word: string): void => {
    if (!skipWord(word)) throw notExpected(pieces[at])
  }

  function anyOf(): Expression {
    let left = allOf()
    while (skipWord('or')) left = call('or', left, allOf())
    return left
  }

  function allOf(): Expression {
    let left = negation()
    while (skipWord('and')) left = call('and', left, negation())
    return left
  }

  const negation = (): Expression => (skipWord('not') ? call('not', negation()) : comparison())

  function comparison(): Expression {
    let left = sum()
    for (;;) {
      const sign = oneOf('sign', COMPARISONS)
      if (sign !== undefined) {
        left = call(sign === '!=' ? '<>' : sign, left, sum())
        continue
      }
      if (skipWord('is')) {
        const isNot = skipWord('not')
        const truth = oneOf('word', ['true', 'false'])
        if (truth === undefined) needWord('null')
        const found = call('is', left, constant(truth === undefined ? null : truth === 'true'))
        left = isNot ? call('not', found) : found
        continue
      }
      const isNot =
        isWord('not') && ['in', 'like', 'ilike', 'between'].some((word) => isWord(word, 1)) && skipWord('not')
      const found = range(left)
      if (!found) return left
      left = isNot ? call('not', found) : found
    }
  }

  function range(left: Expression): Expression | undefined {
    if (skipWord('in')) {
      const list = take()
      if (list.kind === 'query') throw new NotUnderstood(IN_A_QUERY)
      if (list.kind !== 'group' || list.of.length === 0) throw notExpected(list)
      return call('in', left, ...list.of.map(treeOf))
    }
    if (skipWord('like')) return call('like', left, sum())
    if (skipWord('ilike')) return call('like', call('lower', left), call('lower', sum()))
    if (!skipWord('between')) return undefined
    const from = sum()
    needWord('and')
    return call('and', call('>=', left, from), call('<=', left, sum()))
  }

  function sum(): Expression {
    let left = product()
    for (let sign = oneOf('sign', SUMS); sign !== undefined; sign = oneOf('sign', SUMS))
      left = call(sign, left, product())
    return left
  }

  function product(): Expression {
    let left = unary()
    for (let sign = oneOf('sign', PRODUCTS); sign !== undefined; sign = oneOf('sign', PRODUCTS))
      left = call(sign, left, unary())
    return left
  }

  function unary(): Expression {
    if (oneOf('sign', ['-'])) return call('-', constant(0), unary())
    oneOf('sign', ['+'])
    let value = operand()
    for (let type = pieces[at]; type?.kind === 'type'; type = pieces[at]) {
      at += 1
      value = call('cast', value, constant(type.text))
    }
    return value
  }

  function operand(): Expression {
    const piece = take()
    switch (piece.kind) {
      case 'number':
        return constant(Number(piece.text.replaceAll('_', '')))
      case 'text':
        return constant(textOf(piece.text))
      case 'column':
        return { kind: 'column', path: piece.path.map(nameOf) }
      case 'literal':
        return literal(piece)
      case 'call':
        return called(piece)
      case 'cast': {
        const { tree: value, rest } = treeWithRest(piece.of)
        const [type, ...others] = rest
        if (type?.kind !== 'as' || others[0]) throw notExpected(others[0] ?? type)
        return call('cast', value, constant(type.text))
      }
      case 'query':
        throw new NotUnderstood(IN_A_QUERY)
      case 'group': {
        const [only, ...others] = piece.of
        if (!only || others.length > 0) throw notExpected(piece)
        return treeOf(only)
      }
      case 'word': {
        if (Object.hasOwn(WORDS, piece.text)) return constant(WORDS[piece.text] ?? null)
        const now = NOW[piece.text]
        if (now !== undefined) return call(now)
        if (piece.text === 'case') return cases()
        throw notExpected(piece)
      }
      default:
        throw notExpected(piece)
    }
  }

  function cases(): Expression {
    const of = isWord('when') ? undefined : anyOf()
    const found: [Expression, Expression][] = []
    while (skipWord('when')) {
      const when = anyOf()
      needWord('then')
      found.push([of ? call('=', of, when) : when, anyOf()])
    }
    const last = skipWord('else') ? anyOf() : constant(null)
    needWord('end')
    return { kind: 'case', cases: found, else: last }
  }

  const tree = anyOf()
  return { tree, rest: pieces.slice(at) }
}

function literal({ type, text, unit }: Extract<Piece, { kind: 'literal' }>): Expression {
  const value = textOf(text)
  if (['date', 'timestamp', 'timestamptz'].includes(type)) return call('cast', constant(value), constant('timestamp'))
  if (type !== 'interval') throw new NotUnderstood(`a ${type} is not known here`)
  const [, count, inline = unit] = /^(\d+)(?:\s*([a-z]+?)s?)?$/i.exec(value.trim()) ?? []
  if (count === undefined || inline === undefined) throw new NotUnderstood(`the interval "${value}" is not simple`)
  return { kind: 'interval', unit: inline.toLowerCase().replace(/s$/, ''), count: Number(count) }
}

function called({
  name,
  of,
  unit,
  isDistinct,
  isOrdered,
  isOver,
  where,
}: Extract<Piece, { kind: 'call' }>): Expression {
  if (isOver) throw new NotUnderstood('it looks at other rows')
  if (isOrdered) throw new NotUnderstood('it puts rows in order before it counts them')
  const given = of.map(treeOf)
  if (unit !== undefined) return call('date_part', constant(unit), ...given)
  return {
    ...{ kind: 'call', name: nameOf(name), of: given },
    ...(isDistinct ? { isDistinct } : {}),
    ...(where ? { where: treeOf(where) } : {}),
  }
}

function textOf(text: string): string {
  if (!/^'.*'$/s.test(text)) throw new NotUnderstood(`the text ${text} is written in a way that is not known here`)
  return text.slice(1, -1).replaceAll("''", "'")
}
