import { isDeepStrictEqual } from 'node:util'
import { isMap, pattern } from '@boardwright/common'

type Json = Readonly<Record<string, unknown>>

/**
 * Edits settings (JSON with comments): adds these entries to the map under `key` and keeps everything else. Undefined
 * if the text cannot be parsed, or something other than a map is there.
 */
export function withSettings(text: string, key: string, entries: Json): string | undefined {
  const blank = withoutComments(text)
  const before = parsed(blank)
  const section = before?.[key] ?? {}
  if (before === undefined || !isMap(section)) return undefined
  const wanted = { ...before, [key]: { ...section, ...entries } }
  if (isDeepStrictEqual(before, wanted)) return text

  const root = scanMap(blank, blank.indexOf('{'))
  const place = root.entries.findLast((each) => each.key === key)
  const edits = place
    ? sectionEdits(blank, scanMap(blank, place.from), entries, section)
    : insertion(
        blank,
        root,
        [`${JSON.stringify(key)}: ${JSON.stringify(entries, null, 2).replaceAll('\n', '\n  ')}`],
        '  ',
      )
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n'
  const edited = edits
    .map((edit) => ({ ...edit, by: edit.by.replaceAll('\n', lineEnd) }))
    .toReversed()
    .toSorted((one, other) => other.from - one.from)
    .reduce((result, { from, to, by }) => result.slice(0, from) + by + result.slice(to), text)
  const isRight = isDeepStrictEqual(parsed(withoutComments(edited)), wanted)
  return isRight ? edited : undefined
}

interface Edit {
  readonly from: number
  readonly to: number
  readonly by: string
}

interface Scanned {
  readonly entries: readonly { readonly key: string; readonly from: number; readonly to: number }[]
  /** The `{` and the `}`. */
  readonly open: number
  readonly close: number
}

/** One that nobody closed ends with the text, so that it is looked at once. The same holds for a comment. */
const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"?/
const COMMENT = pattern('g')`(${STRING})|//[^\n]*|/\*[^]*?(?:\*/|($))`
const LAST_COMMA = pattern('g')`(${STRING})|,(?=\s*[}\]])`

/** Replaces comments with spaces, so that offsets stay the same. */
const withoutComments = (text: string): string =>
  text.replace(COMMENT, (found, string?: string, unclosed?: string) =>
    string === undefined && unclosed === undefined ? found.replace(/[^\n]/g, ' ') : found,
  )

function parsed(blank: string): Json | undefined {
  const strict = blank.replace(LAST_COMMA, (found, string?: string) => (string === undefined ? ' ' : found))
  try {
    const value: unknown = JSON.parse(strict)
    return isMap(value) ? value : undefined
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined
    throw cause
  }
}

/** Finds the entries of a map in a valid text. */
function scanMap(text: string, open: number): Scanned {
  const entries: { key: string; from: number; to: number }[] = []
  const token = pattern('g')`${STRING}|[{}[\]:,]|[^\s{}[\]:,"]+`
  let depth = 0
  let key: string | undefined
  let from = -1
  token.lastIndex = open
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    const [sign] = found
    const start = found.index
    if (depth === 1 && (sign === ',' || sign === '}') && key !== undefined && from >= 0) {
      entries.push({ key, from, to: text.slice(0, start).trimEnd().length })
      key = undefined
      from = -1
    }
    if (depth === 1 && sign === '}') return { entries, open, close: start }
    if (depth === 1 && sign !== ':' && sign !== ',') {
      if (key === undefined) key = JSON.parse(sign) as string
      else if (from < 0) from = start
    }
    if (sign === '{' || sign === '[') depth += 1
    if (sign === '}' || sign === ']') depth -= 1
  }
  return { entries, open, close: text.length }
}

function sectionEdits(text: string, map: Scanned, entries: Json, section: Json): Edit[] {
  const replaced = map.entries.flatMap(({ key, from, to }): Edit[] =>
    Object.hasOwn(entries, key) && !isDeepStrictEqual(entries[key], section[key])
      ? [{ from, to, by: JSON.stringify(entries[key]) }]
      : [],
  )
  const added = Object.keys(entries).filter((key) => !Object.hasOwn(section, key))
  const lines = added.map((key) => `${JSON.stringify(key)}: ${JSON.stringify(entries[key])}`)
  return added.length === 0 ? replaced : [...replaced, ...insertion(text, map, lines, '    ')]
}

/** New entries go before the closing brace, on separate lines. */
function insertion(text: string, { entries, open, close }: Scanned, lines: readonly string[], indent: string): Edit[] {
  const last = entries.at(-1)?.to
  const needsComma = last !== undefined && !text.slice(last, close).includes(',')
  const body = lines.map((line) => `${indent}${line}`).join(',\n')
  const lineStart = text.lastIndexOf('\n', close - 1) + 1
  const hasOwnLine = lineStart > open && text.slice(lineStart, close).trim() === ''
  const at = hasOwnLine ? lineStart : close
  const outer = indent.slice(2)
  return [
    ...(needsComma ? [{ from: last, to: last, by: ',' }] : []),
    { from: at, to: at, by: hasOwnLine ? `${body}\n` : `\n${body}\n${outer}` },
  ]
}
