import type { CST } from 'yaml'
import { yamlLibrary } from './library.ts'
import { type Making, readAs } from './quick.ts'

/** Where everything in a text is: just enough for places and edits, as offsets. */
export interface OutlineNode {
  readonly kind: 'scalar' | 'literal' | 'map' | 'list'
  /** In flow style: between brackets. */
  readonly flow: boolean
  /** The value alone, without surrounding spaces and comments. A literal ends behind its last line feed. */
  readonly from: number
  readonly to: number
  readonly entries: readonly OutlineEntry[]
}

export interface OutlineEntry {
  readonly key: string | undefined
  readonly from: number
  readonly to: number
  readonly valueFrom: number
  /** Absent if nothing is written, which means null. */
  readonly value: OutlineNode | undefined
  /** Written as `key: value` or `- value`, not with a `?` or without a `:`. */
  readonly simple: boolean
}

/** The outline of a text without problems. */
export const outlineOf = (text: string): OutlineNode | undefined => {
  const quick = readAs(PLACES, text, WHATEVER_FITS)
  return quick && quick.tooMany === undefined ? quick.value : parsedOutline(text)
}

/** The parser reads what has more. */
const WHATEVER_FITS = { depth: 256, entries: Number.POSITIVE_INFINITY }

const PLACES: Making<OutlineNode | undefined> = {
  scalar: (_, from, to) => ({ kind: 'scalar', flow: true, from, to, entries: [] }),
  literal: (_, from, to) => ({ kind: 'literal', flow: false, from, to, entries: [] }),
  map: (entries, brackets) => blockOrFlow('map', entries, brackets),
  list: (entries, brackets) => blockOrFlow('list', entries, brackets),
  absent: undefined,
}

const blockOrFlow = (
  kind: 'map' | 'list',
  entries: readonly OutlineEntry[],
  brackets: readonly [from: number, to: number] | undefined,
): OutlineNode | undefined =>
  brackets ? { kind, flow: true, from: brackets[0], to: brackets[1], entries } : blockOf(kind, entries)

export function parsedOutline(text: string): OutlineNode | undefined {
  const { Parser } = yamlLibrary()
  for (const token of new Parser().parse(text)) if (token.type === 'document') return nodeOf(token.value)
  return undefined
}

function nodeOf(token: CST.Token | undefined): OutlineNode | undefined {
  switch (token?.type) {
    case 'scalar':
      return token.source === '' ? undefined : scalarOf(token)
    case 'single-quoted-scalar':
    case 'double-quoted-scalar':
      return scalarOf(token)
    case 'block-scalar': {
      const header = token.props.reduce((length, each) => length + lengthOf(each), 0)
      return {
        kind: 'literal',
        flow: false,
        from: token.offset,
        to: token.offset + header + token.source.length,
        entries: [],
      }
    }
    case 'block-map':
      return blockOf('map', token.items.flatMap(pairEntry))
    case 'block-seq':
      return blockOf('list', token.items.flatMap(itemEntry))
    case 'flow-collection':
      return flowOf(token)
    default:
      return undefined
  }
}

const lengthOf = (token: CST.Token): number => ('source' in token ? token.source.length : 0)

const scalarOf = ({ offset, source }: CST.FlowScalar): OutlineNode => ({
  kind: 'scalar',
  flow: true,
  from: offset,
  to: offset + source.length,
  entries: [],
})

function blockOf(kind: 'map' | 'list', entries: readonly OutlineEntry[]): OutlineNode | undefined {
  const first = entries[0]
  const last = entries.at(-1)
  if (first === undefined || last === undefined) return undefined
  return { kind, flow: false, from: first.from, to: last.value?.to ?? last.valueFrom, entries }
}

function flowOf(token: CST.FlowCollection): OutlineNode {
  const kind = token.start.source === '{' ? 'map' : 'list'
  const to = token.end[0] === undefined ? token.offset + 1 : token.end[0].offset + 1
  const entries = token.items.flatMap(kind === 'map' ? pairEntry : flowItemEntry)
  return { kind, flow: true, from: token.offset, to, entries }
}

function pairEntry({ start, key, sep, value }: CST.CollectionItem): OutlineEntry[] {
  const scalar = yamlLibrary().CST.resolveAsScalar(key)
  if (scalar === null || key === null || key === undefined) return []
  const mark = sep?.find(({ type }) => type === 'map-value-ind')
  const explicit = start.find(({ type }) => type === 'explicit-key-ind')
  const end = key.offset + lengthOf(key)
  return [
    {
      key: scalar.value,
      from: explicit?.offset ?? key.offset,
      to: end,
      valueFrom: mark === undefined ? end : mark.offset + 1,
      value: nodeOf(value),
      simple: explicit === undefined && mark !== undefined,
    },
  ]
}

function itemEntry({ start, value }: CST.CollectionItem): OutlineEntry[] {
  const mark = start.find(({ type }) => type === 'seq-item-ind')
  if (mark === undefined) return []
  const { offset } = mark
  return [{ key: undefined, from: offset, to: offset + 1, valueFrom: offset + 1, value: nodeOf(value), simple: true }]
}

function flowItemEntry(item: CST.CollectionItem): OutlineEntry[] {
  // `[key: value]` is a list that holds a map of one key.
  const value = item.sep === undefined ? nodeOf(item.value) : blockOf('map', pairEntry(item))
  if (value === undefined) return []
  const { from, to } = value
  return [{ key: undefined, from, to, valueFrom: from, value: { ...value, flow: true }, simple: true }]
}
