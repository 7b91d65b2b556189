import { jsonIn, testOf } from '@boardwright/common'
import { z } from 'zod'
import { CommitSchema } from '../content/commit-schema.ts'
import { REASONS } from './ledger.ts'

/** The ledger of the data model is a file on the branch, one per project. It is not content. */
export const isModelLedger = (path: string): boolean => /^boardwright\/[^/]+\.json$/.test(path)

export const modelLedgerPath = (projectId: string): string => `boardwright/${projectId}.json`

/** What was applied to the branch of a data model. */
export interface ModelLedger {
  readonly commit: string
  /** Files that are not what the commit says, by path. */
  readonly pending: ReadonlyMap<string, PendingFile>
}

const VERSION = 1

const FileSchema = z.strictObject({
  path: z.string(),
  why: z.enum(REASONS),
  /** The hash that was last applied. Missing if the file was never there. */
  was: z.string().optional(),
  /** An applied commit that this one does not know. */
  awaits: CommitSchema.optional(),
})
export type PendingFile = Readonly<Omit<z.output<typeof FileSchema>, 'path'>>

const WrittenSchema = z.strictObject({
  ...{ v: z.literal(VERSION), p: z.string(), commit: CommitSchema },
  pending: z.array(FileSchema).optional(),
})
const fitsSchema = testOf(WrittenSchema)

export const commitsInModel = (ledger: ModelLedger | undefined): string[] =>
  ledger ? [ledger.commit, ...[...ledger.pending.values()].flatMap(({ awaits }) => awaits ?? [])] : []

/** Equal ledgers give equal bytes. */
export function writeModelLedger(projectId: string, { commit, pending }: ModelLedger): string {
  const files = [...pending]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, { why, was, awaits }]) => ({ path, why, was, awaits }))
  return `${JSON.stringify({ v: VERSION, p: projectId, commit, pending: files.length > 0 ? files : undefined })}\n`
}

/** Undefined for anything that is not a ledger of this project. */
export function readModelLedger(json: string, projectId: string): ModelLedger | undefined {
  const value = jsonIn(json)
  if (!fitsSchema(value)) return undefined
  const { p, commit, pending = [] } = value as z.output<typeof WrittenSchema>
  if (p !== projectId) return undefined
  return { commit, pending: new Map(pending.map(({ path, ...file }) => [path, file])) }
}
