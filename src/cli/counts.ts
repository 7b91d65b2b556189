import { counted, plural } from '../content/counted.ts'
import type { ObjectCounts } from '../content/entity.ts'
import { isOptIn, KINDS, type Kind } from '../content/kinds.ts'
import { OBJECTS } from '../content/objects.ts'

/** `6 folders, 7 workbooks (6 published), 19 reports` */
export const countsText = (
  counts: Partial<ObjectCounts>,
  published: Partial<ObjectCounts> = {},
  { none = true }: { readonly none?: boolean } = {},
): string =>
  KINDS.flatMap((kind: Kind): string[] => {
    if ((!none || isOptIn(kind)) && counts[kind] === 0) return []
    const seen = published[kind] === undefined ? '' : ` (${counted(published[kind])} published)`
    return counts[kind] === undefined ? [] : [`${plural(counts[kind], OBJECTS[kind].noun)}${seen}`]
  }).join(', ')
