import type { Column, Rows } from '../data/rows.ts'

/** A default chart for rows: a line over time, otherwise bars. */
export function usualChart({ columns }: Rows): Readonly<Record<string, unknown>> | undefined {
  const time = columns.find(({ type }) => type === 'time')
  const number = columns.find(({ type }) => type === 'number')
  const words = columns.filter(({ type }) => type === 'string' || type === 'boolean')
  const [first, second] = words
  if (!number) return undefined
  const y = channel(number, 'quantitative')
  if (time) {
    const color = first ? { color: channel(first, 'nominal') } : {}
    return { mark: { type: 'line' }, encoding: { x: channel(time, 'temporal', null), y, ...color } }
  }
  if (!first) return { mark: 'bar', encoding: { y } }
  const color = second ? { color: channel(second, 'nominal') } : {}
  return { mark: 'bar', encoding: { y: { ...channel(first, 'nominal', null), sort: '-x' }, x: y, ...color } }
}

const channel = ({ name, title }: Column, type: string, shown: string | null = title) => ({
  field: name.replaceAll('.', '\\.').replaceAll('[', '\\[').replaceAll(']', '\\]'),
  type,
  title: shown,
})
