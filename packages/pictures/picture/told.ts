import type { Role } from './palette.ts'
import { line, type Point, type Shape } from './shapes.ts'

import { type Face, lengthOf, wrapText } from './text/fit.ts'

/** Sentences in rows, at most two for each of them. Those after the first `most` are only counted. */
export function rowsOfText(texts: readonly string[], width: number, face: Face, most: number): string[] {
  const shown = texts.length > most ? texts.slice(0, most - 1) : texts
  const more = texts.length - shown.length
  const room = (text: string): number => width - [...text.matchAll(COLOURS)].length * SWATCH
  return [
    ...shown.flatMap((text) => wrapText(text, () => room(text), face, 2)),
    ...(more > 0 ? [`and ${more} more`] : []),
  ]
}

const COLOURS = /(?<![\w&])#[0-9a-f]{6}\b/gi
/** The room for a colour before its name. */
const SWATCH = 16

/** A row of text, with each colour that it names beside its name. */
export function rowWithColours([x, y]: Point, text: string, size: number, fill: Role): Shape[] {
  let at = x
  return text.split(/(?=(?<![\w&])#[0-9a-f]{6}\b)/i).flatMap((part): Shape[] => {
    const colour = /^#[0-9a-f]{6}\b/i.exec(part)?.[0]
    const swatch = colour === undefined ? [] : [swatchAt([at, y], size, colour)]
    const from = at + (colour === undefined ? 0 : SWATCH)
    at = from + lengthOf(part, { size })
    return [...swatch, line([from, y], part.trimEnd(), size, fill)]
  })
}

function swatchAt([x, y]: Point, size: number, colour: string): Shape {
  const side = size - 2
  const drawn = `<rect width="10" height="10" rx="2" fill="${colour}"/>`
  return { kind: 'inset', x, y: y - side + 1, w: side, h: side, from: [0, 0, 10, 10], drawn }
}
