import { z } from 'zod'
import { CommitSchema } from '../content/commit-schema.ts'
import { KeySchema } from '../content/key-schema.ts'
import { KINDS } from '../content/kinds.ts'
import { OBJECTS } from '../content/objects.ts'
import { LEDGER_VERSION, REASONS } from './ledger.ts'

/** JSON allows `__proto__` as a name, but a JavaScript object would take it for its prototype. */
export const NameSchema = z.string().regex(/^(?!__proto__$)/)

const Index = z.int().min(0)
const Digest = z.string().regex(/^[\w-]{10}$/)
const Span = z.tuple([z.int(), z.int()])
const Base = z.record(NameSchema, z.union([Digest, z.tuple([Digest, Digest])]))

export const EntrySchema = z.strictObject({
  live: z.int(),
  c: Index,
  folder: z.int().optional(),
  base: Base,
  quiet: Span.optional(),
  ours: Span.optional(),
  unpublished: z.int().optional(),
  over: z.array(z.tuple([z.int(), z.record(NameSchema, Digest)])).optional(),
  next: z
    .strictObject({
      ...{ c: Index, at: z.string().optional(), from: z.int().optional() },
      units: z.record(NameSchema, Digest),
    })
    .optional(),
})

const unreached = { key: KeySchema, why: z.enum(REASONS) }
const PendingSchema = z.union([
  z.strictObject({ ...unreached, c: Index.optional() }),
  z.strictObject({ ...unreached, live: z.int(), c: Index, base: Base.optional() }),
])

const LISTED = KINDS.filter((kind) => OBJECTS[kind].hasEntries)

/** A ledger as it is written. Each commit is listed once and referred to by its index. */
export const WrittenSchema = z.strictObject({
  v: z.literal(LEDGER_VERSION),
  canon: z.int().min(1),
  p: z.string().min(1).max(64),
  self: Span.nullable(),
  commits: z.array(CommitSchema),
  applied: z.array(Index).optional(),
  pending: z.array(PendingSchema).optional(),
  elsewhere: z.literal(true).optional(),
  review: z.literal(true).optional(),
  quiet: Span.optional(),
  moves: Index.optional(),
  o: z.record(z.templateLiteral([z.enum(LISTED), '/', z.string()]), EntrySchema),
})

export type Written = z.output<typeof WrittenSchema>
export type WrittenEntry = z.output<typeof EntrySchema>
export type WrittenPending = z.output<typeof PendingSchema>
