import type { Document, ParsedNode, YAMLParseError } from 'yaml'
import { counted } from '../counted.ts'
import { addAll } from '../many.ts'
import { showUnsafe } from './characters.ts'
import type { Finding } from './check.ts'
import { MARKS, SCALAR_FOLLOWS } from './comments.ts'
import { yamlLibrary } from './library.ts'

/**
 * From text to syntax tree. Forbidden features are found among the tokens, before anything is built: aliases are never
 * followed. With the `failsafe` schema every scalar stays text, and `scalar.ts` interprets it.
 */
export interface Composed {
  readonly root: ParsedNode | null
  readonly findings: readonly Finding[]
}

const OPTIONS = { version: '1.2', schema: 'failsafe', merge: false, uniqueKeys: false, logLevel: 'silent' } as const

/** By the token's first character. Plain and quoted scalars never get here. */
const FORBIDDEN: Readonly<Record<string, string>> = {
  '&': 'anchors are not allowed',
  '*': 'aliases are not allowed',
  '!': 'tags are not allowed',
  '%': 'directives are not allowed',
}

export function compose(text: string, maxTokens: number): Composed {
  const { Composer, Lexer, Parser } = yamlLibrary()
  const parser = new Parser()
  const composer = new Composer(OPTIONS)
  const findings: Finding[] = []
  const documents: Document.Parsed[] = []
  let offset = 0
  let tokens = 0
  let inScalar = false

  for (const token of new Lexer().lex(text)) {
    tokens += 1
    if (tokens > maxTokens) {
      const message = `holds more than ${counted(maxTokens)} pieces of YAML`
      return { root: null, findings: [{ kind: 'FILE_TOO_LARGE', message, from: offset, to: offset }] }
    }
    const message = inScalar ? undefined : FORBIDDEN[token.charAt(0)]
    const to = MARKS.has(token) && !inScalar ? offset : offset + token.length
    if (message !== undefined) findings.push({ kind: 'YAML_FORBIDDEN', message, from: offset, to })
    inScalar = token === SCALAR_FOLLOWS && !inScalar
    offset = to
    for (const part of parser.next(token)) addAll(documents, composer.next(part))
  }
  for (const part of parser.end()) addAll(documents, composer.next(part))
  addAll(documents, composer.end(true, text.length))

  const [first, second] = documents
  if (second !== undefined) {
    const [from] = second.range
    findings.push({ kind: 'YAML_FORBIDDEN', message: 'a second document starts here', from, to: from + 3 })
  }
  const errors = first?.errors ?? []
  const open = errors.length > 0 ? openList(text) : undefined
  if (open) return { root: null, findings: [...findings, open] }
  return { root: first?.contents ?? null, findings: [...findings, ...syntaxFindings(text, errors)] }
}

/** Follow-up errors of an anchor, tag or directive that is reported already. */
const FOLLOWS: ReadonlySet<string> = new Set([
  'ALIAS_PROPS',
  'BAD_ALIAS',
  'BAD_DIRECTIVE',
  'BAD_PROP_ORDER',
  'MULTIPLE_ANCHORS',
  'MULTIPLE_TAGS',
  'TAG_RESOLVE_FAILED',
])

/** Whatever follows one of these may be an error only because of it. */
const MISLEADING = /^(?:Sequence item without - indicator|All (?:mapping|sequence) items)/

const NO_ITEM = 'is not an item of the list above: each item begins with "- "'

/** The parser's common errors, in terms of what to do. */
const PLAIN_WORDS: readonly (readonly [pattern: RegExp, message: string])[] = [
  [/^Sequence item without - indicator/, NO_ITEM],
  [/^Implicit map keys need/, 'a key needs a ":" after it'],
  [/^Implicit keys need/, 'a key and its ":" must be on one line'],
  [/^Nested mappings/, 'a second ": " on one line: a text that holds it needs quotes'],
  [/^All mapping items/, 'the keys of one map must start in the same column'],
  [/^All sequence items/, 'the items of one list must start in the same column'],
  [/^Tabs are not allowed/, 'a tab in the indentation: use spaces'],
  [/^Missing closing/, 'the closing quote is missing'],
  [/^Plain value cannot start with .* (\S)$/, 'a text that starts with $1 needs quotes'],
  [/^Flow .* a (\S)$/, 'the closing "$1" is missing, or its line is not indented'],
  [/^Unexpected \S+ token[^:]*: (.*)$/, '$1 does not belong here'],
  [
    /^Unexpected (?:scalar|double-quoted-scalar|single-quoted-scalar) .*$/,
    'this does not belong to the value before it',
  ],
]

const NOT_CLOSED = /^(?:Missing closing|Flow )/
const LONGEST_MESSAGE = 120

function syntaxFindings(text: string, errors: readonly YAMLParseError[]): Finding[] {
  const deepest = errors.find(({ code }) => code === 'RESOURCE_EXHAUSTION')
  if (deepest !== undefined) {
    const [from] = deepest.pos
    return [{ kind: 'YAML_TOO_DEEP', message: 'is nested too deeply', from, to: from + 1 }]
  }
  const first = errors.find(({ code, message }) => code === 'TAB_AS_INDENT' || MISLEADING.test(message))
  const told = first === undefined ? errors : [first]
  return told
    .filter(({ code }) => !FOLLOWS.has(code))
    .map(({ message, pos: [at, to] }) => {
      const better = betterPlace(message, text, at) ?? itemWithoutDash(message, text, at)
      if (better) return { kind: 'YAML_SYNTAX', ...better }
      // The parser reports unclosed quotes and brackets where it gave up, lines further down.
      const from = NOT_CLOSED.test(message) ? text.slice(0, at).trimEnd().length : at
      return { kind: 'YAML_SYNTAX', message: inPlainWords(message), from, to }
    })
}

const NO_BRACKET = 'Remove it: a list with dashes has no bracket.'

/** A list that begins with a bracket and goes on with dashes: the parser notices it only where it has given up. */
function openList(text: string): Finding | undefined {
  const found = /^[ \t]*(?:- )?[^\s#'"[{][^#'"\n]*:[ \t]+(?=\[[^\]\n]*\n[ \t]*- )/m.exec(text)
  if (!found) return undefined
  const from = found.index + found[0].length
  return { kind: 'YAML_SYNTAX', message: 'the "[" is not closed', from, to: from + 1, hint: NO_BRACKET }
}

/** A better place for errors that the parser reports where it gave up, not where people would look. */
function betterPlace(message: string, text: string, at: number): Omit<Finding, 'kind'> | undefined {
  const end = text.indexOf('\n', at)
  const rest = text.slice(at, end < 0 ? undefined : end)
  const next = /^(?:[ \t]*(?:#.*)?\n)*([ \t]+)\S.*/.exec(end < 0 ? '' : text.slice(end + 1))
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at)
  if (/^(?:Nested mappings|Implicit keys)/.test(message) && /:[ \t]+$/.test(line) && !/:(?:\s|$)/.test(rest) && next) {
    const to = end + 1 + next[0].length
    const from = to - next[0].slice(next[0].lastIndexOf('\n') + 1).trimStart().length
    return { message: 'is indented further than the key above it, which already has a value', from, to, hint: UNINDENT }
  }
  const [, before = '', bracket = ''] = /^(.*: +)([[{])/.exec(line) ?? []
  if (!message.startsWith('Unexpected') || bracket === '' || !/[\]}]$/.test(line.trimEnd())) return undefined
  const from = at - line.length + before.length
  return { message: `a text that starts with ${bracket} needs quotes`, from, to: from + 1 }
}

/** A key in the column in which the items of the list above it begin. */
function itemWithoutDash(message: string, text: string, at: number): Omit<Finding, 'kind'> | undefined {
  const [, indent = '', key = ''] = /^( *)(\S.*)/.exec(text.slice(at)) ?? []
  if (!message.startsWith('All mapping items')) return undefined
  const isOutside = (line: string): boolean => /\S/.test(line) && line.search(/\S/) <= indent.length
  const above = text.slice(0, at).split('\n').findLast(isOutside)
  if (!above?.startsWith(`${indent}- `)) return undefined
  const from = at + indent.length
  return { message: NO_ITEM, from, to: from + key.length }
}

const UNINDENT = 'Move it left, to the column of that key. If it belongs to the value, put the value in quotes.'

function inPlainWords(message: string): string {
  for (const [pattern, words] of PLAIN_WORDS) {
    const found = pattern.exec(message)
    if (found !== null) return words.replace('$1', cut(found[1] ?? ''))
  }
  return cut(message.charAt(0).toLowerCase() + message.slice(1))
}

const cut = (message: string): string =>
  showUnsafe(message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE)}...` : message)
