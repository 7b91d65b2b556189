import { type Client, listEndless } from '@boardwright/platform'
import { type CarriedLedger, numbersListed } from '../base/carried.ts'
import { CONTENT_KINDS, type ContentKind, type Key, LISTS } from '../content/kinds.ts'
import { READ_RULES } from './kinds.ts'
import { type LedgerPlace, readLedgers } from './ledgers.ts'
import { distinct } from './lists.ts'
import { isAbsence, lookUp } from './look-up.ts'
import { summarizeWorkbookRow } from './rows/workbook.ts'
import { type Inventory, type Rows, rowsIn } from './wire.ts'

export interface Completed {
  readonly inventory: Inventory
  readonly ledgers: readonly CarriedLedger[]
  /** Numbers that something refers to but that do not exist, according to the platform. */
  readonly gone: Gone
}
type Gone = { readonly [K in ContentKind]?: ReadonlySet<number> }

interface Completing extends LedgerPlace {
  readonly drafts: boolean
  /** Kinds that this run leaves alone: nothing of them is looked up. */
  readonly unread?: ReadonlySet<ContentKind> | undefined
}

/**
 * A missing row proves nothing, because lists shift while they are read. So whatever is referred to but was not listed
 * is looked up by number: reports on dashboards, workbooks of reports, and everything in a ledger.
 */
export async function completeInventory(client: Client, listed: Inventory, options: Completing): Promise<Completed> {
  const path = { deploymentId: options.deployment }
  const kinds = CONTENT_KINDS.filter((kind) => READ_RULES[kind].readOne && !options.unread?.has(kind))
  const gone = new Map(kinds.map((kind) => [kind, new Set<number>()]))
  const lookedUp = new Map(kinds.map((kind) => [kind, new Set<number>()]))

  async function ask<K extends ContentKind>(
    kind: K,
    named: ReadonlyMap<number, Key<K> | undefined>,
    rows: Inventory,
  ): Promise<Rows[K][]> {
    const { readOne } = READ_RULES[kind]
    const known = new Set(rowsIn(rows, kind).map(({ id }) => id))
    const wanted = [...named].filter(([id]) => !known.has(id) && !lookedUp.get(kind)?.has(id))
    const answers = await Promise.all(
      wanted.map(async ([id, key]) => {
        lookedUp.get(kind)?.add(id)
        const answer = readOne ? await lookUp(() => readOne(client, path, id, key)) : 'hidden'
        if (answer === 'gone') gone.get(kind)?.add(id)
        return isAbsence(answer) ? [] : [answer as Rows[K]]
      }),
    )
    return answers.flat()
  }

  let inventory = listed
  for (let round = 1; ; round += 1) {
    if (round > MOST_ROUNDS) throw listEndless(`deployment ${options.deployment}`, CHAIN)
    const ledgers = readLedgers(inventory, options)
    const named: { readonly [K in ContentKind]?: readonly number[] } = namedIn(inventory, options.drafts)
    const found = await Promise.all(
      kinds.map(async (kind) => {
        const shown = (named[kind] ?? []).map((id) => [id, undefined] as const)
        return { kind, rows: await ask(kind, new Map([...shown, ...numbersListed(ledgers, kind)]), inventory) }
      }),
    )
    const more = found.filter(({ rows }) => rows.length > 0)
    if (more.length === 0) return { inventory, ledgers, gone: Object.fromEntries(gone) }
    const lists = more.map(({ kind, rows }) => [LISTS[kind], distinct([...rowsIn(inventory, kind), ...rows])])
    inventory = { ...inventory, ...Object.fromEntries(lists) }
  }
}

/** A list seldom misses an object, and a chain of missed objects is rarer with each link. */
const MOST_ROUNDS = 20
const CHAIN = { message: `shows more objects that are in no list each time that one of them is looked up` }

const namedIn = ({ workbooks, reports }: Inventory, drafts: boolean) => ({
  report: workbooks.flatMap((workbook) => summarizeWorkbookRow(workbook, drafts).shows),
  workbook: reports.flatMap(({ workbookId }) => workbookId ?? []),
})
