import type { Base } from '../content/ledger.ts'
import { type Folder, folderKey, type Key } from '../content/model.ts'
import { digestsOf, unitDigest, unitsOfFolder } from '../content/units.ts'
import type { PlannedObject } from '../plan/plan-file.ts'
import type { Line } from './books.ts'

/** Older than any run: nobody takes it for one that is still going on. */
export const LONG_AGO = new Date(0).toISOString()

interface At {
  readonly commit: string
  readonly numberOf: (key: Key) => number | undefined
}

/** Of commits that had these folders, no ledger may be left: so a run that is cut off says that they are to go. */
export const goingFolders = (folders: readonly Folder[], { commit, numberOf }: At): ReadonlyMap<Key, Line> =>
  new Map(
    folders.map((folder): [Key, Line] => {
      const key = folderKey(folder.path)
      const base = Object.fromEntries(digestsOf(unitsOfFolder(folder)))
      // Being written, so that the commit does not count as applied to its end.
      return [key, { live: numberOf(key) ?? 0, commit, base, next: { commit, at: LONG_AGO, units: {} } }]
    }),
  )

/**
 * Folders have no ledger: what the newest applied commit says of one counts as applied. Of a folder whose update failed
 * while the rest went on, a ledger says that it is not, until it is.
 */
export function owedFolders(
  objects: readonly PlannedObject[],
  folders: ReadonlyMap<Key, Folder>,
  { commit, numberOf }: At,
): ReadonlyMap<Key, Line> {
  const lines = objects.flatMap(({ key: text, action, units }): [Key, Line][] => {
    const key = text as Key
    const folder = folders.get(key)
    const live = numberOf(key)
    if (action !== 'update' || !folder || live === undefined) return []
    const wanted = digestsOf(unitsOfFolder(folder))
    const base = new Map(wanted)
    for (const { unit, before } of units) {
      if (before === undefined) base.delete(unit)
      else base.set(unit, unitDigest(unit, before))
    }
    const next = { commit, at: LONG_AGO, units: Object.fromEntries(wanted) }
    return [[key, { live, commit, base: Object.fromEntries(base) satisfies Base, next }]]
  })
  return new Map(lines)
}

/** A folder that is to go is being written as nothing. */
export const isOwed = (key: Key, { next }: Line): boolean =>
  key.startsWith('folder/') && (next === undefined || Object.keys(next.units).length > 0)
