import { isMap } from '../maps.ts'
import type { Path } from '../parts.ts'
import { assembleBlock, cutBlock, lineBelow } from './block.ts'
import { type KeyOrder, wantedEntries } from './order.ts'
import type { OutlineEntry, OutlineNode } from './outline.ts'
import { fitsOnLine, flowText, printBehind, printEntry, printInline, type YamlStyle } from './print.ts'
import { isEmpty, isSame, keysOf } from './same.ts'

export interface EditStyle extends YamlStyle, KeyOrder {}

/**
 * Rewrites the differing parts of a text and copies everything else. From level `maxDepth` on, differing blocks are
 * printed afresh. Undefined if nothing of the text can stay.
 */
export function rewriteText(
  text: string,
  root: OutlineNode,
  before: unknown,
  after: unknown,
  style: EditStyle,
  maxDepth: number,
): string | undefined {
  const isOrdered = style.isOrdered ?? (() => false)

  function rewriteBlock(
    node: OutlineNode,
    from: number,
    to: number,
    before: unknown,
    after: unknown,
    path: Path,
  ): string {
    const block = cutBlock(text, node, from, to, path.length === 0)
    const keys = node.entries.map(({ key }) => key)
    const wanted = wantedEntries(keys, before, after, path, style)
    const parts = wanted.map(({ key, value, path, from }) => {
      const part = from === undefined ? undefined : block.parts[from]
      const body =
        part === undefined
          ? printEntry(key, value, block.column, path, style).slice(block.column)
          : rewriteEntry(part.entry, part.end, block.column, childOf(before, key ?? from), value, path)
      return { from, body }
    })
    return assembleBlock(block, parts)
  }

  function rewriteEntry(
    entry: OutlineEntry,
    end: number,
    column: number,
    before: unknown,
    after: unknown,
    path: Path,
  ): string {
    if (isSame(before, after, path, isOrdered)) return text.slice(entry.from, end)
    const { value: node, valueFrom } = entry
    if (!entry.simple) return printEntry(entry.key, after, column, path, style).slice(column)
    if (node !== undefined && isKept(node, after) && path.length < maxDepth) {
      const below = lineBelow(text, valueFrom)
      const from = node.from < below ? valueFrom : below
      return text.slice(entry.from, from) + rewriteBlock(node, from, end, before, after, path)
    }
    const inline = node === undefined || node.flow ? rewriteInline(node, before, after, path, false) : undefined
    if (inline === undefined) {
      const behind = printBehind(after, column, entry.key === undefined, [...path], style, commentOf(entry))
      return text.slice(entry.from, valueFrom) + behind
    }
    return node === undefined
      ? `${text.slice(entry.from, valueFrom)} ${inline}${text.slice(valueFrom, end)}`
      : text.slice(entry.from, node.from) + inline + text.slice(node.to, end)
  }

  /**
   * The rest of a key's line, so that everything around it can stay. Undefined if the new value takes several lines.
   */
  function rewriteInline(
    node: OutlineNode | undefined,
    before: unknown,
    after: unknown,
    path: Path,
    inFlow: boolean,
  ): string | undefined {
    const isCollection = node !== undefined && isBetweenBrackets(node) && sortOf(after) !== 'scalar' && !isEmpty(after)
    if (isCollection && path.length < maxDepth && haveSameKeys(before, after, path))
      return rewriteFlow(node, before, after, path)
    if (!inFlow && !(isCollection && fitsOnLine(after))) return printInline(after, [...path], style)
    if (!fitsOnLine(after)) return undefined
    const line = flowText(after)
    return inFlow || line.length <= LONGEST_LINE ? line : printInline(after, [...path], style)
  }

  /** Replaces differing items between the existing brackets, commas and spaces. */
  function rewriteFlow(node: OutlineNode, before: unknown, after: unknown, path: Path): string | undefined {
    let written = ''
    let at = node.from
    for (const [index, entry] of node.entries.entries()) {
      const step = entry.key ?? index
      const [was, is] = [childOf(before, step), childOf(after, step)]
      if (isSame(was, is, [...path, step], isOrdered)) continue
      const inline = rewriteInline(entry.value, was, is, [...path, step], true)
      if (inline === undefined || entry.value === undefined || !entry.simple)
        return fitsOnLine(after) ? flowText(after) : undefined
      written += text.slice(at, entry.value.from) + inline
      at = entry.value.to
    }
    return written + text.slice(at, node.to)
  }

  function haveSameKeys(before: unknown, after: unknown, path: Path): boolean {
    if (Array.isArray(before)) return Array.isArray(after) && before.length === after.length
    if (!isMap(before) || !isMap(after)) return false
    const keys = keysOf(after)
    const same = keys.length === keysOf(before).length && keys.every((key) => Object.hasOwn(before, key))
    return same && (!isOrdered(path) || keysOf(before).every((key, index) => key === keys[index]))
  }

  /** The comment on the line of a key, wherever its value is. */
  function commentOf({ value: node, valueFrom }: OutlineEntry): string {
    const at = node?.kind === 'literal' ? node.from : node?.flow ? node.to : valueFrom
    return /^[ \t]*(?:[|>][-+\d]*[ \t]+)?(#[^\n]*)\n/.exec(text.slice(at, lineBelow(text, at)))?.[1] ?? ''
  }

  if (isKept(root, after)) {
    const start = contentStart(text, root)
    return text.slice(0, start) + rewriteBlock(root, start, text.length, before, after, [])
  }
  const inline = root.flow ? rewriteInline(root, before, after, [], false) : undefined
  return inline === undefined ? undefined : text.slice(0, root.from) + inline + text.slice(root.to)
}

/** Flow collections written by people stay on their line up to this length. */
const LONGEST_LINE = 120

/** Whether a block can hold the new value: of the same sort, and not empty. */
const isKept = (node: OutlineNode, after: unknown): boolean =>
  !node.flow && node.kind === sortOf(after) && !isEmpty(after)

const isBetweenBrackets = (node: OutlineNode): boolean => node.flow && node.entries.length > 0

const sortOf = (value: unknown): 'map' | 'list' | 'scalar' =>
  Array.isArray(value) ? 'list' : isMap(value) ? 'map' : 'scalar'

function childOf(value: unknown, step: string | number | undefined): unknown {
  if (Array.isArray(value)) return value[Number(step)]
  return isMap(value) ? value[String(step)] : undefined
}

export function contentStart(text: string, { from }: OutlineNode): number {
  const mark = /^---(?=\s)/m.exec(text.slice(0, from))
  return mark === null ? 0 : lineBelow(text, mark.index)
}
