import { splitAccessPath } from 'vega'
import { accessors } from './accessors.ts'
import type { Call, Context, Named, Store } from './library.ts'
import { read } from './values.ts'

interface Union {
  readonly or: readonly Named[]
}
type Multi = Union | { readonly and: readonly Union[] }

const ROW_ID = '_vgsid_'

/** A row of the selection for each mark. The library's own reads what prototypes have. */
export function selectionRows(marks: unknown, base: unknown): readonly object[] {
  if (!Array.isArray(marks)) throw new TypeError('vlSelectionTuples() needs a list of marks')
  if (typeof base !== 'object' || base === null) throw new TypeError('vlSelectionTuples() needs a map')
  const fields = read(base, 'fields')
  return marks.map((mark: unknown) => {
    const row = read(mark, 'datum')
    const own = fields
      ? { values: listOf(fields).map((field) => valueIn(row, field)) }
      : { [ROW_ID]: read(row, ROW_ID) }
    return { ...own, ...base }
  })
}

const valueIn = (row: unknown, field: unknown): unknown =>
  accessors.get(splitAccessPath(String(read(field, 'field'))))(row)

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/**
 * What is selected, by column. The library finds lists by the names of columns and views in plain objects, and adds to
 * what it finds: names that all objects have are others there.
 */
export function selectionOf({ data }: Context, native: Call): (name: string | undefined, ...how: unknown[]) => unknown {
  return (name, ...how) => {
    const rows = name === undefined ? undefined : (data[name] as Store | undefined)?.values.value
    const store: Store = { values: { value: (rows ?? []).map(disguised) } }
    const found = native.apply({ context: { data: { store } } }, ['store', ...how]) as Named
    const [, isMulti, isPoint] = how
    const multi = isPoint ? 'vlPoint' : 'vlMulti'
    const shown = renamed(found)
    return isMulti && Object.hasOwn(shown, multi) ? { ...shown, [multi]: multiOf(shown[multi] as Multi) } : shown
  }
}

function disguised(row: Named): Named {
  const fields = read(row, 'fields')
  return {
    ...row,
    unit: disguise(read(row, 'unit')),
    ...(fields
      ? { fields: listOf(fields).map((field) => ({ ...Object(field), field: disguise(read(field, 'field')) })) }
      : {}),
  }
}

const MASK = '\0'

function disguise(name: unknown): string {
  const text = String(name)
  return text in Object.prototype ? `${MASK}${text}` : text
}

const named = (name: string): string =>
  name.startsWith(MASK) && name.slice(MASK.length) in Object.prototype ? name.slice(MASK.length) : name

const renamed = (map: Named): Named =>
  Object.fromEntries(
    // Numbers of rows are a set to the library.
    Object.entries(map).map(([name, value]) => [named(name), value instanceof Set ? [...value] : value]),
  )

const unionOf = ({ or }: Union): Union => ({ or: or.map(renamed) })

const multiOf = (multi: Multi): Multi => ('and' in multi ? { and: multi.and.map(unionOf) } : unionOf(multi))
