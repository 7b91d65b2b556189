import { type Client, listEndless } from '@boardwright/platform'
import { type CarriedLedger, numbersListed } from '../base/carried.ts'
import { type LedgerPlace, readLedgers } from './ledgers.ts'
import { distinct, readReport, readWorkbook } from './lists.ts'
import { isAbsence, lookUp } from './look-up.ts'
import { summarizeWorkbookRow } from './rows/workbook.ts'
import type { Inventory } from './wire.ts'

export interface Completed {
  readonly inventory: Inventory
  readonly ledgers: readonly CarriedLedger[]
  /** Numbers that something refers to but that do not exist, according to the platform. */
  readonly gone: { readonly workbook: ReadonlySet<number>; readonly report: ReadonlySet<number> }
}

/**
 * A missing row proves nothing, because lists shift while they are read. So whatever is referred to but was not listed
 * is looked up by number: reports on dashboards, workbooks of reports, and everything in a ledger.
 */
export async function completeInventory(
  client: Client,
  listed: Inventory,
  options: LedgerPlace & { readonly drafts: boolean },
): Promise<Completed> {
  const path = { deploymentId: options.deployment }
  const gone = { workbook: new Set<number>(), report: new Set<number>() }
  const lookedUp = { workbook: new Set<number>(), report: new Set<number>() }

  const ask = async <T>(
    kind: 'workbook' | 'report',
    named: readonly number[],
    have: readonly { id: number }[],
    read: (id: number) => Promise<T>,
  ) => {
    const known = new Set(have.map(({ id }) => id))
    const wanted = [...new Set(named)].filter((id) => !known.has(id) && !lookedUp[kind].has(id))
    const answers = await Promise.all(
      wanted.map(async (id) => {
        lookedUp[kind].add(id)
        const answer = await lookUp(() => read(id))
        if (answer === 'gone') gone[kind].add(id)
        return isAbsence(answer) ? [] : [answer as T]
      }),
    )
    return answers.flat()
  }

  let inventory = listed
  for (let round = 1; ; round += 1) {
    if (round > MOST_ROUNDS) throw listEndless(`deployment ${options.deployment}`, CHAIN)
    const ledgers = readLedgers(inventory, options)
    const named = namedIn(inventory, options.drafts)
    const [workbooks, reports] = await Promise.all([
      ask('workbook', [...named.workbooks, ...numbersListed(ledgers, 'workbook')], inventory.workbooks, (id) =>
        readWorkbook(client, path, id),
      ),
      ask('report', [...named.reports, ...numbersListed(ledgers, 'report')], inventory.reports, (id) =>
        readReport(client, path, id),
      ),
    ])
    if (workbooks.length + reports.length === 0) return { inventory, ledgers, gone }
    inventory = {
      ...inventory,
      workbooks: distinct([...inventory.workbooks, ...workbooks]),
      reports: distinct([...inventory.reports, ...reports]),
    }
  }
}

/** A list seldom misses an object, and a chain of missed objects is rarer with each link. */
const MOST_ROUNDS = 20
const CHAIN = { message: `shows more objects that are in no list each time that one of them is looked up` }

const namedIn = ({ workbooks, reports }: Inventory, drafts: boolean) => ({
  reports: workbooks.flatMap((workbook) => summarizeWorkbookRow(workbook, drafts).shows),
  workbooks: reports.flatMap(({ workbookId }) => workbookId ?? []),
})
