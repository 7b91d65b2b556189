export interface Word {
  readonly text: string
  /** Its depth of parentheses. */
  readonly depth: number
}

/** Words, quoted texts and single characters of a query, without comments. */
export function readWords(sql: string): Word[] {
  const words: Word[] = []
  let depth = 0
  for (const [text] of sql
    .slice(0, 100_000)
    .matchAll(/--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|[\p{L}\p{N}_.$]+|\S/gu)) {
    if (text.startsWith('--') || text.startsWith('/*')) continue
    if (text === ')') depth -= 1
    words.push({ text, depth })
    if (text === '(') depth += 1
  }
  return words
}

export const isWord = ({ text }: Word, ...names: readonly string[]): boolean => names.includes(text.toLowerCase())

export interface SqlColumn {
  readonly name: string
  readonly expression: readonly string[]
}

/** One SELECT: its columns, and what follows FROM. */
export interface Select {
  readonly columns: readonly SqlColumn[]
  readonly from: string | undefined
  readonly limit: number | undefined
}

const CLAUSE_END = [
  'from',
  'where',
  'group',
  'having',
  'order',
  'limit',
  'offset',
  'union',
  'window',
  'intersect',
  'except',
]

/** The SELECTs that produce the query's rows: those of a UNION, and of the last one's WITH. */
export function selectsIn(sql: string): Select[] {
  const words = readWords(sql)
  const outer = selectsAt(words, 0)
  const only = outer.length === 1 ? outer[0] : undefined
  const inner = only?.from === undefined ? [] : partNamed(words, only.from)
  const isPassedOn = only?.columns.every(({ expression }) => expression.length === 1) === true && inner.length > 0
  if (!only || !isPassedOn) return outer
  return inner.map((select) => ({
    ...select,
    columns: only.columns.map(({ name }, index) => ({
      name,
      expression:
        (inner[0]?.columns.findIndex((column) => column.name === name) ?? -1) >= 0
          ? (select.columns[inner[0]?.columns.findIndex((column) => column.name === name) ?? index]?.expression ?? [
              name,
            ])
          : [name],
    })),
  }))
}

function selectsAt(words: readonly Word[], depth: number): Select[] {
  const starts = words.flatMap((word, at) => (word.depth === depth && isWord(word, 'select') ? [at] : []))
  return starts.map((start, index) => readSelect(words.slice(start + 1, starts[index + 1]), depth))
}

/** `WITH name AS (...)`: the SELECTs in the parentheses. */
function partNamed(words: readonly Word[], name: string): Select[] {
  const at = words.findIndex(
    (word, index) => word.text === name && words[index + 1] !== undefined && isWord(words[index + 1] as Word, 'as'),
  )
  const open = words.findIndex(({ text }, index) => index > at && text === '(')
  if (at < 0 || open < 0) return []
  const depth = (words[open]?.depth ?? 0) + 1
  const end = words.findIndex((word, index) => index > open && word.text === ')' && word.depth === depth - 1)
  return selectsAt(words.slice(open + 1, end < 0 ? undefined : end), depth)
}

function readSelect(words: readonly Word[], depth: number): Select {
  const end = words.findIndex((word) => word.depth === depth && isWord(word, ...CLAUSE_END))
  const listed = end < 0 ? words : words.slice(0, end)
  const from = words.findIndex((word) => word.depth === depth && isWord(word, 'from'))
  const limit = words.findLastIndex((word) => word.depth === depth && isWord(word, 'limit'))
  const count = Number(words[limit + 1]?.text)
  return {
    columns: splitAt(listed, depth).map((column, index) => readColumn(column, depth, index)),
    from: from < 0 ? undefined : words[from + 1]?.text,
    limit: limit >= 0 && Number.isInteger(count) ? count : undefined,
  }
}

function splitAt(words: readonly Word[], depth: number): Word[][] {
  const columns: Word[][] = [[]]
  for (const word of words) {
    if (word.depth === depth && word.text === ',') columns.push([])
    else columns.at(-1)?.push(word)
  }
  return columns.filter((column) => column.length > 0)
}

function readColumn(words: readonly Word[], depth: number, index: number): SqlColumn {
  const as = words.findLastIndex((word) => word.depth === depth && isWord(word, 'as'))
  const last = words.at(-1)?.text ?? ''
  const bare = as >= 0 ? (words[as + 1]?.text ?? last) : last
  const isName = /^["\p{L}_][\p{L}\p{N}_.$"]*$/u.test(bare)
  return {
    name: isName ? nameIn(bare) : `column_${index + 1}`,
    expression: (as >= 0 ? words.slice(0, as) : words).map(({ text }) => text),
  }
}

/** Without quotes, a name is in small letters. */
function nameIn(word: string): string {
  const last = word.startsWith('"') ? word : (word.split('.').at(-1) ?? word)
  return last.startsWith('"') ? last.replaceAll('"', '') : last.toLowerCase()
}
