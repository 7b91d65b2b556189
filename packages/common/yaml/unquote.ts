/** A text in double quotes as it is read, and where each of its characters is written. */
export interface Unquoted {
  readonly text: string
  /** The place within the quoted text of a character of the text that is read, or behind its last one. */
  readonly startOf: (at: number) => number
}

const NAMED: Readonly<Record<string, string>> = {
  ...{ '0': '\0', a: '\x07', b: '\b', t: '\t', n: '\n', v: '\v', f: '\f', r: '\r', e: '\x1b', ' ': ' ' },
  ...{ '"': '"', '/': '/', '\\': '\\', N: '\x85', _: '\xa0', L: '\u2028', P: '\u2029' },
}
/** An escape, a line that is folded, or one character. Blanks are looked through once, from the first of them. */
const PIECE =
  /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|\r?\n[ \t]*|([\s\S]))|(?:(?:(?<![ \t])|(?<=\\[ \t]))[ \t]+)?(?:\r?\n[ \t]*)+|[\s\S]/g

/** Reads a text in the double quotes of YAML or JSON; undefined for any other text. */
export function unquote(raw: string): Unquoted | undefined {
  if (raw.length < 2 || !raw.startsWith('"') || !raw.endsWith('"')) return undefined
  const starts: number[] = []
  let text = ''
  for (const { 0: piece, 1: two, 2: four, 3: eight, 4: named, index } of raw.slice(1, -1).matchAll(PIECE)) {
    const read = meaningOf(piece, two ?? four ?? eight, named)
    for (let each = 0; each < read.length; each += 1) starts.push(index + 1)
    text += read
  }
  return { text, startOf: (at) => starts[at] ?? raw.length - 1 }
}

function meaningOf(piece: string, code: string | undefined, named: string | undefined): string {
  if (code !== undefined) return codePoint(Number.parseInt(code, 16))
  if (named !== undefined) return NAMED[named] ?? named
  if (piece.startsWith('\\')) return ''
  const lines = piece.split('\n').length - 1
  return lines === 0 ? piece : lines === 1 ? ' ' : '\n'.repeat(lines - 1)
}

const codePoint = (code: number): string => (code > 0x10ffff ? '' : String.fromCodePoint(code))

/** Whether a letter of a text may be written as an escape, so that searching for a word does not find it. */
export const mayHideWords = (text: string): boolean => /\\(?:[xuU]|\r?\n)/.test(text)
