/** A word, a quoted name, a text, a number or a sign. */
export interface Token {
  readonly kind: 'word' | 'name' | 'text' | 'number' | 'sign' | 'end'
  /** The text as written; for a name, without its quotes. */
  readonly text: string
  readonly at: number
  readonly length: number
}

/** The SQL is beyond what we can read reliably. The message says why. */
export class NotUnderstood extends Error {
  /** Where the problem is in the text, if it is in one place. */
  readonly place: InText | undefined

  constructor(message: string, place?: InText) {
    super(message)
    this.place = place
  }
}

export type InText = Pick<Token, 'at' | 'length'>

export class IsTemplate extends NotUnderstood {
  constructor(place: InText) {
    super('it is a template', place)
  }
}

/** A template may fill in anything. */
const TEMPLATE = /(?:\{\{[^\n]*?\}\}|\{%[^\n]*?%\}|\$\{[^}\n]*\}|\{\{|\{%|\$\{)/y
const SPACE = /\s+/y
const LINE_COMMENT = /--[^\n]*/y
const WORD = /[\p{L}_][\p{L}\p{N}_$]*/uy
const NUMBER = /(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y
const TEXT = /'(?:[^']|'')*'/y
const ESCAPED_TEXT = /[eE]'(?:[^'\\]|\\[\s\S]|'')*'/y
const OTHER_TEXT = /[bBxXnN]'[^']*'|[uU]&'(?:[^']|'')*'/y
const QUOTED = /"(?:[^"]|"")+"/y
const DOLLAR = /\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$/uy
const PARAMETER = /\$\d+/y
const SIGN =
  /::|\|\||->>|->|#>>|#>|@>|<@|<=|>=|<>|!=|!~~\*|!~~|!~\*|!~|~~\*|~~|~\*|\?\||\?&|&&|:=|=>|[-+*/%^<>=~!@#&|?,.;:()[\]]/y

type Kind = Token['kind']

const RULES: readonly (readonly [RegExp, Kind])[] = [
  [ESCAPED_TEXT, 'text'],
  [OTHER_TEXT, 'text'],
  [TEXT, 'text'],
  [WORD, 'word'],
  [NUMBER, 'number'],
  [QUOTED, 'name'],
  [PARAMETER, 'number'],
  [SIGN, 'sign'],
]

export function tokensOf(sql: string): Token[] {
  const tokens: Token[] = []
  const endOf = (pattern: RegExp, at: number): number => {
    pattern.lastIndex = at
    return pattern.test(sql) ? pattern.lastIndex : at
  }
  let at = 0
  while (at < sql.length) {
    const blank = Math.max(endOf(SPACE, at), endOf(LINE_COMMENT, at), endOfComment(sql, at))
    if (blank > at) {
      at = blank
      continue
    }
    const template = endOf(TEMPLATE, at)
    if (template > at) throw new IsTemplate({ at, length: template - at })
    const dollar = endOf(DOLLAR, at)
    if (dollar > at) {
      const end = sql.indexOf(sql.slice(at, dollar), dollar)
      if (end < 0) throw new NotUnderstood('a text does not end', { at, length: dollar - at })
      const next = end + dollar - at
      tokens.push({ kind: 'text', text: '', at, length: next - at })
      at = next
      continue
    }
    const rule = RULES.find(([pattern]) => endOf(pattern, at) > at)
    if (!rule) throw new NotUnderstood(`"${sql[at]}" cannot be read`, { at, length: 1 })
    const next = endOf(rule[0], at)
    const text = sql.slice(at, next)
    tokens.push({
      kind: rule[1],
      text: rule[1] === 'name' ? text.slice(1, -1).replaceAll('""', '"') : text,
      at,
      length: next - at,
    })
    at = next
  }
  tokens.push({ kind: 'end', text: '', at, length: 0 })
  return tokens
}

/** Comments of this kind can be nested. */
function endOfComment(sql: string, start: number): number {
  if (!sql.startsWith('/*', start)) return start
  let depth = 0
  for (let at = start; at < sql.length; at += 1) {
    if (sql.startsWith('/*', at)) {
      depth += 1
      at += 1
    } else if (sql.startsWith('*/', at)) {
      depth -= 1
      at += 1
      if (depth === 0) return at + 1
    }
  }
  throw new NotUnderstood('a comment does not end', { at: start, length: 2 })
}
