import { type Key, type Place, workbookKey } from '../content/model.ts'
import type { Decision } from '../plan/work.ts'
import type { Line } from './books.ts'

/** Which ledger speaks of what. */
export interface Holders {
  /** The workbook or report whose ledger speaks of an object. */
  readonly of: (key: Key) => Key | undefined
  readonly group: (keys: readonly Key[]) => Map<Key, Key[]>
}

/** `places` are where reports are, or shall be; `before` is what each ledger said. */
export function createHolders(
  { records, lost }: Pick<Decision['work'], 'records' | 'lost'>,
  places: ReadonlyMap<Key, Place>,
  before: ReadonlyMap<Key, ReadonlyMap<Key, Line>>,
): Holders {
  const isSaid = [...before.values()].flatMap((lines) => [...lines.keys()])
  const mayHold = new Set([...before.keys(), ...isSaid, ...records.keys(), ...(lost?.keys() ?? [])])
  const of = (key: Key): Key | undefined => {
    if (!isRecorded(key)) return undefined
    if (key.startsWith('workbook/')) return key
    const speaksOf = (): Key | undefined => [...before].find(([, lines]) => lines.has(key))?.[0]
    const place = places.get(key)
    if (!place) return speaksOf()
    if (place.workbook === undefined) return key
    const home = workbookKey(place.workbook)
    // Somebody put it into a workbook of others: nothing is written into that, and its record stays where it is.
    return mayHold.has(home) ? home : (speaksOf() ?? key)
  }
  return {
    of,
    group(keys) {
      const groups = new Map<Key, Key[]>()
      for (const key of keys) {
        const holder = of(key)
        if (holder !== undefined) groups.set(holder, [...(groups.get(holder) ?? []), key])
      }
      return groups
    },
  }
}

/** Folders and model files have no ledger in a workbook. */
export const isRecorded = (key: Key): boolean => key.startsWith('workbook/') || key.startsWith('report/')
