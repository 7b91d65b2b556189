import type { Folder } from '../api/folders.ts'
import type { Client } from '../client/client.ts'
import { type Caller, readCaller } from './caller.ts'
import { distinct, type Inventory, type InventoryOptions, type Prepare, readInventory } from './inventory.ts'
import { type ModelHashes, readHashes } from './model.ts'
import type { Rows } from './rows/memory.ts'
import { glanceAtReport } from './rows/report.ts'
import { glanceAtWorkbook } from './rows/workbook.ts'

export interface FirstAnswers {
  readonly caller: Caller
  readonly listed: Inventory
}

export interface Started {
  readonly answers: Promise<FirstAnswers>
  /** What they probably are, long before the last of them: rows as they were the last time. */
  readonly expected: Promise<FirstAnswers | undefined>
  /** Whether that is wrong already. */
  readonly isSurprised: () => boolean
  /** Of the data model, where that is read. */
  readonly hashes: Promise<ModelHashes> | undefined
}

export interface StartOptions extends Omit<InventoryOptions, 'prepare'> {
  readonly deployment: number
  /** Of the data model. Undefined leaves it out. */
  readonly branch?: string | undefined
  /** Whether all of it is compared with something: what that takes is made ready while the rest is on its way. */
  readonly isCompared?: boolean | undefined
}

const PREPARE: Prepare = {
  workbook: (row) => void glanceAtWorkbook(row),
  report: (row) => void glanceAtReport(row).digests,
}

/** Asks for what is needed whatever the tree says. It is on its way while the tree is read. */
export function startReading(
  client: Client,
  { deployment, branch, onProgress, isCompared = false, memory }: StartOptions,
): Started {
  const prepare = isCompared ? PREPARE : undefined
  const caller = readCaller(client)
  const hashes = branch === undefined ? undefined : readHashes(client, deployment, branch)
  const { folders, all } = readInventory(client, deployment, { onProgress, memory, prepare })
  const started = {
    answers: Promise.all([caller, all]).then(([caller, listed]) => ({ caller, listed })),
    expected: Promise.all([caller, folders]).then(([caller, folders]) => {
      const rows = memory?.expect()
      return rows && { caller, listed: inventoryOf(folders, rows) }
    }),
    isSurprised: () => memory?.isSurprised() ?? false,
    hashes,
  }
  // Whoever waits for it learns of a failure. Nobody does where the tree turns out to be wrong.
  void Promise.allSettled([started.answers, started.expected, hashes])
  return started
}

const inventoryOf = (folders: readonly Folder[], { workbooks, reports }: Rows): Inventory => ({
  folders,
  workbooks: distinct(workbooks),
  reports: distinct(reports),
})

/** Whether the rows are the very same values. */
export const isSameInventory = (a: Inventory, b: Inventory): boolean =>
  isSameList(a.folders, b.folders) && isSameList(a.workbooks, b.workbooks) && isSameList(a.reports, b.reports)

const isSameList = <T>(a: readonly T[], b: readonly T[]): boolean =>
  a.length === b.length && a.every((each, index) => each === b[index])
