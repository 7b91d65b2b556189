import { BoardwrightError } from '../errors.ts'
import { isMap } from '../maps.ts'
import type { Path } from '../parts.ts'
import { type BlockPart, cutBlock, lineBelow } from './block.ts'
import { collapse, commentsOf, indentLines, type Lines, linesOf, withoutLeading, withoutTrailing } from './comments.ts'
import { type OutlineEntry, type OutlineNode, outlineOf } from './outline.ts'
import { keyText, printBehind, printEntry, printInline, printYaml, type YamlStyle } from './print.ts'
import { readYaml } from './read.ts'
import { contentStart } from './rewrite.ts'
import { isEmpty, isSame, keysOf } from './same.ts'

/**
 * A value as `printYaml` prints it, keeping the comments and empty lines of an equivalent text. Keys are in the value's
 * order. Comments move with their entry; those of a removed entry stay in place. Several empty lines become one, and
 * none remain at the start or end of a block.
 */
export function formatYaml(text: string, value: unknown, style: YamlStyle = {}): string {
  if (text === printYaml(value, style)) return text
  const complete = text === '' || text.endsWith('\n') ? text : `${text}\n`
  const root = outlineOf(complete)
  if (root === undefined && value === null) return complete
  const formatted = formatText(complete, root, value, style)
  requireSame(complete, formatted, value)
  return formatted
}

function formatText(text: string, root: OutlineNode | undefined, value: unknown, style: YamlStyle): string {
  const comments = commentsOf(text)
  const commentsIn = (from: number, to: number): string[] =>
    comments.filter((comment) => comment.from >= from && comment.from < to).map((comment) => comment.text)

  function formatBlock(node: OutlineNode, value: unknown, from: number, to: number, column: number, path: Path) {
    const block = cutBlock(text, node, from, to, path.length === 0)
    const { opening, before, tail } = linesBetween(block.opening, block.parts, path, value)
    let lead: Lines = []
    let body = ''
    for (const [index, [key, item]] of entriesOf(value).entries()) {
      const part = partOf(block.parts, key)
      const entry = formatEntry(key, item, column, [...path, key], part)
      const above = collapse([...(part === undefined ? [] : (before.get(part) ?? [])), ...entry.above])
      if (index === 0) lead = withoutLeading(above)
      else body += indentLines(above, column)
      body += entry.text
    }
    return { opening, lead, body: body + indentLines(withoutTrailing(collapse(tail)), column) }
  }

  /** What precedes each remaining entry and follows the last. */
  function linesBetween(opening: string, parts: readonly BlockPart[], path: Path, value: unknown) {
    const isRoot = path.length === 0
    const before = new Map<BlockPart, Lines>()
    let pending: Lines = isRoot ? [] : linesOf(opening)
    for (const part of parts) {
      pending = [...pending, ...linesOf(part.lead)]
      if (isLeft(part, parts, value)) {
        before.set(part, pending)
        pending = []
      } else pending = [...pending, ...commentsIn(part.entry.from, part.end)]
      pending = [...pending, ...linesOf(part.gap)]
    }
    return { opening: isRoot ? linesOf(opening) : [], before, tail: pending }
  }

  function formatEntry(
    key: string | number,
    value: unknown,
    column: number,
    path: (string | number)[],
    part: BlockPart | undefined,
  ): { above: Lines; text: string } {
    const name = typeof key === 'string' ? key : undefined
    if (part === undefined) return { above: [], text: printEntry(name, value, column, path, style) }
    const start = `${' '.repeat(column)}${name === undefined ? '-' : keyText(name, column)}`
    const isInline = printInline(value, [...path], style) !== undefined
    const { entry, end } = part
    if (!isInline && entry.simple && entry.value !== undefined && isBlockOf(entry.value, value)) {
      const { head, from } = headOf(entry)
      const { lead, body } = formatBlock(entry.value, value, from, end, column + 2, path)
      // An item's first entry shares the line of its `-`, so they share what is above them.
      if (name === undefined) return { above: [...head, ...lead], text: `${start} ${body.slice(column + 2)}` }
      return {
        above: [],
        text: `${start}${head.map((each) => ` ${each}`).join('')}\n${indentLines(lead, column + 2)}${body}`,
      }
    }
    const { above, beside, below } = commentsAround(entry, end)
    const isRoomBeside = isInline || typeof value === 'string' || name !== undefined
    const behind = printBehind(value, column, name === undefined, path, style, isRoomBeside ? beside : '')
    return {
      above: isRoomBeside || beside === undefined ? above : [...above, beside],
      text: `${start}${behind}${indentLines(below, column)}`,
    }
  }

  /** The comment on the line of a key whose block starts below, and where that block is cut. */
  function headOf({ value, valueFrom }: OutlineEntry): { head: Lines; from: number } {
    const below = lineBelow(text, valueFrom)
    if ((value?.from ?? below) < below) return { head: [], from: valueFrom }
    return { head: commentsIn(valueFrom, below), from: below }
  }

  /** The comments of an entry that is printed afresh: one may stay on its line. */
  function commentsAround(
    entry: OutlineEntry,
    end: number,
  ): { above: Lines; beside: string | undefined; below: Lines } {
    const { value: node, valueFrom } = entry
    const isBlock = node !== undefined && !node.flow && node.kind !== 'literal'
    if (isBlock || !entry.simple) return { above: commentsIn(entry.from, end), beside: undefined, below: [] }
    const last = node === undefined ? valueFrom : node.kind === 'literal' ? node.from : node.to
    const lineEnd = lineBelow(text, last)
    const all = commentsIn(entry.from, lineEnd)
    const [behind] = commentsIn(last, lineEnd)
    const beside = behind ?? (all.length === 1 ? all[0] : undefined)
    const rest = node?.kind === 'literal' ? node.to : lineEnd
    return { above: beside === undefined ? all : all.slice(0, -1), beside, below: linesOf(text.slice(rest, end)) }
  }

  if (root === undefined || !isBlockOf(root, value) || printInline(value, [], style) !== undefined) {
    return indentLines(commentsIn(0, text.length), 0) + printYaml(value, style)
  }
  const start = contentStart(text, root)
  const { opening, lead, body } = formatBlock(root, value, start, text.length, 0, [])
  const top = withoutLeading(collapse([...linesOf(text.slice(0, start)), ...opening]))
  const isApart = top.length === 0 || lead.length === 0 || top.at(-1) === ''
  return indentLines([...top, ...(isApart ? [] : ['']), ...lead], 0) + body
}

const entriesOf = (value: unknown): (readonly [string | number, unknown])[] =>
  Array.isArray(value)
    ? value.map((item, index) => [index, item] as const)
    : isMap(value)
      ? keysOf(value).map((key) => [key, value[key]] as const)
      : []

const partOf = (parts: readonly BlockPart[], key: string | number): BlockPart | undefined =>
  typeof key === 'number' ? parts[key] : parts.find(({ entry }) => entry.key === key)

const isLeft = (part: BlockPart, parts: readonly BlockPart[], value: unknown): boolean =>
  Array.isArray(value)
    ? parts.indexOf(part) < value.length
    : isMap(value) &&
      part.entry.key !== undefined &&
      Object.hasOwn(value, part.entry.key) &&
      value[part.entry.key] !== undefined

const isBlockOf = (node: OutlineNode, value: unknown): boolean =>
  !node.flow && !isEmpty(value) && (node.kind === 'list' ? Array.isArray(value) : node.kind === 'map' && isMap(value))

/** A formatter that changes a meaning or loses a comment must never be trusted. */
function requireSame(text: string, formatted: string, value: unknown): void {
  const { value: now, problems } = readYaml(formatted, '')
  const isEqual = problems.length === 0 && isSame(now, value, [], () => true)
  if (!isEqual || commentList(text) !== commentList(formatted))
    throw new BoardwrightError('INTERNAL', 'a file would say something else after it is formatted')
}

const commentList = (text: string): string =>
  commentsOf(text)
    .map((comment) => comment.text)
    .sort()
    .join('\n')
