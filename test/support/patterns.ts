import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vitest/node'

/** The regular expressions of the sources, and texts that make a bad one slow. */

export interface Pattern {
  readonly place: string
  readonly source: string
  readonly flags: string
}

/** Every literal below `src`, once. Those that are put together from others are in the tests of what uses them. */
export function patternsIn(root: string): Pattern[] {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  const found = new Map<string, Pattern>()
  for (const file of files.toSorted()) {
    const text = readFileSync(join(root, file), 'utf8')
    visit(parseAst(text, { lang: 'ts' }), (pattern, at) => {
      const line = text.slice(0, at).split('\n').length
      const key = `${file} /${pattern.source}/${pattern.flags}`
      if (!found.has(key)) found.set(key, { place: `${join(root, file)}:${line}`, ...pattern })
    })
  }
  return [...found.values()]
}

function visit(node: unknown, hear: (pattern: Omit<Pattern, 'place'>, at: number) => void): void {
  if (typeof node !== 'object' || node === null) return
  const { regex, start, pattern, flags } = node as {
    readonly regex?: { readonly pattern: string; readonly flags: string }
    readonly start?: number
  } & Record<string, unknown>
  if (regex && pattern === undefined && flags === undefined)
    hear({ source: regex.pattern, flags: regex.flags }, start ?? 0)
  for (const child of Object.values(node)) visit(child, hear)
}

/** What a class of characters stands for: a few that are in it. */
const CLASSES: Readonly<Record<string, readonly string[]>> = {
  s: [' ', '\n'],
  w: ['a', '0'],
  d: ['0'],
  S: ['a', '.'],
  W: [' ', '.'],
  D: ['a', ' '],
  n: ['\n'],
  t: ['\t'],
  r: ['\r'],
}

const TOKEN = /\\u\{?([0-9a-f]{2,6})\}?|\\p\{[^}]*\}|\\(.)|\(\?<?[=!:]|\(\?<\w+>|\{\d*,?\d*\}|([\s\S])/giu

/** Single characters and words that the expression names or means. */
export function alphabetOf({ source }: Pick<Pattern, 'source'>): string[] {
  const characters = new Set<string>()
  const words = new Set<string>()
  let word = ''
  let inClass = false
  const end = (): void => {
    if (word.length > 1) words.add(word)
    word = ''
  }
  for (const [whole, code, escaped, plain] of source.matchAll(TOKEN)) {
    const literal =
      code !== undefined
        ? String.fromCodePoint(Number.parseInt(code, 16))
        : escaped !== undefined && !/[a-z0-9]/i.test(escaped)
          ? escaped
          : plain !== undefined && (inClass ? !/[\^\]-]/.test(plain) : !/[[\]()|*+?^$.]/.test(plain))
            ? plain
            : undefined
    if (whole.startsWith('\\p')) characters.add('é').add('a')
    for (const each of CLASSES[escaped ?? ''] ?? []) characters.add(each)
    if (plain === '.' && !inClass) characters.add('a')
    if (plain === '[' && !inClass) inClass = true
    else if (plain === ']' && inClass) inClass = false
    if (literal === undefined || inClass) end()
    else word += literal
    if (literal !== undefined) characters.add(literal)
  }
  end()
  return [...new Set([...characters, 'a', ' ', '\n'])].slice(0, MOST_CHARACTERS).concat([...words].slice(0, MOST_WORDS))
}

const MOST_CHARACTERS = 16
const MOST_WORDS = 6
const ENDINGS = ['\u0000', '\n', 'a', '']

/**
 * Texts of this length: something at the start, something again and again, and something that does not fit. `thorough`
 * tries more of each, and every pair.
 */
export function* attacksOn(pattern: Pick<Pattern, 'source'>, length: number, thorough: boolean): Generator<string> {
  const alphabet = alphabetOf(pattern)
  const seconds = thorough ? alphabet : alphabet.slice(0, FEW)
  const firsts = alphabet.filter((each) => seconds.includes(each) || each.length > 1)
  const pairs = firsts.flatMap((one) => seconds.map((other) => one + other))
  for (const pump of [...alphabet, ...pairs]) {
    const middle = pump.repeat(Math.ceil(length / pump.length))
    for (const ending of ENDINGS.slice(0, thorough ? undefined : 2)) yield middle + ending
    if (alphabet.includes(pump)) for (const start of firsts) yield `${start}${middle}\u0000`
  }
}

const FEW = 5
const KEPT = 24

/** The same attack at another length: its middle is repeated, its start and its end are kept. */
export function longer(text: string, length: number): string {
  const middle = text.slice(KEPT, -KEPT)
  if (middle === '') return text
  return text.slice(0, KEPT) + middle.repeat(Math.ceil(length / middle.length)) + text.slice(-KEPT)
}

/** Every way of using an expression looks for matches from the left; this looks for all of them. */
export function spend({ source, flags }: Omit<Pattern, 'place'>, text: string): number {
  const expression = new RegExp(source, flags.includes('g') ? flags : `${flags}g`)
  const before = process.cpuUsage()
  if (flags.includes('y')) expression.test(text)
  else text.replace(expression, '')
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
