import { contrast, type Rgb } from '../../contrast.ts'

export { contrast, type Rgb } from '../../contrast.ts'

let canvas: CanvasRenderingContext2D | null | undefined

/** The browser's reading of a colour; undefined if invalid or translucent. */
export function readColour(text: string): Rgb | undefined {
  if (!CSS.supports('color', text) || /var\(|inherit|currentcolor|transparent|initial|unset|revert/i.test(text))
    return undefined
  canvas ??= document.createElement('canvas').getContext('2d')
  if (!canvas) return undefined
  canvas.fillStyle = '#000000'
  canvas.fillStyle = text
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(canvas.fillStyle)
  if (!hex) return undefined
  return [hex[1], hex[2], hex[3]].map((part) => Number.parseInt(part ?? '0', 16)) as unknown as Rgb
}

export const writeColour = ([red, green, blue]: Rgb): string =>
  `#${[red, green, blue].map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

export const mix = (a: Rgb, b: Rgb, part: number): Rgb =>
  [0, 1, 2].map((at) => (a[at] ?? 0) * (1 - part) + (b[at] ?? 0) * part) as unknown as Rgb

export const WHITE: Rgb = [255, 255, 255]
export const BLACK: Rgb = [0, 0, 0]

/** The same colour, darkened or lightened until readable on that background. */
export function readable(colour: Rgb, ground: Rgb, least = 4.6): Rgb {
  const towards = contrast(WHITE, ground) > contrast(BLACK, ground) ? WHITE : BLACK
  for (let part = 0; part <= 1; part += 0.05) {
    const mixed = mix(colour, towards, part)
    if (contrast(mixed, ground) >= least) return mixed
  }
  return towards
}
