import { contrast, type Rgb } from '@boardwright/common'
import { rgb } from 'd3-color'

export { contrast, type Rgb } from '@boardwright/common'

/** A colour given by name, by digits, or as `rgb()` or `hsl()`; undefined if it is invalid or translucent. */
export function readColour(text: string): Rgb | undefined {
  const { r, g, b, opacity } = rgb(text)
  if (opacity !== 1 || [r, g, b].some(Number.isNaN)) return undefined
  return [r, g, b].map((part) => Math.min(255, Math.max(0, Math.round(part)))) as unknown as Rgb
}

export const writeColour = ([red, green, blue]: Rgb): string =>
  `#${[red, green, blue].map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

export const mix = (a: Rgb, b: Rgb, part: number): Rgb =>
  [0, 1, 2].map((at) => (a[at] ?? 0) * (1 - part) + (b[at] ?? 0) * part) as unknown as Rgb

export const WHITE: Rgb = [255, 255, 255]
export const BLACK: Rgb = [0, 0, 0]

/** The same colour, darkened or lightened until it is readable on that background. */
export function readable(colour: Rgb, ground: Rgb, least = 4.6): Rgb {
  const towards = contrast(WHITE, ground) > contrast(BLACK, ground) ? WHITE : BLACK
  for (let part = 0; part <= 1; part += 0.05) {
    const mixed = mix(colour, towards, part)
    if (contrast(mixed, ground) >= least) return mixed
  }
  return towards
}
