import { Told } from '../told.ts'

const MOST_STEPS = 100_000
const DEEPEST = 30
/** Each step of these is a mark or a row. */
const COUNTS = ['tickCount', 'steps', 'maxbins', 'maxsteps', 'maxlevels']

/** Throws if a specification would generate more rows than any page can hold. */
export function refuseEndless(spec: unknown, depth = 0): void {
  if (depth > DEEPEST || typeof spec !== 'object' || spec === null) return
  const { start = 0, stop, step = 1, ...others } = spec as Readonly<Record<string, unknown>>
  if (isWritten(stop)) refuseSteps((Number(stop) - Number(start)) / Number(step))
  for (const name of COUNTS) if (isWritten(others[name])) refuseSteps(Number(others[name]))
  for (const inner of Object.values(spec)) refuseEndless(inner, depth + 1)
}

const isWritten = (value: unknown): boolean => typeof value === 'number' || typeof value === 'string'

function refuseSteps(steps: number): void {
  if (Math.abs(steps) > MOST_STEPS) throw new Told(`It counts out more than ${MOST_STEPS.toLocaleString('en')} rows.`)
}

/** The same check in expressions: their `sequence`. */
export function sequence(...given: readonly number[]): number[] {
  const [start, stop, step = 1] = given.length === 1 ? [0, given[0] ?? 0] : [given[0] ?? 0, given[1] ?? 0, given[2]]
  const steps = Math.max(0, Math.ceil((stop - start) / step))
  refuseSteps(steps)
  return Array.from({ length: steps || 0 }, (_, index) => start + index * step)
}
