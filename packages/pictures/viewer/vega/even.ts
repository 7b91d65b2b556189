import type { Axis, Scale, Spec } from 'vega'

const DAY_MS = 86_400_000
/** Between these, the library places a tick at every second day of a month, and begins anew with the next month. */
const [LEAST, MOST] = [Math.SQRT2, Math.sqrt(14)]
/**
 * Of ticks that begin a day: which month it is in, and not which day of the week. Of those that begin a month: its
 * year, as the tick that begins the year may be left out.
 */
const FORMAT = { date: '%b %d', week: '%b %d', month: '%b %Y', quarter: '%b %Y' }

interface Scope {
  readonly axes?: readonly Axis[]
  readonly scales?: readonly Scale[]
  readonly marks?: readonly unknown[]
}

/** Ticks of time axes that are as far apart everywhere, and numbers without a zero of thousands. What specifications choose stays. */
export const withEvenTicks = (spec: Spec): Spec => even(spec as Scope, new Map()) as Spec

function even(scope: Scope, around: ReadonlyMap<string, string | undefined>): Scope {
  const scales = new Map([...around, ...(scope.scales ?? []).map(({ name, type }) => [name, type] as const)])
  return {
    ...scope,
    ...(scope.axes && { axes: scope.axes.map((axis) => evenAxis(axis, scales.get(axis.scale))) }),
    ...(scope.marks && { marks: scope.marks.map((mark) => (isGroup(mark) ? even(mark, scales) : mark)) }),
  }
}

/** A format of thousands writes them for nothing, too: 0k. */
const PLAIN_ZERO = { signal: "datum.value === 0 ? '0' : datum.label" }

function withPlainZero(axis: Axis): Axis {
  const { format, encode } = axis
  if (typeof format !== 'string' || !format.endsWith('s') || encode?.labels?.update?.text) return axis
  const labels = { ...encode?.labels, update: { ...encode?.labels?.update, text: PLAIN_ZERO } }
  return { ...axis, encode: { ...encode, labels } }
}

function evenAxis(axis: Axis, type: string | undefined): Axis {
  if (type !== 'time' && type !== 'utc') return withPlainZero(axis)
  const { tickCount, encode, format } = axis
  const isCounted = typeof tickCount === 'object' && 'signal' in tickCount && COUNTED.test(tickCount.signal)
  const days = `span(domain(${JSON.stringify(axis.scale)})) / ${DAY_MS}`
  const each = isCounted ? `${days} / ${tickCount.signal}` : ''
  return {
    ...axis,
    ...(format === undefined && !encode?.labels?.update?.text && { format: FORMAT, formatType: 'time' }),
    ...(isCounted && {
      tickCount: { signal: `${each} > ${LEAST} && ${each} < ${MOST} ? ${days} : ${tickCount.signal}` },
    }),
  } as Axis
}

/** How the library counts ticks by itself. */
const COUNTED = /^ceil\(\w+\/40\)$/

const isGroup = (mark: unknown): mark is Scope => (mark as { readonly type?: unknown }).type === 'group'
