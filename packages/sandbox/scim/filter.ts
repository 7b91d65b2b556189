import { badRequest } from '../http/refusal.ts'
import type { AttributeTable } from './attributes.ts'

const OPERATORS = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const
export type Operator = (typeof OPERATORS)[number]
export type Literal = string | number | boolean | null

/** A filter of RFC 7644, 3.4.2.2. Paths are in lower case and without the name of the schema. */
export type Filter =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Filter[] }
  | { readonly kind: 'not'; readonly part: Filter }
  | { readonly kind: 'present'; readonly path: string }
  | { readonly kind: 'compare'; readonly path: string; readonly operator: Operator; readonly value: Literal }
  /** One element of a list matches: `emails[type eq "work"]`. */
  | { readonly kind: 'some'; readonly path: string; readonly filter: Filter }

const DEEPEST = 50
const TOKEN = /\s*("(?:[^"\\]|\\.)*"|[()[\]]|[^\s()[\]"]+)/y

/** `inside` is the list whose brackets contain the filter. */
export function parseFilter(text: string, attributes: AttributeTable, inside?: string): Filter {
  const tokens = tokenize(text)
  let at = 0
  const next = (): string => tokens[at++] ?? ''
  const takes = (word: string): boolean => {
    if (tokens[at]?.toLowerCase() !== word) return false
    at += 1
    return true
  }
  const expect = (word: string): void => {
    if (!takes(word)) throw invalid(`expected "${word}" ${tokens[at] ? `instead of ${tokens[at]}` : 'at the end'}`)
  }

  function either(place: string | undefined, depth: number): Filter {
    return joined('or', () => joined('and', () => one(place, depth)))
  }

  function joined(kind: 'and' | 'or', part: () => Filter): Filter {
    const first = part()
    const parts = [first]
    while (takes(kind)) parts.push(part())
    return parts.length === 1 ? first : { kind, parts }
  }

  function one(place: string | undefined, depth: number): Filter {
    if (depth > DEEPEST) throw invalid('too many brackets')
    if (takes('not')) {
      expect('(')
      return { kind: 'not', part: bracketed(place, depth, ')') }
    }
    if (takes('(')) return bracketed(place, depth, ')')
    const path = pathOf(next(), attributes, place)
    if (takes('[')) return { kind: 'some', path, filter: bracketed(path, depth, ']') }
    if (takes('pr')) return { kind: 'present', path }
    const word = next().toLowerCase()
    const operator = OPERATORS.find((known) => known === word)
    if (operator === undefined) throw invalid(`"${word}" is not an operator`)
    const value = literalOf(next())
    requireFit(attributes, path, operator, value)
    return { kind: 'compare', path, operator, value }
  }

  function bracketed(place: string | undefined, depth: number, end: string): Filter {
    const filter = either(place, depth + 1)
    expect(end)
    return filter
  }

  const filter = either(inside, 0)
  if (at < tokens.length) throw invalid(`${tokens[at]} is out of place`)
  return filter
}

function tokenize(text: string): string[] {
  const tokens: string[] = []
  const trimmed = text.trimEnd()
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < trimmed.length) {
    const [, token] = TOKEN.exec(trimmed) ?? []
    if (token === undefined) throw invalid('a text does not end')
    tokens.push(token)
  }
  return tokens
}

function pathOf(word: string, attributes: AttributeTable, place: string | undefined): string {
  const name = word.replace(/^urn:ietf:params:scim:schemas:core:2\.0:(user|group):/i, '').toLowerCase()
  const path = place === undefined ? name : `${place}.${name}`
  if (!Object.hasOwn(attributes, path)) throw invalid(`"${word}" is not an attribute here`)
  return path
}

function literalOf(word: string): Literal {
  try {
    const value: unknown = JSON.parse(word)
    if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return value as Literal
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
  }
  throw invalid(`"${word}" is not a value: texts stand in double quotes`)
}

const EQUAL: readonly Operator[] = ['eq', 'ne']
const PARTS: readonly Operator[] = ['co', 'sw', 'ew']

/** An operator that makes no sense for an attribute is an error, not an empty result. */
function requireFit(attributes: AttributeTable, path: string, operator: Operator, value: Literal): void {
  const type = attributes[path]
  const equal = EQUAL.includes(operator)
  if (value === null && equal) return
  const fits =
    type === 'flag'
      ? typeof value === 'boolean' && equal
      : typeof value === 'string' &&
        (type !== 'date' || (!PARTS.includes(operator) && !Number.isNaN(Date.parse(value))))
  if (!fits) throw invalid(`"${path} ${operator} ${JSON.stringify(value)}" does not fit the attribute`)
}

const invalid = (problem: string) => badRequest(`filter: ${problem}`, 'invalidFilter')
