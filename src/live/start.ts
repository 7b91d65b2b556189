import type { Client } from '@boardwright/platform'
import { CONTENT_KINDS, LISTS } from '../content/kinds.ts'
import { digestsOfDefinition } from '../content/unit-digests.ts'
import { type Caller, readCaller } from './caller.ts'
import { READ_RULES } from './kinds.ts'
import { type InventoryOptions, type Prepare, startAsking } from './lists.ts'
import { type ModelHashes, readHashes } from './model.ts'
import { definitionKnown, definitionOfRow, summarizeReportRow } from './rows/report.ts'
import { summarizeWorkbookRow } from './rows/workbook.ts'
import type { Inventory } from './wire.ts'

export interface FirstAnswers {
  readonly caller: Caller
  readonly listed: Inventory
}

export interface Started {
  readonly answers: Promise<FirstAnswers>
  readonly hashes: Promise<ModelHashes> | undefined
}

export interface StartOptions extends Omit<InventoryOptions, 'prepare'> {
  readonly deployment: number
  /** The branch of the data model; undefined leaves the data model out. */
  readonly branch?: string | undefined
  /** Who the token belongs to, if that was already requested. */
  readonly caller?: Promise<Caller> | undefined
  /** Whether everything will be compared. If so, rows are prepared for that while the rest arrives. */
  readonly isCompared?: boolean | undefined
}

const PREPARE: Prepare = {
  workbook: (row) => void summarizeWorkbookRow(row),
  report: (row) => {
    if (summarizeReportRow(row).noFile === undefined && !definitionKnown(row)) digestsOfDefinition(definitionOfRow(row))
  },
}

/** Sends the requests that do not depend on the tree, so that they run while the tree is read. */
export function startReading(
  client: Client,
  { deployment, branch, onProgress, isCompared = false, memory, ...options }: StartOptions,
): Started {
  const prepare = isCompared ? PREPARE : undefined
  const caller = options.caller ?? readCaller(client)
  const hashes = branch === undefined ? undefined : readHashes(client, deployment, branch)
  const all = readInventory(client, deployment, { onProgress, memory, prepare })
  const started = {
    answers: Promise.all([caller, all]).then(([caller, listed]) => ({ caller, listed })),
    hashes,
  }
  // Prevents an unhandled rejection: if the tree turns out to be invalid, nobody awaits these.
  void Promise.allSettled([started.answers, hashes])
  return started
}

export async function readInventory(
  client: Client,
  deploymentId: number,
  options: InventoryOptions,
): Promise<Inventory> {
  const asking = startAsking(client, deploymentId, options)
  const lists = await Promise.all(
    CONTENT_KINDS.map(async (kind) => [LISTS[kind], await READ_RULES[kind].rows(asking)] as const),
  )
  return Object.fromEntries(lists) as unknown as Inventory
}
