import { type CompiledMember, valueType } from './members.ts'

export type Cell = string | number | boolean | null

/** A number from 0 up to 1 that is always the same for a text (FNV-1a, its bits mixed once more). */
export function chance(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}

/** Values by what a dimension is called, so that a page of rows looks like what it is about. */
const WORDS: readonly (readonly [pattern: RegExp, values: readonly string[]])[] = [
  [/city/, ['Zürich', 'Bern', 'Basel', 'Genève', 'Lugano', 'Luzern', 'Winterthur', 'Lausanne']],
  [/country/, ['Switzerland', 'France', 'Germany', 'Italy', 'Austria', 'Spain']],
  [/region/, ['North', 'East', 'South', 'West', 'Centre']],
  [/status/, ['open', 'shipped', 'paid', 'refunded']],
  [/stage/, ['lead', 'qualified', 'proposal', 'won', 'lost']],
  [/channel/, ['web', 'phone', 'sales rep', 'EDI']],
  [/category/, ['Coffee', 'Tea', 'Machines', 'Service', 'Parts']],
  [/kind|type|segment|band/, ['small', 'medium', 'large']],
  [/currency/, ['CHF', 'EUR', 'USD']],
  [
    /name|customer|company/,
    ['Beanhouse', 'Café du Lac', 'Kaffee Kranz', 'Il Chicco', 'Röstwerk', 'Morgenrot', 'Filtro', 'Crema'],
  ],
]
const USUAL_VALUES = 6

type Described = Pick<CompiledMember, 'name' | 'kind' | 'type' | 'title' | 'from'> & { readonly meaning?: string }

/** A view's member shows the same as the cube's member behind it. */
const originOf = ({ name, from }: Described): string => from ?? name

/** The values that a dimension has. */
export function valuesOf(member: Described, now: Date): readonly Cell[] {
  const type = valueType(member)
  if (type === 'boolean') return [true, false]
  if (type === 'number') return Array.from({ length: USUAL_VALUES }, (_, index) => index + 1)
  if (type === 'time') return Array.from({ length: USUAL_VALUES }, (_, index) => daysBefore(now, index))
  if (type === 'geo')
    return Array.from({ length: USUAL_VALUES }, (_, index) => `${46 + index * 0.25},${7 + index * 0.25}`)
  const own = originOf(member).split('.').at(-1)?.toLowerCase() ?? ''
  const words =
    WORDS.find(([pattern]) => pattern.test(own)) ?? WORDS.find(([pattern]) => pattern.test(originOf(member)))
  return words?.[1] ?? Array.from({ length: USUAL_VALUES }, (_, index) => `${member.title} ${index + 1}`)
}

const daysBefore = (now: Date, days: number): string =>
  `${new Date(now.getTime() - days * 86_400_000).toISOString().slice(0, 10)}T00:00:00.000`

/** The value of a measure in one row. The row is named by the values of its dimensions. Under another name it is the same. */
export function measureOf(member: Described, row: string): Cell {
  const type = valueType(member)
  const part = chance(`${member.meaning ?? originOf(member)}|${row}`)
  if (type === 'string') return `${member.title} ${Math.floor(part * USUAL_VALUES) + 1}`
  if (type === 'boolean') return part < 0.5
  if (type === 'time') return `2026-01-${String(Math.floor(part * 28) + 1).padStart(2, '0')}T00:00:00.000`
  if (/rate|share|percent|ratio|probability/.test(originOf(member))) return round(part, 4)
  if (/count|rank/.test(member.type ?? '')) return Math.floor(part * 900) + 10
  if (/avg|min|max|number/.test(member.type ?? '')) return round(20 + part * 480, 2)
  return round(1000 + part * 99_000, 2)
}

const round = (value: number, digits: number): number => Number(value.toFixed(digits))
