import { placeEdges, type Span } from './edges.ts'
import type { Tile } from './tiles.ts'

/** Where rows of a grid lie in a picture. Both sides of a change share them, so that what stays is seen to stay. */
export interface Rows {
  readonly top: (tile: Tile) => number
  readonly bottom: (tile: Tile) => number
  readonly height: number
}

/** A row is so high, when there are few of them and when there are many. */
const ROOMY = 26
const TIGHT = 13
const FEW = 60
/** Even one row has room for a line of text. */
export const LEAST = 32
/** What is higher than this is drawn as if it were not. */
const HIGHEST = 60
/** Rows that hold nothing. */
const MOST_EMPTY = 4

/** `leastOf`: how much room a tile needs for what it holds. */
export function rowsOf(tiles: readonly Tile[], leastOf: (tile: Tile) => number = () => LEAST): Rows {
  const spans = tiles.map((tile) => {
    const from = Math.max(0, tile.y)
    return { tile, from, to: Math.max(from + 1, tile.y + tile.h) }
  })
  const edges = [...new Set([0, ...spans.flatMap(({ from, to }) => [from, to])])].sort((a, b) => a - b)
  const unit = (edges.at(-1) ?? 0) > FEW ? TIGHT : ROOMY
  const between = edges.slice(1).map((to, index): Span => {
    const from = edges[index] ?? 0
    const isEmpty = !spans.some((span) => span.from <= from && span.to >= to)
    return { from, to, atLeast: Math.min(to - from, isEmpty ? MOST_EMPTY : HIGHEST) * unit }
  })
  const places = placeEdges([...between, ...spans.map(({ tile, from, to }) => ({ from, to, atLeast: leastOf(tile) }))])
  const ends = new Map(spans.map(({ tile, from, to }) => [tile, [places.get(from) ?? 0, places.get(to) ?? 0] as const]))
  return {
    top: (tile) => ends.get(tile)?.[0] ?? 0,
    bottom: (tile) => ends.get(tile)?.[1] ?? 0,
    height: Math.max(LEAST, ...places.values()),
  }
}
