import { type LedgerFacts, ledgerFacts } from '../base/facts.ts'
import { type Content, keysIn } from '../content/entity.ts'
import { CONTENT_KINDS, type ContentKind, isKind, type Key, type Kind } from '../content/kinds.ts'
import { folderKey, workbookKey } from '../content/model.ts'
import { OBJECTS } from '../content/objects.ts'
import { formerKeys, placesNow } from '../content/renames.ts'
import type { Completed } from './complete.ts'
import { READ_RULES } from './kinds.ts'
import type { DeploymentNames } from './names/types.ts'
import { type Inventory, rowsIn } from './wire.ts'

/** What the ledgers of a deployment say, under the names that objects have now. */
export function ledgerFactsOf({ inventory, gone }: Completed, names: DeploymentNames, declared: Content): LedgerFacts {
  const listed = CONTENT_KINDS.filter((kind) => OBJECTS[kind].hasEntries).flatMap((kind) =>
    listedIn(kind, inventory, names),
  )
  const numbers = new Map(listed.map(({ key, id }) => [key, id]))
  const workbookOf = new Map(listed.map(({ kind, id, workbook }) => [`${kind} ${id}`, workbook]))
  const liveFolders = inventory.folders.flatMap(({ id }) => {
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
    workbookOf: (kind, id) => workbookOf.get(`${kind} ${id}`),
    gone,
    nowCalled: new Map([...former].map(([now, before]) => [before, now])),
    placesNow: placesNow(former, taken),
  })
  return { ...facts, owners: withContents(facts) }

  /**
   * A ledger covers its workbook and everything in it. So what is in another project's workbook belongs to that
   * project, unless our own ledgers list it.
   */
  function withContents({ owners, entries }: LedgerFacts): ReadonlyMap<Key, string> {
    const theirs = listed.flatMap(({ key, workbook }): [Key, string][] => {
      const slug = workbook === undefined ? undefined : names.slugOf(workbook)
      const project = slug === undefined ? undefined : owners.get(workbookKey(slug))
      return project === undefined || entries.has(key) ? [] : [[key, project]]
    })
    return new Map([...theirs, ...owners])
  }
}

interface Listed {
  readonly kind: Kind
  readonly key: Key
  readonly id: number
  /** The number of the workbook that it is in. */
  readonly workbook: number | undefined
}

const listedIn = <K extends ContentKind>(kind: K, inventory: Inventory, names: DeploymentNames): Listed[] =>
  rowsIn(inventory, kind).flatMap((row): Listed[] => {
    const key = names.keyOf(kind, row.id)
    return key === undefined ? [] : [{ kind, key, id: row.id, workbook: READ_RULES[kind].workbookOf(row, names) }]
  })
