import { KINDS, type Kind } from '../sync/kinds.ts'
import { type Counts, nounOf } from '../sync/nouns.ts'
import { plural } from './problems.ts'

/** `6 folders, 7 workbooks (6 published), 19 reports` */
export const countsText = (counts: Partial<Counts>, published: Partial<Counts> = {}): string =>
  KINDS.flatMap((kind: Kind): string[] => {
    const seen = published[kind] === undefined ? '' : ` (${published[kind]} published)`
    return counts[kind] === undefined ? [] : [`${plural(counts[kind], nounOf(kind))}${seen}`]
  }).join(', ')
