import { isKind, isOfAccount, type Key, kindOf } from '../content/kinds.ts'
import { OBJECTS } from '../content/objects.ts'
import type { LedgerFacts } from './facts.ts'

/** Whether it is in no workbook, and one of the target lists it in its ledger all the same. */
export const isListedElsewhere = (key: Key): boolean => isOfAccount(kindOf(key)) && OBJECTS[kindOf(key)].hasEntries

/**
 * The workbook whose ledger lists what belongs to the account: the one that has it, as long as it stays, else the first
 * that has a ledger, else the first that gets one. Undefined if there is none.
 */
export function holderOfAccount(
  { ledgers, entries }: Pick<LedgerFacts, 'ledgers' | 'entries'>,
  stays: (workbook: Key) => boolean,
  begun: Iterable<Key>,
): Key | undefined {
  const before = [...entries].flatMap(([key, { holder }]) => (isListedElsewhere(key) && holder ? [holder] : []))
  const inOrder = [before, [...ledgers.keys()].sort(), [...begun].sort()]
  return inOrder.flat().find((key) => isKind(key, 'workbook') && stays(key))
}
