import { largest, smallest } from '@boardwright/common'

export const SPARK = { width: 240, height: 48 } as const

/** A series as a line without axes, and the area below it. */
export function sparkPaths(values: readonly number[]): { readonly area: string; readonly line: string } {
  const { width, height } = SPARK
  const [least, most] = [smallest(values), largest(values)]
  const x = (index: number): number => (index / Math.max(1, values.length - 1)) * width
  const y = (value: number): number =>
    most === least ? height / 2 : height - 4 - ((value - least) / (most - least)) * (height - 8)
  const points = values.map((value, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`).join(' L')
  return { area: `M0,${height} L${points} L${width},${height} Z`, line: `M${points}` }
}
