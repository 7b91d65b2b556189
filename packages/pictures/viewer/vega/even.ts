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

/**
 * Ticks of time axes that are as far apart everywhere, and numbers without a zero of thousands, on an axis that ends at
 * a tick. What specifications choose stays.
 */
export const withEvenTicks = (spec: Spec): Spec => even(spec as Scope, new Map()) as Spec

function even(scope: Scope, around: ReadonlyMap<string, string | undefined>): Scope {
  const scales = new Map([...around, ...(scope.scales ?? []).map(({ name, type }) => [name, type] as const)])
  const axes = scope.axes?.map((axis) => evenAxis(axis, scales.get(axis.scale)))
  return {
    ...scope,
    ...(axes && { axes }),
    ...(scope.scales && { scales: scope.scales.map((scale) => endingAtTick(scale, axes ?? [])) }),
    ...(scope.marks && { marks: scope.marks.map((mark) => (isGroup(mark) ? even(mark, scales) : mark)) }),
  }
}

/** A format of thousands writes them for nothing, too: 0k. */
const PLAIN_ZERO = { signal: "datum.value === 0 ? '0' : datum.label" }

/** The library rounds ends to tenths, whatever the number of ticks. */
function endingAtTick(scale: Scale, axes: readonly Axis[]): Scale {
  const { tickCount } = axes.find((axis) => axis.scale === scale.name && axis.tickCount !== undefined) ?? {}
  return scale.type === 'linear' && scale.nice === true && scale.padding === undefined && tickCount !== undefined
    ? ({ ...scale, nice: tickCount } as Scale)
    : scale
}

/** Numbers beside each other need more room than numbers one above the other. */
function withRoomForNumbers(axis: Axis): Axis {
  const { tickCount, orient } = axis
  const isLevel = orient === 'bottom' || orient === 'top'
  if (!isLevel || !isCounted(tickCount)) return axis
  return { ...axis, tickCount: { signal: tickCount.signal.replace('/40', '/150') } }
}

function withPlainZero(axis: Axis): Axis {
  const { format, encode } = axis
  if (typeof format !== 'string' || !format.endsWith('s') || encode?.labels?.update?.text) return axis
  const labels = { ...encode?.labels, update: { ...encode?.labels?.update, text: PLAIN_ZERO } }
  return { ...axis, encode: { ...encode, labels } }
}

function evenAxis(axis: Axis, type: string | undefined): Axis {
  if (type !== 'time' && type !== 'utc') return withPlainZero(withRoomForNumbers(axis))
  const { tickCount, encode, format } = axis
  const days = `span(domain(${JSON.stringify(axis.scale)})) / ${DAY_MS}`
  const each = isCounted(tickCount) ? `${days} / ${tickCount.signal}` : ''
  return {
    ...axis,
    ...(format === undefined && !encode?.labels?.update?.text && { format: FORMAT, formatType: 'time' }),
    ...(isCounted(tickCount) && {
      tickCount: { signal: `${each} > ${LEAST} && ${each} < ${MOST} ? ${days} : ${tickCount.signal}` },
    }),
  } as Axis
}

/** Whether the library counts the ticks by itself. */
const isCounted = (count: Axis['tickCount']): count is { readonly signal: string } =>
  typeof count === 'object' && 'signal' in count && /^ceil\(\w+\/40\)$/.test(count.signal)

const isGroup = (mark: unknown): mark is Scope => (mark as { readonly type?: unknown }).type === 'group'
