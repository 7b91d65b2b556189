import type { Theme } from '../look/look.ts'

export const LEGENDS = 'bottom'
/** Around a chart. */
export const PADDING = 2

interface Room {
  readonly width: number
  readonly height: number
  /** The number of rows. */
  readonly count: number
  /** Whether the names on the horizontal axis are level, as an expression. */
  readonly isLevel?: string | undefined
}

/** The look of charts, unless their specification says otherwise. */
export function chartConfig(
  { font, text, faint, line, palette, accent, mode }: Theme,
  { width, height, count, isLevel }: Room,
): Readonly<Record<string, unknown>> {
  const words = {
    labelFont: font,
    titleFont: font,
    labelColor: faint,
    titleColor: faint,
    labelFontSize: 11,
    titleFontSize: 11,
    titleFontWeight: 500,
  }
  return {
    background: 'transparent',
    font,
    padding: PADDING,
    view: { stroke: null },
    axis: {
      ...words,
      gridColor: line,
      domainColor: line,
      tickColor: line,
      gridOpacity: 0.8,
      labelPadding: 6,
      titlePadding: 8,
      domain: false,
      ticks: false,
    },
    axisX: { grid: false, domain: true },
    // Names of categories leave half of the room to the chart.
    axisXDiscrete: { labelLimit: Math.max(40, Math.min(180, height / 2)), ...namesWhere(isLevel) },
    axisYDiscrete: { labelLimit: Math.max(40, Math.min(180, width / 2)) },
    // Every second one goes until they fit, and each stands below its place, so that they are as far apart everywhere.
    axisXTemporal: { labelOverlap: 'parity', labelSeparation: 14, labelFlush: false },
    axisXQuantitative: { labelOverlap: 'parity', labelSeparation: 10, labelFlush: false },
    legend: {
      ...words,
      ...{ orient: LEGENDS, symbolType: 'circle', symbolSize: 70, title: null },
      labelLimit: Math.max(40, Math.min(160, width - 40)),
      gradientLength: Math.max(40, Math.min(200, width - 30)),
    },
    title: { font, color: text, fontSize: 13, anchor: 'start' },
    header: { ...words, labelLimit: Math.max(40, Math.min(180, width / 2)) },
    range: {
      category: palette,
      ramp: { scheme: mode === 'dark' ? 'darkblue' : 'blues' },
      heatmap: { scheme: mode === 'dark' ? 'darkblue' : 'blues' },
    },
    mark: { color: accent, tooltip: true },
    // With more rows than pixels nobody sees a rounded corner, and each stack of bars would need its own group for
    // it.
    bar: { cornerRadiusEnd: count > width ? 0 : 2 },
    line: { strokeWidth: 2 },
    point: { filled: true, size: 40 },
    rule: { color: faint },
    text: { font, color: text, fill: text },
    arc: { stroke: null },
  }
}

/** A name that stands upright ends at the axis. One that is level hangs below it. */
const namesWhere = (isLevel: string | undefined) =>
  isLevel === undefined
    ? {}
    : {
        labelAngle: { signal: `${isLevel} ? 0 : 270` },
        labelAlign: { signal: `${isLevel} ? 'center' : 'right'` },
        labelBaseline: { signal: `${isLevel} ? 'top' : 'middle'` },
      }
