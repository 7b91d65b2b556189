import type { Role } from './palette.ts'
import { box, type Point, path, type Shape } from './shapes.ts'

export interface Room {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

/** A hint at what a widget shows, the same for every widget of its kind. Never shows data. */
type Sketch = (room: Room, soft: Role, strong: Role) => Shape[]

const HEIGHTS = [0.5, 0.72, 0.4, 0.86, 0.62, 1, 0.7, 0.9, 0.56, 0.78, 0.66, 0.94]

const SKETCHES: Readonly<Record<string, Sketch>> = {
  CHART({ x, y, w, h }, soft) {
    const count = Math.max(3, Math.min(HEIGHTS.length, Math.floor(w / 24)))
    const step = w / count
    return HEIGHTS.slice(0, count)
      .map((share) => share * h)
      .map((high, index) =>
        box([x + index * step + step * 0.14, y + h - high, step * 0.72, high], { fill: soft, radius: 2 }),
      )
  },
  table({ x, y, w, h }, soft, strong) {
    const rows = Math.max(1, Math.min(12, Math.floor(h / 14)))
    const columns = Math.max(2, Math.min(4, Math.floor(w / 70)))
    const wide = (w - (columns - 1) * 14) / columns
    return Array.from({ length: rows * columns }, (_, index) => {
      const [row, column] = [Math.floor(index / columns), index % columns]
      const share = row === 0 ? 0.7 : (HEIGHTS[(row * 5 + column * 3) % HEIGHTS.length] ?? 1) * 0.9
      return box([x + column * (wide + 14), y + row * 14 + 3, wide * share, 6], {
        fill: row === 0 ? strong : soft,
        radius: 3,
      })
    })
  },
  kpi({ x, y, w, h }, soft, strong) {
    const high = Math.min(30, h * 0.5)
    return [
      box([x, y + 2, Math.min(w * 0.6, high * 4), high], { fill: strong, radius: 5 }),
      ...(h - high > 20 ? [box([x, y + high + 10, Math.min(w * 0.4, 90), 6], { fill: soft, radius: 3 })] : []),
    ]
  },
  map({ x, y, w, h }, soft, strong) {
    const dots: readonly Point[] = [
      [0.2, 0.35],
      [0.42, 0.2],
      [0.5, 0.62],
      [0.72, 0.4],
      [0.83, 0.72],
      [0.3, 0.8],
    ]
    const size = Math.max(6, Math.min(26, h / 4))
    return dots.map(([px, py], index) => {
      const d = size * (1 - (index % 3) * 0.25)
      return box([x + px * w - d / 2, y + py * h - d / 2, d, d], { fill: index % 2 ? soft : strong, radius: d / 2 })
    })
  },
  sankey({ x, y, w, h }, soft, strong) {
    const bands: readonly (readonly [number, number])[] = [
      [0.1, 0.3],
      [0.35, 0.12],
      [0.65, 0.6],
      [0.9, 0.85],
    ]
    const pen = Math.max(4, h * 0.13)
    return [
      ...bands.map(([from, to]) => path(soft, pen, ...curve([x + 8, y + from * h], [x + w - 8, y + to * h]))),
      ...[0, 1].flatMap((side) => [box([x + side * (w - 6), y, 6, h], { fill: strong, radius: 2 })]),
    ]
  },
  TEXT({ x, y, w, h }, soft) {
    const rows = Math.max(1, Math.min(4, Math.floor(h / 14)))
    return Array.from({ length: rows }, (_, row) =>
      box([x, y + row * 14 + 3, w * (row === rows - 1 ? 0.5 : 0.94), 6], { fill: soft, radius: 3 }),
    )
  },
  FILTER: select,
  FIELD: select,
  TIME_GRAIN({ x, y, w, h }, soft, strong) {
    const [wide, high] = [Math.min(w, 180) / 3, Math.min(18, h)]
    return [0, 1, 2].map((part) =>
      box([x + part * wide, y, wide - 4, high], { fill: part === 1 ? strong : soft, radius: high / 2 }),
    )
  },
  AI({ x, y, w, h }, soft) {
    const rows = Math.max(1, Math.min(3, Math.floor(h / 14)))
    return Array.from({ length: rows }, (_, row) =>
      box([x, y + row * 14 + 3, w * (row === rows - 1 ? 0.4 : 0.8), 6], { fill: soft, radius: 3 }),
    )
  },
}

function select({ x, y, w, h }: Room, soft: Role, strong: Role): Shape[] {
  const [wide, high] = [Math.min(w, 200), Math.min(20, h)]
  const middle = y + high / 2
  return [
    box([x, y, wide, high], { fill: soft, radius: 5 }),
    path(strong, 1.6, [x + wide - 16, middle - 2], [x + wide - 12, middle + 2], [x + wide - 8, middle - 2]),
  ]
}

const curve = ([ax, ay]: Point, [bx, by]: Point): Point[] =>
  Array.from({ length: 17 }, (_, step) => {
    const t = step / 16
    return [ax + (bx - ax) * t, ay + (by - ay) * (t * t * (3 - 2 * t))]
  })

export function drawSketch(type: string, shows: string | undefined, room: Room, soft: Role, strong: Role): Shape[] {
  const shown = shows === 'html' ? 'TEXT' : shows
  const name = type === 'CHART' && shown !== undefined && Object.hasOwn(SKETCHES, shown) ? shown : type
  const sketch = Object.hasOwn(SKETCHES, name) ? SKETCHES[name] : undefined
  return sketch === undefined || room.w < 24 || room.h < 12 ? [] : sketch(room, soft, strong)
}
