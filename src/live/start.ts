import type { Client } from '@boardwright/platform'
import { CONTENT_KINDS, type ContentKind, isOptIn, LISTS } from '../content/kinds.ts'
import { digestsOfDefinition } from '../content/unit-digests.ts'
import { type Caller, readCaller } from './caller.ts'
import { READ_RULES } from './kinds.ts'
import { type InventoryOptions, type Prepare, startAsking } from './lists.ts'
import { type Absence, isAbsence, lookUp } from './look-up.ts'
import { type ModelHashes, readHashes } from './model.ts'
import { definitionKnown, definitionOfRow, summarizeReportRow } from './rows/report.ts'
import { summarizeWorkbookRow } from './rows/workbook.ts'
import type { Inventory } from './wire.ts'

export interface FirstAnswers {
  readonly caller: Caller
  readonly listed: Inventory
  /** Kinds that were not read: the target does not manage them, or the key may not see them. */
  readonly unread: ReadonlySet<ContentKind>
  /** The names of the account's embed tenants, if something of theirs was read. */
  readonly tenants: ReadonlySet<string>
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
  /** The opt-in kinds that the target manages. */
  readonly manages?: readonly ContentKind[] | undefined
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
  { deployment, branch, onProgress, isCompared = false, memory, manages, ...options }: StartOptions,
): Started {
  const prepare = isCompared ? PREPARE : undefined
  const caller = options.caller ?? readCaller(client)
  const hashes = branch === undefined ? undefined : readHashes(client, deployment, branch)
  const all = readInventory(client, deployment, { onProgress, memory, prepare, manages })
  const started = {
    answers: Promise.all([caller, all]).then(([caller, lists]) => ({ caller, ...lists })),
    hashes,
  }
  // Prevents an unhandled rejection: if the tree turns out to be invalid, nobody awaits these.
  void Promise.allSettled([started.answers, hashes])
  return started
}

/** Sends nothing for opt-in kinds that the target does not manage. */
export async function readInventory(
  client: Client,
  deploymentId: number,
  { manages = [], ...options }: InventoryOptions & Pick<StartOptions, 'manages'>,
): Promise<Omit<FirstAnswers, 'caller'>> {
  const asking = startAsking(client, deploymentId, options)
  const rowsOf = async (kind: ContentKind): Promise<readonly object[] | Absence> => {
    const rows = (): Promise<readonly object[]> => READ_RULES[kind].rows(asking)
    if (!isOptIn(kind)) return rows()
    return manages.includes(kind) ? lookUp(rows) : 'hidden'
  }
  const lists = await Promise.all(CONTENT_KINDS.map(async (kind) => ({ kind, rows: await rowsOf(kind) })))
  const listed = lists.map(({ kind, rows }) => [LISTS[kind], isAbsence(rows) ? [] : rows] as const)
  const unread = new Set(lists.flatMap(({ kind, rows }) => (isAbsence(rows) ? [kind] : [])))
  return {
    listed: Object.fromEntries(listed) as unknown as Inventory,
    unread,
    tenants: unread.has('tenantGroup') ? new Set() : await asking.tenants(),
  }
}
