import { colourOf, type Theme } from './palette.ts'
import type { Box, Paint, Path, Point, Sheet, Text } from './shapes.ts'
import { lengthOf } from './text/fit.ts'
import { glyphsOf } from './text/letters.ts'

/** Three bytes per pixel. */
export interface Pixels {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

/** Larger pictures are not drawn at double size. */
const MOST_FOR_TWICE = 12_000_000

export const scaleFor = ({ width, height }: Sheet): 1 | 2 => (width * height * 4 > MOST_FOR_TWICE ? 1 : 2)

type Colour = readonly [red: number, green: number, blue: number]
/** The distance of a point from a shape; negative inside. */
type Distance = (x: number, y: number) => number

interface Area {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Draws each shape by distance: a pixel's coverage follows from the distance of its centre. */
export function rasterise(sheet: Sheet, { scale = scaleFor(sheet), theme = 'light' as Theme } = {}): Pixels {
  const [width, height] = [Math.round(sheet.width * scale), Math.round(sheet.height * scale)]
  const data = new Uint8Array(width * height * 3)
  const colourFor = (paint: Paint): Colour => channels(colourOf(paint, theme))
  fillAll(data, colourFor(sheet.background))

  function cover(area: Area, distance: Distance, colour: Colour): void {
    const [left, right] = [Math.max(0, Math.floor(area.left)), Math.min(width, Math.ceil(area.right))]
    for (let y = Math.max(0, Math.floor(area.top)); y < Math.min(height, Math.ceil(area.bottom)); y += 1) {
      for (let x = left; x < right; x += 1) {
        const covered = 0.5 - distance(x + 0.5, y + 0.5)
        if (covered > 0) blend(data, (y * width + x) * 3, colour, Math.min(1, covered))
      }
    }
  }

  /** A box needs a look at each pixel only along its edges. */
  function drawBox(shape: Box): void {
    const [x, y, w, h] = [shape.x * scale, shape.y * scale, shape.w * scale, shape.h * scale]
    const radius = (shape.radius ?? 0) * scale
    const distance = toRoundedBox(x, y, w, h, radius)
    const reach = ((shape.strokeWidth ?? 1) * scale) / 2
    const [outer, inner] = [reach + 1, Math.ceil(Math.max(reach, Math.min(radius, w / 2, h / 2))) + 1]
    const whole = { left: x - outer, top: y - outer, right: x + w + outer, bottom: y + h + outer }
    const middle = {
      left: Math.ceil(x + inner),
      top: Math.ceil(y + inner),
      right: Math.floor(x + w - inner),
      bottom: Math.floor(y + h - inner),
    }
    const hasMiddle = middle.right > middle.left && middle.bottom > middle.top
    const edges = hasMiddle ? around(whole, middle) : [whole]
    if (shape.fill !== undefined) {
      const colour = colourFor(shape.fill)
      for (const edge of edges) cover(edge, distance, colour)
      if (hasMiddle) fillArea(middle, colour)
    }
    if (shape.stroke !== undefined) {
      const colour = colourFor(shape.stroke)
      for (const edge of edges) cover(edge, (px, py) => Math.abs(distance(px, py)) - reach, colour)
    }
  }

  function fillArea(area: Area, colour: Colour): void {
    const [left, right] = [Math.max(0, area.left), Math.min(width, area.right)]
    for (let y = Math.max(0, area.top); y < Math.min(height, area.bottom); y += 1) {
      for (let x = left; x < right; x += 1) data.set(colour, (y * width + x) * 3)
    }
  }

  /** Everything drawn by one pen is one shape: crossing strokes cover a pixel only once. */
  function drawStrokes(strokes: readonly (readonly Point[])[], pen: number, paint: Paint): void {
    const far = pen / 2 + 1
    const segments = strokes.flatMap(segmentsOf)
    const xs = segments.flatMap(([[ax], [bx]]) => [ax, bx])
    const ys = segments.flatMap(([[, ay], [, by]]) => [ay, by])
    const [left, right] = [Math.max(0, Math.floor(least(xs) - far)), Math.min(width, Math.ceil(most(xs) + far))]
    const [top, bottom] = [Math.max(0, Math.floor(least(ys) - far)), Math.min(height, Math.ceil(most(ys) + far))]
    if (segments.length === 0 || right <= left || bottom <= top) return
    const wide = right - left
    const covered = new Float32Array(wide * (bottom - top))
    for (const segment of segments) {
      const [[ax, ay], [bx, by]] = segment
      const [from, to] = [
        Math.max(left, Math.floor(Math.min(ax, bx) - far)),
        Math.min(right, Math.ceil(Math.max(ax, bx) + far)),
      ]
      for (
        let y = Math.max(top, Math.floor(Math.min(ay, by) - far));
        y < Math.min(bottom, Math.ceil(Math.max(ay, by) + far));
        y += 1
      ) {
        for (let x = from; x < to; x += 1) {
          const here = 0.5 + pen / 2 - toSegment(segment, x + 0.5, y + 0.5)
          const at = (y - top) * wide + x - left
          if (here > (covered[at] ?? 0)) covered[at] = here
        }
      }
    }
    const colour = colourFor(paint)
    for (const [at, share] of covered.entries()) {
      if (share > 0)
        blend(data, ((top + Math.floor(at / wide)) * width + left + (at % wide)) * 3, colour, Math.min(1, share))
    }
  }

  function drawPath({ points, stroke, strokeWidth, dash }: Path): void {
    const scaled = points.map(([x, y]): Point => [x * scale, y * scale])
    const parts = dash ? dashed(scaled, dash[0] * scale, dash[1] * scale) : segmentsOf(scaled).map(([a, b]) => [a, b])
    for (const part of parts) drawStrokes([part], strokeWidth * scale, stroke)
  }

  function drawText(shape: Text): void {
    const glyphs = glyphsOf(shape.text)
    const room = lengthOf(shape.text, shape)
    const own = (glyphs.reduce((sum, { advance }) => sum + advance, 0) * shape.size) / 100
    if (own === 0) return
    const unit = (shape.size * scale) / 100
    const squeeze = room / own
    const baseline = shape.y * scale
    let x = (shape.end ? shape.x - room : shape.x) * scale
    for (const { strokes, advance, fine } of glyphs) {
      const placed = strokes.map((points) =>
        points.map(([px, py]): Point => [x + px * unit * squeeze, baseline - py * unit]),
      )
      drawStrokes(placed, unit * (fine ? 4 : shape.bold ? 12.5 : 8.2), shape.fill)
      x += advance * unit * squeeze
    }
  }

  for (const shape of sheet.shapes) {
    if (shape.kind === 'box') drawBox(shape)
    else if (shape.kind === 'path') drawPath(shape)
    else drawText(shape)
  }
  return { width, height, data }
}

const least = (numbers: readonly number[]): number => numbers.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
const most = (numbers: readonly number[]): number => numbers.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)

/** The rest of an area around its middle. */
const around = (whole: Area, middle: Area): Area[] => [
  { ...whole, bottom: middle.top },
  { ...whole, top: middle.bottom },
  { left: whole.left, right: middle.left, top: middle.top, bottom: middle.bottom },
  { left: middle.right, right: whole.right, top: middle.top, bottom: middle.bottom },
]

function channels(hex: string): Colour {
  const number = Number.parseInt(hex.slice(1), 16)
  return [(number >> 16) & 255, (number >> 8) & 255, number & 255]
}

function fillAll(data: Uint8Array, colour: Colour): void {
  data.set(colour.slice(0, data.length))
  for (let done = 3; done < data.length; done *= 2) data.copyWithin(done, 0, Math.min(done, data.length - done))
}

function blend(data: Uint8Array, at: number, colour: Colour, covered: number): void {
  for (let part = 0; part < 3; part += 1) {
    const under = data[at + part] ?? 0
    data[at + part] = Math.round(under + ((colour[part] ?? 0) - under) * covered)
  }
}

function toRoundedBox(x: number, y: number, w: number, h: number, asked: number): Distance {
  const radius = Math.min(asked, w / 2, h / 2)
  const [middleX, middleY] = [x + w / 2, y + h / 2]
  const [reachX, reachY] = [w / 2 - radius, h / 2 - radius]
  return (px, py) => {
    const dx = Math.abs(px - middleX) - reachX
    const dy = Math.abs(py - middleY) - reachY
    if (dx <= 0 || dy <= 0) return Math.max(dx, dy) - radius
    return Math.sqrt(dx * dx + dy * dy) - radius
  }
}

type Segment = readonly [from: Point, to: Point]

const segmentsOf = (points: readonly Point[]): Segment[] => {
  const [first] = points
  if (points.length === 1 && first) return [[first, first]]
  return points.slice(1).flatMap((to, index): Segment[] => {
    const from = points[index]
    return from ? [[from, to]] : []
  })
}

function toSegment([[ax, ay], [bx, by]]: Segment, x: number, y: number): number {
  const [dx, dy] = [bx - ax, by - ay]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length))
  const [ox, oy] = [x - ax - along * dx, y - ay - along * dy]
  return Math.sqrt(ox * ox + oy * oy)
}

function dashed(points: readonly Point[], dash: number, gap: number): Point[][] {
  return segmentsOf(points).flatMap(([[ax, ay], [bx, by]]) => {
    const length = Math.hypot(bx - ax, by - ay)
    const at = (done: number): Point => [ax + ((bx - ax) * done) / length, ay + ((by - ay) * done) / length]
    const count = Math.min(2_000, Math.ceil(length / (dash + gap)))
    return Array.from({ length: count }, (_, index) => {
      const start = index * (dash + gap)
      return [at(start), at(Math.min(length, start + dash))]
    })
  })
}
