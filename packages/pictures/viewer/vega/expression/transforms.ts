import { compare, field, key, Operator, transforms } from 'vega'
import { accessors } from './accessors.ts'
import { isMark } from './values.ts'

/** In place of the library's own, which read what prototypes have, or give functions to rows. */

type Wanted = Readonly<Record<string, unknown>> & { readonly modified: () => boolean }

/** An operator whose accessor follows signals. */
const following = (make: (wanted: Wanted) => unknown) =>
  class extends Operator {
    constructor(parameters: unknown) {
      super(null, update, parameters)
      function update(this: { readonly value: unknown }, wanted: Wanted): unknown {
        return this.value && !wanted.modified() ? this.value : make(wanted)
      }
    }
  }

type Row = Record<string, unknown>

interface Pulse {
  readonly ADD: number
  readonly visit: (which: number, see: (row: Row) => void) => void
}

type Transforming = new () => { transform(wanted: { readonly as?: string }, pulse: Pulse): unknown }

const libraryOf = (name: string): Transforming => transforms[name] as unknown as Transforming

/** The library keeps the number that a row has, which must be one of its own. */
class Identifier extends libraryOf('identifier') {
  override transform(wanted: { readonly as: string }, pulse: Pulse): unknown {
    pulse.visit(pulse.ADD, (row) => {
      if (!Object.hasOwn(row, wanted.as)) row[wanted.as] = undefined
    })
    return super.transform(wanted, pulse)
  }
}

/** What it gives are functions. Only marks draw themselves with them. */
class GeoShape extends libraryOf('geoshape') {
  override transform(wanted: { readonly as?: string }, pulse: Pulse): unknown {
    if ((wanted.as ?? 'shape') !== 'shape') throw new Error('geoshape can only give marks their shape')
    pulse.visit(pulse.ADD, (row) => {
      if (!isMark(row)) throw new Error('geoshape is a transform of marks')
    })
    return super.transform(wanted, pulse)
  }
}

Object.assign(transforms, {
  identifier: Identifier,
  geoshape: GeoShape,
  field: following(({ name, as }) =>
    Array.isArray(name)
      ? name.map((each) => field(String(each), undefined, accessors))
      : field(String(name), as as string, accessors),
  ),
  key: following(({ fields, flat }) => key(fields as string[], flat as boolean, accessors)),
  compare: following(({ fields, orders }) => compare(fields, orders, accessors)),
})
