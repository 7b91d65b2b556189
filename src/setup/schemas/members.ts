import { isMap } from '@boardwright/common'
import type { Members } from '../../lint/members.ts'

type Schema = Readonly<Record<string, unknown>>
type Sort = 'measures' | 'dimensions' | 'segments' | 'times' | 'filters'

/** What is offered under a key: which members of the project's own model. */
const OFFERED: ReadonlyMap<string, readonly Sort[]> = new Map([
  ['measures', ['measures']],
  ['dimensions', ['dimensions']],
  ['segments', ['segments']],
  ['timeDimensions.dimension', ['times']],
  ['timeDimension', ['times']],
  ['measure', ['measures']],
  ['member', ['measures', 'dimensions']],
  ['dimension', ['measures', 'dimensions']],
  ['options', ['measures', 'dimensions']],
])

/** A schema that also offers the members of a model, and takes any other text as before. */
export function withMembers(schema: Schema, members: Members): Schema {
  if (!members.known) return schema
  const { facts, hidden } = members
  const shown = [...facts].filter(([name]) => !hidden.has(name) && !hidden.has(name.split('.')[0] ?? ''))
  const namesOf = (sort: Sort): string[] =>
    shown.flatMap(([name, { list, type }]) =>
      list === sort || (sort === 'times' && list === 'dimensions' && type === 'time') ? [name] : [],
    )
  const offeredAt = (path: readonly string[]): readonly string[] => {
    const [key = '', holder = ''] = path.toReversed()
    const sorts = OFFERED.get(`${holder}.${key}`) ?? OFFERED.get(key) ?? []
    return sorts.flatMap(namesOf)
  }
  return offering(schema, [], offeredAt) as Schema
}

/** A text of its own, or what says nothing of its value. */
const mayBeName = (schema: Schema): boolean =>
  schema['type'] === 'string'
    ? !('enum' in schema) && !String(schema['pattern']).includes('{var')
    : Object.keys(schema).every((key) => key === 'description')

function offering(
  schema: unknown,
  path: readonly string[],
  offeredAt: (path: readonly string[]) => readonly string[],
): unknown {
  const within = (each: unknown): unknown => offering(each, path, offeredAt)
  if (Array.isArray(schema)) return schema.map(within)
  if (!isMap(schema)) return schema
  const names = mayBeName(schema) ? offeredAt(path) : []
  if (names.length > 0) {
    const { description, ...own } = schema
    return { ...(description === undefined ? {} : { description }), anyOf: [{ enum: names }, own] }
  }
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]): [string, unknown] =>
      key === 'properties' && isMap(value)
        ? [
            key,
            Object.fromEntries(
              Object.entries(value).map(([name, each]) => [name, offering(each, [...path, name], offeredAt)]),
            ),
          ]
        : [key, key === 'enum' ? value : within(value)],
    ),
  )
}
