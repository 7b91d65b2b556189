import type { Attribute } from './model.ts'
import { present, type Units } from './units.ts'

/** What the name identifies. An empty text is the same as none. */
export const unitsOfAttribute = ({ type, displayName, description, default: value }: Attribute): Units =>
  present([
    ['type', type],
    ['displayName', displayName || undefined],
    ['description', description || undefined],
    ['default', value],
  ])
