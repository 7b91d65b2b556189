import { makeSvg } from '../dom.ts'
import { SPARK, sparkPaths } from '../facts/sparkline.ts'

/** A series as a line without axes. */
export function sparkline(values: readonly number[], name: string): SVGElement {
  const { area, line } = sparkPaths(values)
  return makeSvg(
    'svg',
    {
      class: 'bw-spark',
      viewBox: `0 0 ${SPARK.width} ${SPARK.height}`,
      preserveAspectRatio: 'none',
      role: 'img',
      'aria-label': name,
    },
    makeSvg('path', { class: 'bw-spark-area', d: area }),
    makeSvg('path', { class: 'bw-spark-line', d: line, 'vector-effect': 'non-scaling-stroke' }),
  )
}
