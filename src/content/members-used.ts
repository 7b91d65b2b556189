import { type FreeForm, isMap } from './model.ts'

export interface UsedMember {
  readonly member: string
  readonly path: readonly (string | number)[]
}

/** Every member that a query names, with its place in it. */
export function membersIn(query: FreeForm): UsedMember[] {
  const listed = ['measures', 'dimensions', 'segments'].flatMap((key) => namesIn(query[key], [key]))
  const times = itemsOf(query['timeDimensions']).map(
    ([item, index]) => [item['dimension'], ['timeDimensions', index, 'dimension']] as const,
  )
  const filters = filtersIn(query['filters'], ['filters'])
  const order = isMap(query['order'])
    ? Object.keys(query['order']).map((member) => ({ member, path: ['order', member] }))
    : pairsIn(query['order']).map(([member, index]) => ({ member, path: ['order', index, 0] }))
  return [
    ...listed,
    ...times.flatMap(([member, path]) => (typeof member === 'string' ? [{ member, path }] : [])),
    ...filters,
    // A name of one part is that of a column.
    ...order.filter(({ member }) => member.includes('.')),
  ]
}

const pairsIn = (value: unknown): (readonly [string, number])[] =>
  Array.isArray(value)
    ? value.flatMap((item, index) =>
        Array.isArray(item) && typeof item[0] === 'string' ? [[item[0], index] as const] : [],
      )
    : []

const itemsOf = (value: unknown): (readonly [FreeForm, number])[] =>
  Array.isArray(value) ? value.flatMap((item, index) => (isMap(item) ? [[item, index] as const] : [])) : []

const namesIn = (value: unknown, path: readonly (string | number)[]): UsedMember[] =>
  Array.isArray(value)
    ? value.flatMap((member, index) =>
        typeof member === 'string' && member.includes('.') ? [{ member, path: [...path, index] }] : [],
      )
    : []

function filtersIn(value: unknown, path: readonly (string | number)[]): UsedMember[] {
  return itemsOf(value).flatMap(([filter, index]) => {
    const here = [...path, index]
    const member = ['member', 'dimension'].find((key) => typeof filter[key] === 'string')
    return [
      ...(member ? [{ member: String(filter[member]), path: [...here, member] }] : []),
      ...filtersIn(filter['and'], [...here, 'and']),
      ...filtersIn(filter['or'], [...here, 'or']),
    ]
  })
}
