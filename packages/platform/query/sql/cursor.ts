import type { Name } from './syntax.ts'
import { NotUnderstood, type Token, tokensOf } from './tokens.ts'

export const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Words that cannot be a column's name unless quoted. */
export const RESERVED = words(`
  all analyse analyze and any array as asc asymmetric between both case cast check collate column constraint create cross
  current_catalog current_date current_role current_time current_timestamp current_user default deferrable desc distinct do
  else end except exists false fetch for foreign from full grant group having ilike in initially inner intersect into is isnull
  join lateral leading left like limit localtime localtimestamp natural not notnull null offset on only or order outer overlaps
  placing primary references returning right select session_user similar some symmetric table then to trailing true union
  unique user using variadic when where window with`)
const TYPE_MORE = words('precision varying with without time zone')
const DEEPEST = 200

/** The tokens of an SQL text, and how far they have been read. */
export type Cursor = ReturnType<typeof createCursor>

export function createCursor(sql: string) {
  const tokens = tokensOf(sql)
  let index = 0
  let depth = 0

  const peek = (ahead = 0): Token => tokens[Math.min(index + ahead, tokens.length - 1)] as Token
  const isWord = (word: string, ahead = 0): boolean =>
    peek(ahead).kind === 'word' && peek(ahead).text.toLowerCase() === word
  const isSign = (sign: string, ahead = 0): boolean => peek(ahead).kind === 'sign' && peek(ahead).text === sign
  const fail = (): never => {
    const token = peek()
    const isEnd = token.kind === 'end'
    const { at, length } = (isEnd ? tokens.at(-2) : token) ?? token
    throw new NotUnderstood(isEnd ? 'it ends too early' : `"${token.text}" is not expected here`, { at, length })
  }
  const take = (): Token => {
    const token = peek()
    index += 1
    return token
  }
  const skipWord = (...all: readonly string[]): boolean => {
    if (!all.every((word, ahead) => isWord(word, ahead))) return false
    index += all.length
    return true
  }
  const skipSign = (sign: string): boolean => {
    if (!isSign(sign)) return false
    index += 1
    return true
  }
  const isWordOf = (...all: readonly string[]): boolean => all.some((word) => isWord(word))
  const needSign = (sign: string): void => void (skipSign(sign) || fail())
  const needWord = (word: string): void => void (skipWord(word) || fail())
  const isName = (ahead = 0): boolean =>
    peek(ahead).kind === 'name' || (peek(ahead).kind === 'word' && !RESERVED.has(peek(ahead).text.toLowerCase()))
  const takeName = (): Name => {
    if (!isName()) fail()
    const { kind, text, at, length } = take()
    return { text, isQuoted: kind === 'name', at, length }
  }
  const takePath = (): Name[] => {
    const path = [takeName()]
    while (isSign('.') && !isSign('*', 1)) {
      index += 1
      // After a dot, any word is a name.
      const { kind, text, at, length } = take()
      if (kind !== 'word' && kind !== 'name') fail()
      path.push({ text, isQuoted: kind === 'name', at, length })
    }
    return path
  }
  const nested = <T>(read: () => T): T => {
    depth += 1
    if (depth > DEEPEST) throw new NotUnderstood('it is nested too deeply')
    const result = read()
    depth -= 1
    return result
  }
  const names = (): Name[] => {
    needSign('(')
    const list = [takeName()]
    while (skipSign(',')) list.push(takeName())
    needSign(')')
    return list
  }
  const startsQuery = (ahead = 0): boolean =>
    isWord('select', ahead) || isWord('with', ahead) || isWord('values', ahead)
  const wasWord = (...all: readonly string[]): boolean => index > 0 && all.some((word) => isWord(word, -1))

  /** Skips the type after `::`, or in a cast. */
  function skipType(): void {
    takePath()
    while (peek().kind === 'word' && TYPE_MORE.has(peek().text.toLowerCase())) index += 1
    if (skipSign('(')) {
      while (peek().kind === 'number' || isSign(',')) index += 1
      needSign(')')
    }
    while (peek().kind === 'word' && TYPE_MORE.has(peek().text.toLowerCase())) index += 1
    while (skipSign('[')) {
      if (peek().kind === 'number') index += 1
      needSign(']')
    }
  }

  return {
    at: () => index,
    skip(count: number): void {
      index += count
    },
    ...{ peek, isWord, isWordOf, wasWord, isSign, isName, startsQuery, fail, take, takeName, takePath, names },
    ...{ skipWord, skipSign, skipType, needSign, needWord, nested },
  }
}
