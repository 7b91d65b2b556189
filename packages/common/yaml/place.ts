import type { Place } from '../errors.ts'
import { oncePer } from '../lazy.ts'
import type { Path } from '../parts.ts'
import { type OutlineEntry, type OutlineNode, outlineOf } from './outline.ts'

/** Where a key or a value is, and how many characters of its line to mark. */
export interface Spot {
  readonly at: Place
  readonly length: number
}

/** Finds a key or a value. For a missing key, that is the place of whatever should contain it. */
export type SpotOf = (path: Path, what?: 'key' | 'value') => Spot

/** How a path spells a key of the file: a data model may spell one key in two ways. */
type Spelling = (key: string) => string
const asWritten: Spelling = (key) => key

/** Indexed once, because a file may have a problem at each of its keys. One outline is read with one spelling. */
const byKey = oncePer(
  ({ entries }: OutlineNode, spelled: Spelling) =>
    new Map(entries.toReversed().flatMap((entry) => (entry.key === undefined ? [] : [[spelled(entry.key), entry]]))),
)

const entryAt = (node: OutlineNode | undefined, step: string, spelled: Spelling): OutlineEntry | undefined =>
  node && byKey(node, spelled).get(step)

/** Parses the text again for the first place: for nearly every file, none is asked for. */
export function createPlaces(text: string, file: string, spelled: Spelling = asWritten): SpotOf {
  let found: { root: OutlineNode | undefined; lines: Lines } | undefined
  return (path, what = 'value') => {
    found ??= { root: outlineOf(text), lines: createLines(text) }
    const [from, to] = rangeOf(found.root, path, what, spelled)
    const length = Math.max(1, Math.min(to, found.lines.endOf(from)) - from)
    return { at: { file, ...found.lines.at(from) }, length }
  }
}

export type Range = readonly [from: number, to: number]

function rangeOf(root: OutlineNode | undefined, path: Path, what: 'key' | 'value', spelled: Spelling): Range {
  let node = root
  let entry: OutlineEntry | undefined
  for (const step of path) {
    const next: OutlineEntry | undefined =
      typeof step === 'number' && node?.kind === 'list' ? node.entries[step] : entryAt(node, String(step), spelled)
    if (next === undefined) return keyRange(entry, root)
    entry = next
    node = next.value
  }
  // A block has no single line, but its key has.
  return what === 'key' || node === undefined || !node.flow ? keyRange(entry, root) : [node.from, node.to]
}

function keyRange(entry: OutlineEntry | undefined, root: OutlineNode | undefined): Range {
  if (entry?.key !== undefined) return [entry.from, entry.to]
  const node = entry === undefined ? root : entry.value
  if (node === undefined) return entry === undefined ? [0, 0] : [entry.from, entry.to]
  const first = node.entries[0]
  return first === undefined || node.flow ? [node.from, node.to] : keyRange(first, root)
}

/** The range of a key or a scalar in a text, from its first character to behind its last, over all its lines. */
export function createRanges(
  text: string,
  spelled: Spelling = asWritten,
): (path: Path, what: 'key' | 'value') => Range | undefined {
  let root: OutlineNode | undefined
  return (path, what) => {
    root ??= outlineOf(text)
    let node = root
    let entry: OutlineEntry | undefined
    for (const step of path) {
      const next: OutlineEntry | undefined =
        typeof step === 'number' ? node?.entries[step] : entryAt(node, step, spelled)
      if (next === undefined) return undefined
      entry = next
      node = next.value
    }
    if (what === 'key') return entry?.key === undefined ? undefined : [entry.from, entry.to]
    return node === undefined || node.entries.length > 0 ? undefined : [node.from, node.to]
  }
}

/** Where a part of a text value is in the file. Undefined if the file spells the value otherwise than it is read. */
export function offsetWithin(text: string, path: Path, value: string, at: number): number | undefined {
  const [from, to] = createRanges(text)(path, 'value') ?? [0, 0]
  const raw = text.slice(from, to)
  if (!raw.startsWith('|')) {
    const found = value === '' ? -1 : raw.indexOf(value)
    return found < 0 ? undefined : from + found + at
  }
  const above = value.slice(0, at).split('\n')
  const lines = raw.split('\n')
  const [line, said] = [lines[above.length], value.split('\n')[above.length - 1]]
  if (line === undefined || said === undefined || !line.endsWith(said)) return undefined
  const start = from + lines.slice(0, above.length).join('\n').length + 1
  return start + line.length - said.length + (above.at(-1)?.length ?? 0)
}

/** Line and column of an offset, both from 1. Columns count UTF-16 code units, as editors do. */
export interface Lines {
  at(offset: number): { readonly line: number; readonly column: number }
  /** The end of the line that holds `offset`, without its line feed. */
  endOf(offset: number): number
}

export function createLines(text: string): Lines {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  const lineOf = (offset: number): number => {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return low
  }
  return {
    at(offset) {
      const line = lineOf(offset)
      return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 }
    },
    endOf(offset) {
      const next = starts[lineOf(offset) + 1]
      return next === undefined ? text.length : next - 1
    },
  }
}
