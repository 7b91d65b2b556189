import { compileExpression } from './compile.ts'
import type { Context, Node } from './library.ts'

type Mark = Record<string, unknown>
type Channels = Readonly<Record<string, { readonly ast: Node }>>

/** How a mark looks: each channel's value, and the place that follows from its edges. Returns 1 if anything changed. */
export function encoder(context: Context, marktype: string, channels: Channels): (item: Mark, _: unknown) => number {
  const runs = Object.entries(channels).map(([name, { ast }]) => [name, compileExpression(ast, context)] as const)
  const swaps = ['group', 'image', 'rect'].includes(marktype)
  const place = marktype === 'rule' ? () => undefined : placing((name) => Object.hasOwn(channels, name), swaps)
  return (item, parameters) => {
    let changed = 0
    for (const [name, run] of runs) {
      const value = run(parameters, item['datum'], undefined, item)
      if (item[name] === value) continue
      item[name] = value
      changed = 1
    }
    place(item)
    return changed
  }
}

const AXES = [
  { start: 'x', end: 'x2', centre: 'xc', length: 'width' },
  { start: 'y', end: 'y2', centre: 'yc', length: 'height' },
] as const

/** Start and length of a mark from what is given of its start, end and centre. */
function placing(has: (channel: string) => boolean, swaps: boolean): (item: Mark) => void {
  const steps = AXES.flatMap(({ start, end, centre, length }): ((item: Mark) => void)[] => [
    ...(has(end) && has(start) && swaps ? [(item: Mark) => inOrder(item, start, end)] : []),
    ...(has(end) && has(start) ? [(item: Mark) => set(item, length, num(item[end]) - num(item[start]))] : []),
    ...(has(end) && !has(start) ? [(item: Mark) => set(item, start, num(item[end]) - orZero(item[length]))] : []),
    ...(has(centre) ? [(item: Mark) => set(item, start, num(item[centre]) - orZero(item[length]) / 2)] : []),
  ])
  return (item) => {
    for (const step of steps) step(item)
  }
}

const num = (value: unknown): number => value as number
const orZero = (value: unknown): number => num(value) || 0

function set(item: Mark, name: string, value: number): void {
  item[name] = value
}

function inOrder(item: Mark, start: string, end: string): void {
  const [first, last] = [item[start], item[end]]
  if (num(first) > num(last)) Object.assign(item, { [start]: last, [end]: first })
}
