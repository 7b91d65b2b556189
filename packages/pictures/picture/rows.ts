import { largest } from '@boardwright/common'
import { placeEdges, type Span } from './edges.ts'
import type { Tile } from './tiles.ts'

/** Where grid rows are in a picture. Both sides of a change share them, so that unchanged widgets stay in place. */
export interface Rows {
  readonly top: (tile: Tile) => number
  readonly bottom: (tile: Tile) => number
  readonly height: number
}

/** The height of a row if there are few rows, or many. */
const ROOMY = 26
const TIGHT = 13
const FEW = 60
/** Even a single row has room for a line of text. */
export const LEAST = 32
/** Taller rows are drawn at this height. */
const HIGHEST = 60
/** How many empty rows are drawn at most. */
const MOST_EMPTY = 4

/** `leastOf` returns the room that a tile needs for its contents. */
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
    height: largest([LEAST, ...places.values()]),
  }
}
