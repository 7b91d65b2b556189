import type { OutlineEntry, OutlineNode } from './outline.ts'

/**
 * A block of a text, cut into parts that can be kept, moved and removed independently. Every character is in exactly
 * one part: the opening, and each entry's lead, body and gap.
 */
export interface Block {
  readonly column: number
  /** Text before the first entry that belongs to none: the comments at the top of a file. */
  readonly opening: string
  readonly parts: readonly BlockPart[]
  /** The indentation of a first entry behind a `-`. Undefined if it has its own line. */
  readonly behindDash: string | undefined
}

export interface BlockPart {
  readonly entry: OutlineEntry
  /** Comment lines directly above, at the same indentation. They move with the entry. */
  readonly lead: string
  /** The end of its last line: deeper comments belong to it. */
  readonly end: number
  /** Empty lines and other comments behind it. They stay in place. */
  readonly gap: string
}

/** `from` is behind the `-` or at the line below the key, `to` behind the block's last line. */
export function cutBlock(text: string, { entries }: OutlineNode, from: number, to: number, isRoot: boolean): Block {
  const first = entries[0]?.from ?? from
  const column = first - lineStart(text, first)
  const isBehindDash = lineStart(text, first) < from
  const starts = entries.map((entry, index) => (index === 0 && isBehindDash ? from : lineStart(text, entry.from)))
  const ends = entries.map((entry, index) => entryEnd(text, entry, column, starts[index + 1] ?? to))
  const between = (index: number): string => text.slice(ends[index], starts[index + 1] ?? to)

  const top = splitGap(text.slice(from, starts[0]), column, isRoot)
  const gaps = entries.map((_, index) =>
    index === entries.length - 1 ? { gap: between(index), lead: '' } : splitGap(between(index), column, false),
  )
  return {
    column,
    opening: top.gap,
    parts: entries.map((entry, index) => ({
      entry,
      lead: (index === 0 ? top : gaps[index - 1])?.lead ?? '',
      end: ends[index] ?? to,
      gap: gaps[index]?.gap ?? '',
    })),
    behindDash: isBehindDash ? text.slice(from, first) : undefined,
  }
}

const lineStart = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1

export function lineBelow(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end === -1 ? text.length : end + 1
}

function entryEnd(text: string, { value, valueFrom }: OutlineEntry, column: number, limit: number): number {
  const last = value?.to ?? valueFrom
  let end = text[last - 1] === '\n' ? last : lineBelow(text, last)
  for (let at = end; at < limit; at = lineBelow(text, at)) {
    const line = text.slice(at, lineBelow(text, at))
    const indent = line.search(/\S/)
    if (indent === -1) continue
    if (indent <= column || line[indent] !== '#') break
    end = at + line.length
  }
  return Math.min(end, limit)
}

/** A comment at the top of a file belongs to the file, unless an empty line follows. */
function splitGap(text: string, column: number, isTop: boolean): { gap: string; lead: string } {
  const lines = text.split(/(?<=\n)/)
  let from = lines.length
  while (from > 0 && lines[from - 1]?.search(/\S/) === column && lines[from - 1]?.[column] === '#') from -= 1
  if (from === 0 && isTop) from = lines.length
  return { gap: lines.slice(0, from).join(''), lead: lines.slice(from).join('') }
}

/** One entry of the new block: the old entry that it continues, and its body without indentation. */
export interface NewPart {
  readonly from: number | undefined
  readonly body: string
}

/** The block with other entries. Leads move with their entries; gaps stay between the remaining ones. */
export function assembleBlock(block: Block, parts: readonly NewPart[]): string {
  const { opening, gaps } = gapsLeft(block, new Set(parts.map(({ from }) => from)))
  const indent = ' '.repeat(block.column)
  const separator = isSpaced(block) ? '\n' : ''
  let text = opening
  let slot = 0
  let pending = ''
  for (const [index, { from, body }] of parts.entries()) {
    const lead = from === undefined ? '' : (block.parts[from]?.lead ?? '')
    if (from !== undefined) {
      text += pending === '' && index > 0 && parts[index - 1]?.from === undefined ? separator : pending
      pending = gaps[slot] ?? ''
      slot += 1
    } else if (index > 0) text += separator
    if (index > 0 || block.behindDash === undefined) text += `${lead}${indent}${body}`
    else text += lead === '' ? `${block.behindDash}${body}` : `\n${lead}${indent}${body}`
  }
  return text + pending
}

const isBlank = (text: string): boolean => text.trim() === ''

/** The gaps of the remaining entries. The gap of a removed entry joins the one before, without doubling empty lines. */
function gapsLeft(
  { opening, parts }: Block,
  kept: ReadonlySet<number | undefined>,
): { opening: string; gaps: string[] } {
  const gaps = [opening]
  for (const [index, { gap }] of parts.entries()) {
    if (kept.has(index)) gaps.push(gap)
    else if (!isBlank(gap) || (gaps.length > 1 && gaps.at(-1) === '')) gaps.push(`${gaps.pop()}${gap}`)
  }
  const last = gaps.length - 1
  const isCut = last > 0 && !kept.has(parts.length - 1)
  if (isCut && isBlank(gaps[last] ?? '')) gaps[last] = ''
  return { opening: gaps[0] ?? '', gaps: gaps.slice(1) }
}

/** Whether entries are separated by empty lines. */
const isSpaced = ({ parts }: Block): boolean =>
  parts.length > 1 && parts.slice(0, -1).every(({ gap }) => gap.startsWith('\n'))
