import { oncePer } from '@boardwright/common'
import { isOurs } from '../compare/comparison.ts'
import { listed, plural } from '../content/counted.ts'
import { groupBy } from '../content/group-by.ts'
import { isKind, type Key, kindOf } from '../content/kinds.ts'
import { OBJECTS } from '../content/objects.ts'
import { basesAfter } from './bases.ts'
import { type Considered, type Decided, isThereAfter } from './decided.ts'
import { type Held, held } from './outcome.ts'

/** Kinds that no ledger lists: what was applied to them is known only by the commit that some ledger records. */
const isUnlisted = (key: Key): boolean => {
  const { hasOwner, hasEntries, readOnly } = OBJECTS[kindOf(key)]
  return hasOwner && !hasEntries && readOnly === undefined
}

/** Without a record, nobody could tell later what an apply has added, and what people did. */
export function writtenWithoutRecord({ decided, key, outcome }: Considered): Held<'no-record'> | undefined {
  const isWritten = outcome.kind === 'create' || outcome.kind === 'write'
  if (!isWritten || !isUnlisted(key) || isRecording(decided)) return undefined
  return held('no-record', 'no workbook or report of this project is in this target, so nothing could record it', {
    units: outcome.kind === 'write' ? [...outcome.units] : [],
  })
}

/** A plan that would delete all that records something keeps one of it, a workbook if there is one. */
export function keepLastRecord({ decided, key }: Considered): Held<'no-record'> | undefined {
  if (!isKind(key, 'workbook', 'report') || isRecording(decided)) return undefined
  const holders = [...decided.inputs.live.ledgers.keys()].sort()
  const last = holders.find((each) => isKind(each, 'workbook')) ?? holders[0]
  const kinds = key === last ? [...groupBy(unlistedAfter(decided), kindOf)] : []
  if (kinds.length === 0) return undefined
  const what = kinds.map(([kind, { length }]) => plural(length, OBJECTS[kind].noun))
  const message = `removed from the repo, but nothing else records what was applied to ${listed(what)}`
  return held('no-record', message, { what: 'delete' })
}

/** Whether anything has a ledger after this plan. */
const isRecording = oncePer((decided: Decided): boolean => {
  const carries = (key: Key): boolean =>
    isKind(key, 'workbook', 'report') && decided.outcomes.get(key)?.kind !== 'delete'
  return [...decided.inputs.live.ledgers.keys()].some(carries) || [...basesAfter(decided).keys()].some(carries)
})

/** What is ours after this plan. An object that no call deletes needs no record once its file is gone. */
const unlistedAfter = oncePer((decided: Decided): readonly Key[] =>
  [...decided.compared.comparisons.values()].flatMap((each) => {
    const { key, kind, repo } = each
    const isWritten = ['create', 'write'].includes(decided.outcomes.get(key)?.kind ?? '')
    const isNeeded = isWritten || (isOurs(each) && (repo !== undefined || OBJECTS[kind].stays === undefined))
    const isGone = !isThereAfter(decided, key) || decided.outcomes.get(key)?.kind === 'delete'
    return isUnlisted(key) && isNeeded && !isGone ? [key] : []
  }),
)
