import { z } from 'zod'
import { KeySchema } from '../content/key-schema.ts'
import { isKind } from '../content/kinds.ts'
import { testOf } from '../fits.ts'
import { LEDGER_VERSION } from './ledger.ts'
import { EntrySchema, WrittenSchema } from './schema.ts'

/** In `missing`, this meant that other objects of the commit were still to be created. */
const UNFINISHED = '*'

const FirstSchema = WrittenSchema.omit({ applied: true, pending: true, elsewhere: true }).extend({
  v: z.literal(1),
  missing: z.array(z.union([KeySchema, z.literal(UNFINISHED)])),
  o: z.record(KeySchema, EntrySchema),
})

const fitsFirst = testOf(FirstSchema)

/**
 * Converts a ledger of version 1; undefined for anything else. Version 1 listed in `missing` what could not be created,
 * had entries of folders for what was not done, and any entry that was not being written said that its commit was
 * applied in full.
 */
export function fromFirst(value: unknown): unknown {
  if (!fitsFirst(value)) return undefined
  const { missing, o, ...head } = value as z.output<typeof FirstSchema>
  const all = Object.entries(o)
  const entries = all.filter(([key]) => !isKind(key, 'folder'))
  const folders = all.filter(([key]) => isKind(key, 'folder'))
  const pending = [
    ...missing.filter((key) => key !== UNFINISHED).map((key) => ({ key, why: 'held' })),
    ...folders.map(([key, { live, c, base, next }]) => {
      const isToGo = next && Object.keys(next.units).length === 0
      return { key, why: isToGo ? 'to delete' : 'held', live, c, base }
    }),
  ]
  return {
    ...{ ...head, v: LEDGER_VERSION, o: Object.fromEntries(entries) },
    applied: missing.includes(UNFINISHED) ? [] : entries.flatMap(([, { c, next }]) => (next ? [] : c)),
    pending: pending.length > 0 ? pending : undefined,
  }
}
