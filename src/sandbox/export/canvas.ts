import { ADVANCE, drawnLength, glyphsOf, LINE_HEIGHT } from './font.ts'

export type Colour = readonly [red: number, green: number, blue: number]

/** A picture of a few colours: one byte a pixel, an index into its palette. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly palette: readonly Colour[]
  readonly pixels: Uint8Array
}

export interface Box {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

export interface Canvas extends Picture {
  fill(box: Box, colour: Colour): void
  outline(box: Box, colour: Colour): void
  /** One line of text, cut where it would leave the width. */
  write(text: string, at: { x: number; y: number; w: number }, colour: Colour, size?: number): void
}

const MOST_COLOURS = 256

export function createCanvas(width: number, height: number, background: Colour): Canvas {
  const palette: Colour[] = [background]
  const pixels = new Uint8Array(width * height)

  const indexOf = (colour: Colour): number => {
    const known = palette.findIndex((each) => each.every((part, place) => part === colour[place]))
    if (known >= 0 || palette.length === MOST_COLOURS) return Math.max(known, 0)
    palette.push(colour)
    return palette.length - 1
  }

  function fill({ x, y, w, h }: Box, colour: Colour): void {
    const index = indexOf(colour)
    const [left, right] = [Math.max(0, Math.round(x)), Math.min(width, Math.round(x + w))]
    for (let row = Math.max(0, Math.round(y)); row < Math.min(height, Math.round(y + h)); row += 1) {
      if (right > left) pixels.fill(index, row * width + left, row * width + right)
    }
  }

  return {
    width,
    height,
    palette,
    pixels,
    fill,
    outline({ x, y, w, h }, colour) {
      fill({ x, y, w, h: 1 }, colour)
      fill({ x, y: y + h - 1, w, h: 1 }, colour)
      fill({ x, y, w: 1, h }, colour)
      fill({ x: x + w - 1, y, w: 1, h }, colour)
    },
    write(text, { x, y, w }, colour, size = 1) {
      const glyphs = glyphsOf(fitText(text, w, size))
      for (const [place, columns] of glyphs.entries()) {
        for (const [column, bits] of columns.entries()) {
          for (let row = 0; row < LINE_HEIGHT; row += 1) {
            if ((bits >> row) & 1) {
              fill({ x: x + (place * ADVANCE + column) * size, y: y + row * size, w: size, h: size }, colour)
            }
          }
        }
      }
    },
  }
}

export const textWidth = (text: string, size = 1): number => drawnLength(text) * ADVANCE * size

/** As much of a text as the width holds, with dots for the rest. */
function fitText(text: string, width: number, size: number): string {
  const most = Math.max(0, Math.floor(width / (ADVANCE * size)))
  return drawnLength(text) <= most ? text : `${[...text].slice(0, Math.max(0, most - 2)).join('')}..`.slice(0, most)
}
