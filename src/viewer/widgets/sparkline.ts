import { makeSvg } from '../dom.ts'

const WIDTH = 240
const HEIGHT = 48

/** A course as a line without axes. */
export function sparkline(values: readonly number[], name: string): SVGElement {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const x = (index: number): number => (index / Math.max(1, values.length - 1)) * WIDTH
  const y = (value: number): number =>
    most === least ? HEIGHT / 2 : HEIGHT - 4 - ((value - least) / (most - least)) * (HEIGHT - 8)
  const points = values.map((value, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`)
  return makeSvg(
    'svg',
    {
      class: 'bw-spark',
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      preserveAspectRatio: 'none',
      role: 'img',
      'aria-label': name,
    },
    makeSvg('path', { class: 'bw-spark-area', d: `M0,${HEIGHT} L${points.join(' L')} L${WIDTH},${HEIGHT} Z` }),
    makeSvg('path', { class: 'bw-spark-line', d: `M${points.join(' L')}`, 'vector-effect': 'non-scaling-stroke' }),
  )
}
