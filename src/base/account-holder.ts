import { isKind, isOfAccount, type Key, kindOf } from '../content/kinds.ts'
import { OBJECTS } from '../content/objects.ts'
import { accountMovesIn, type CarriedLedger } from './carried.ts'
import type { LedgerFacts } from './facts.ts'

/** Whether it is in no workbook, and one of the target lists it in its ledger all the same. */
export const isListedElsewhere = (key: Key): boolean => isOfAccount(kindOf(key)) && OBJECTS[kindOf(key)].hasEntries

/**
 * The workbook whose ledger lists what belongs to the account: the one that has it, as long as it stays, else the first
 * that has a ledger, else the first that gets one. Undefined if there is none.
 */
export function holderOfAccount(
  { ledgers, entries }: Pick<LedgerFacts, 'ledgers' | 'entries'>,
  begun: Iterable<Key>,
  leaving: Iterable<Key> = [],
): Key | undefined {
  const [fresh, gone] = [new Set(begun), new Set(leaving)]
  const before = [...entries].flatMap(([key, { holder }]) => (isListedElsewhere(key) && holder ? [holder] : []))
  return [before, [...ledgers.keys()].sort(), [...fresh].sort()]
    .flat()
    .find((key) => isKind(key, 'workbook') && (ledgers.has(key) || fresh.has(key)) && !gone.has(key))
}

/** Of several lists of what belongs to the account, only the one that moved last says anything. */
export function withOneAccountList(carried: readonly CarriedLedger[]): readonly CarriedLedger[] {
  const last = accountMovesIn(carried)
  return carried.map((each) =>
    (each.own?.accountMoves ?? 0) === last
      ? each
      : { ...each, entries: each.entries.filter(([key]) => !isListedElsewhere(key)) },
  )
}
