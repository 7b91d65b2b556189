import { NotUnderstood, type Token, tokensOf } from './tokens.ts'

/** The same SQL, limited to `most` rows. SQL that cannot be read stays unchanged. */
export function limited(sql: string, most: number): string {
  const tokens = readTokens(sql)
  const end = tokens?.findLast(({ kind, text }) => kind !== 'end' && text !== ';')
  if (!tokens || !end) return sql
  const text = sql.slice(0, end.at + end.length)
  const limit = ownLimit(tokens)
  if (limit === undefined) return `${text}\nlimit ${most}`
  if (limit.kind !== 'number' || !/^\d+$/.test(limit.text) || Number(limit.text) <= most) return text
  return `${text.slice(0, limit.at)}${most}${text.slice(limit.at + limit.length)}`
}

function readTokens(sql: string): Token[] | undefined {
  try {
    return tokensOf(sql)
  } catch (cause) {
    if (cause instanceof NotUnderstood) return undefined
    throw cause
  }
}

const DEEPER: Readonly<Record<string, number>> = { '(': 1, '[': 1, ')': -1, ']': -1 }

/**
 * The token that says how many rows the whole SQL returns: the one after a `limit` or `fetch` outside all parentheses.
 */
function ownLimit(tokens: readonly Token[]): Token | undefined {
  let depth = 0
  let found: Token | undefined
  for (const [index, { kind, text }] of tokens.entries()) {
    if (kind === 'sign') depth += DEEPER[text] ?? 0
    if (kind === 'word' && depth === 0 && /^(limit|fetch)$/i.test(text)) found = tokens[index + 1]
  }
  return found
}
