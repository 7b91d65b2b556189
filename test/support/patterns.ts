import { readFileSync } from 'node:fs'
import { parseAst } from 'vitest/node'
import { sourceFiles } from './house.ts'

/** The regular expressions of the sources, and texts that make a bad one slow. */

export interface Pattern {
  readonly place: string
  readonly source: string
  readonly flags: string
}

/** Every literal in the sources and every template of `pattern`, once. */
export function patternsInSources(): Pattern[] {
  const sources = sourceFiles()
    .toSorted()
    .map((file): Source => {
      const text = readFileSync(file, 'utf8')
      return { file, text, program: parseAst(text, { lang: 'ts' }) }
    })
  const named = new Map(sources.flatMap(({ file, program }) => namesIn(file, program)))
  const found = new Map<string, Pattern>()
  for (const { file, text, program } of sources)
    for (const node of nodesIn(program))
      for (const { source, flags } of writtenAt(node, (name) => named.get(`${file} ${name}`) ?? named.get(name))) {
        const key = `${file} /${source}/${flags}`
        const line = text.slice(0, node['start'] as number).split('\n').length
        if (!found.has(key)) found.set(key, { place: `${file}:${line}`, source, flags })
      }
  return [...found.values()]
}

interface Source {
  readonly file: string
  readonly text: string
  readonly program: unknown
}
type Node = Readonly<Record<string, unknown>>
/** What is given to a constant of this name. */
type Named = (name: string) => unknown

function* nodesIn(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return
  yield value as Node
  for (const child of Object.values(value)) yield* nodesIn(child)
}

/** The constants of a file, under their names and under the file with their names. */
const namesIn = (file: string, program: unknown): [string, unknown][] =>
  [...nodesIn(program)]
    .filter(({ type }) => type === 'VariableDeclarator')
    .flatMap(({ id, init }) => {
      const { name } = id as Node
      return typeof name === 'string'
        ? ([name, `${file} ${name}`].map((key) => [key, init]) as [string, unknown][])
        : []
    })

/** What may be in the place of a text that is known only later: a name, or what looks like no name. */
const STAND_INS = ['name', ' ']

/** The expressions that a node is, if any: a template is one for each of the stand-ins. */
function writtenAt(node: Node, named: Named): Omit<Pattern, 'place'>[] {
  const regex = node['regex'] as { readonly pattern: string; readonly flags: string } | undefined
  if (node['type'] === 'Literal' && regex) return [{ source: regex.pattern, flags: regex.flags }]
  const { callee, arguments: given } = (node['tag'] ?? {}) as Node
  if (node['type'] !== 'TaggedTemplateExpression' || (callee as Node | undefined)?.['name'] !== 'pattern') return []
  const { quasis, expressions } = node['quasi'] as { readonly quasis: readonly Node[]; readonly expressions: Node[] }
  const flags = ((given as readonly Node[])[0]?.['value'] ?? '') as string
  const raw = quasis.map(({ value }) => (value as { readonly raw: string }).raw)
  const sources = STAND_INS.map((standIn) => {
    const parts = expressions.map((part) => sourceOf(part, named) ?? standIn)
    return String.raw({ raw }, ...parts)
  })
  return [...new Set(sources)].map((source) => ({ source, flags }))
}

/** The source of an expression that a template names; undefined if it is a text, or known only later. */
function sourceOf(part: Node, named: Named): string | undefined {
  const meant = part['type'] === 'Identifier' ? named(part['name'] as string) : part
  const [written] = typeof meant === 'object' && meant !== null ? writtenAt(meant as Node, named) : []
  return written && `(?:${written.source})`
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
