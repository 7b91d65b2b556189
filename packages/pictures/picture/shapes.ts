import type { Role } from './palette.ts'

/** A rectangle. With half its height as `radius`, a pill or disc. */
export interface Box {
  readonly kind: 'box'
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
  readonly radius?: number | undefined
  readonly fill?: Role | undefined
  readonly stroke?: Role | undefined
  readonly strokeWidth?: number | undefined
}

/** A polyline with round ends. */
export interface Path {
  readonly kind: 'path'
  readonly points: readonly Point[]
  readonly stroke: Role
  readonly strokeWidth: number
  /** Lengths of dash and gap. */
  readonly dash?: readonly [number, number] | undefined
}

export type Point = readonly [x: number, y: number]

/** One line of text. `x` and `y` are the start of its baseline. */
export interface Text {
  readonly kind: 'text'
  readonly x: number
  readonly y: number
  readonly text: string
  readonly size: number
  readonly bold?: boolean | undefined
  readonly fill: Role
}

/** Part of another drawing, scaled into a box. `drawn` is SVG that holds only shapes and texts. */
export interface Inset {
  readonly kind: 'inset'
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
  readonly from: readonly [x: number, y: number, w: number, h: number]
  readonly drawn: string
}

export type Shape = Box | Path | Text | Inset

/** One side of a change, and where it is in its drawing. */
export interface Side {
  readonly name: string
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

/** What a colour means. */
export interface Meaning {
  readonly ink: Role
  readonly words: string
}

/** What a drawing of a change shows and says, for pages that show its sides one by one and say the rest themselves. */
export interface Parts {
  readonly sides: readonly Side[]
  readonly told: readonly string[]
  readonly legend: readonly Meaning[]
  readonly notes: readonly string[]
}

/** A drawing. Later shapes cover earlier ones. */
export interface Sheet {
  readonly width: number
  readonly height: number
  /** What it shows, in one sentence, for people who cannot see it. */
  readonly title: string
  readonly background: Role
  readonly shapes: readonly Shape[]
  readonly parts?: Parts | undefined
}

export const box = (
  [x, y, w, h]: readonly [x: number, y: number, w: number, h: number],
  style: Omit<Box, 'kind' | 'x' | 'y' | 'w' | 'h'>,
): Box => ({ kind: 'box', x, y, w, h, ...style })

export const path = (stroke: Role, strokeWidth: number, ...points: readonly Point[]): Path => ({
  kind: 'path',
  points,
  stroke,
  strokeWidth,
})

export const line = (at: Point, text: string, size: number, fill: Role, more: Partial<Text> = {}): Text => ({
  kind: 'text',
  x: at[0],
  y: at[1],
  text,
  size,
  fill,
  ...more,
})
