import { type LedgerFacts, ledgerFacts } from '../base/facts.ts'
import { type Content, keysIn } from '../content/entity.ts'
import type { Key } from '../content/kinds.ts'
import { isKind } from '../content/kinds.ts'
import { folderKey, reportKey, workbookKey } from '../content/model.ts'
import { formerKeys, placesNow } from '../content/renames.ts'
import type { Completed } from './complete.ts'
import type { DeploymentNames } from './names/types.ts'

/** What the ledgers of a deployment say, under the names that objects have now. */
export function ledgerFactsOf({ inventory, gone }: Completed, names: DeploymentNames, declared: Content): LedgerFacts {
  const { folders, workbooks, reports } = inventory
  const numbers = new Map<Key, number>([
    ...workbooks.flatMap(({ id }): [Key, number][] => {
      const slug = names.slugOf(id)
      return slug === undefined ? [] : [[workbookKey(slug), id]]
    }),
    ...reports.flatMap(({ id }): [Key, number][] => {
      const name = names.reportOf(id)
      return name ? [[reportKey(name.id), id]] : []
    }),
  ])
  const workbookOf = new Map(reports.map(({ id, workbookId }) => [id, workbookId]))
  const liveFolders = folders.flatMap(({ id }) => {
    const path = names.folderOf(id)
    return path ? [path] : []
  })
  const taken = new Set<Key>([
    ...numbers.keys(),
    ...liveFolders.map(folderKey),
    ...keysIn(declared).filter((key) => isKind(key, 'folder', 'workbook')),
  ])
  const former = formerKeys(declared, liveFolders)
  const facts = ledgerFacts(names.ledgers, {
    keyOf: names.keyOf,
    numberOf: (key) => numbers.get(key),
    workbookOf: (report) => workbookOf.get(report),
    gone,
    nowCalled: new Map([...former].map(([now, before]) => [before, now])),
    placesNow: placesNow(former, taken),
  })
  return { ...facts, owners: withReportsIn(facts) }

  /**
   * A ledger covers its workbook and everything in it. So a report in another project's workbook belongs to that
   * project, unless our own ledgers list it.
   */
  function withReportsIn({ owners, entries }: LedgerFacts): ReadonlyMap<Key, string> {
    const theirs = reports.flatMap(({ id, workbookId }): [Key, string][] => {
      const slug = workbookId === null || workbookId === undefined ? undefined : names.slugOf(workbookId)
      const project = slug === undefined ? undefined : owners.get(workbookKey(slug))
      const name = names.reportOf(id)
      return project === undefined || !name || entries.has(reportKey(name.id)) ? [] : [[reportKey(name.id), project]]
    })
    return new Map([...theirs, ...owners])
  }
}
