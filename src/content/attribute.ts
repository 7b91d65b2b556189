import { type PickSide, pickKeys } from './merge.ts'
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

export const mergeAttribute = (repo: Attribute, live: Attribute, pick: PickSide): Attribute =>
  ({ ...pickKeys(repo, live, pick), name: repo.name }) as Attribute
