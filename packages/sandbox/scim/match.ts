import type { AttributeTable } from './attributes.ts'
import type { Filter, Literal, Operator } from './filter.ts'

/** Whether a resource, or an element of one of its lists, matches the filter. */
export function matches(filter: Filter, resource: object, attributes: AttributeTable, place = ''): boolean {
  const fits = (part: Filter): boolean => matches(part, resource, attributes, place)
  switch (filter.kind) {
    case 'and':
      return filter.parts.every(fits)
    case 'or':
      return filter.parts.some(fits)
    case 'not':
      return !fits(filter.part)
    case 'present':
      return valuesAt(resource, within(filter.path, place)).length > 0
    case 'some':
      return elementsAt(resource, filter.path).some((element) =>
        matches(filter.filter, element, attributes, filter.path),
      )
    case 'compare': {
      const values = valuesAt(resource, within(filter.path, place))
      return compareAny(values, filter.operator, filter.value, attributes[filter.path])
    }
  }
}

const within = (path: string, place: string): string => (place === '' ? path : path.slice(place.length + 1))

function compareAny(values: readonly unknown[], operator: Operator, value: Literal, type = 'text'): boolean {
  if (operator === 'ne') return !compareAny(values, 'eq', value, type)
  if (value === null) return values.length === 0
  const wanted = fold(value, type)
  return values.some((found) => COMPARE[operator](fold(found, type), wanted))
}

type Comparable = string | number | boolean

const COMPARE: Readonly<Record<Exclude<Operator, 'ne'>, (found: Comparable, wanted: Comparable) => boolean>> = {
  eq: (found, wanted) => found === wanted,
  co: (found, wanted) => String(found).includes(String(wanted)),
  sw: (found, wanted) => String(found).startsWith(String(wanted)),
  ew: (found, wanted) => String(found).endsWith(String(wanted)),
  gt: (found, wanted) => found > wanted,
  ge: (found, wanted) => found >= wanted,
  lt: (found, wanted) => found < wanted,
  le: (found, wanted) => found <= wanted,
}

function fold(value: unknown, type: string): Comparable {
  if (typeof value === 'boolean') return value
  const text = String(value)
  if (type === 'date') return Date.parse(text)
  return type === 'text' ? text.toLowerCase() : text
}

/** The values of an attribute: all of a list, and the part called `value` of an element with parts. */
function valuesAt(resource: unknown, path: string): unknown[] {
  const [first = '', ...rest] = path.split('.')
  const below = childrenOf(resource, first)
  const values = rest.length === 0 ? below.map(plainOf) : below.flatMap((child) => valuesAt(child, rest.join('.')))
  return values.filter((value) => value !== undefined && value !== null && value !== '')
}

const elementsAt = (resource: object, path: string): object[] =>
  childrenOf(resource, path).filter((child) => typeof child === 'object' && child !== null)

function childrenOf(resource: unknown, name: string): unknown[] {
  if (typeof resource !== 'object' || resource === null) return []
  const [, child] = Object.entries(resource).find(([key]) => key.toLowerCase() === name) ?? []
  return Array.isArray(child) ? child : [child]
}

const plainOf = (child: unknown): unknown =>
  typeof child === 'object' && child !== null && 'value' in child ? child.value : child
