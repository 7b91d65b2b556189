import { oncePer } from '@boardwright/common'
import { holderOfAccount, isListedElsewhere } from '../base/account-holder.ts'
import { isOurs } from '../compare/comparison.ts'
import { listed, plural } from '../content/counted.ts'
import { groupBy } from '../content/group-by.ts'
import { isKind, type Key, kindOf } from '../content/kinds.ts'
import { OBJECTS } from '../content/objects.ts'
import { basesAfter } from './bases.ts'
import { runningElsewhere } from './decide.ts'
import { type Considered, type Decided, isThereAfter } from './decided.ts'
import { type Held, held } from './outcome.ts'

/** Without a record, nobody could tell later what an apply has added, and what people did. */
export function writtenWithoutRecord({ decided, key, outcome }: Considered): Held<'no-record' | 'running'> | undefined {
  if ((outcome.kind !== 'create' && outcome.kind !== 'write') || !isListedElsewhere(key)) return undefined
  const holder = holderAfter(decided)
  if (holder !== undefined) return runningElsewhere(holder, decided.inputs)
  return held('no-record', 'no workbook of this project is in this target, so nothing could record it', {
    units: outcome.kind === 'write' ? [...outcome.units] : [],
  })
}

/** A plan that would delete every workbook keeps one, if there is something left that only workbooks record. */
export function keepLastRecord({ decided, key }: Considered): Held<'no-record'> | undefined {
  if (!isKind(key, 'workbook') || holderAfter(decided) !== undefined) return undefined
  const [last] = [...decided.inputs.live.ledgers.keys()].filter((each) => isKind(each, 'workbook')).sort()
  const kinds = key === last ? [...groupBy(recordedAfter(decided), kindOf)] : []
  if (kinds.length === 0) return undefined
  const what = kinds.map(([kind, { length }]) => plural(length, OBJECTS[kind].noun))
  const message = `removed from the repo, but nothing else records what was applied to ${listed(what)}`
  return held('no-record', message, { what: 'delete' })
}

/** The workbook that lists what belongs to the account after this plan. */
const holderAfter = oncePer((decided: Decided): Key | undefined => {
  const leaving = decided.outcomes.with('delete').map(([key]) => key)
  return holderOfAccount(decided.inputs.live, basesAfter(decided).keys(), leaving)
})

/** What is ours after this plan. An object that no call deletes needs no record once its file is gone. */
const recordedAfter = oncePer((decided: Decided): readonly Key[] =>
  [...decided.compared.comparisons.values()].flatMap((each) => {
    const { key, kind, repo } = each
    const isWritten = ['create', 'write'].includes(decided.outcomes.get(key)?.kind ?? '')
    const isNeeded = isWritten || (isOurs(each) && (repo !== undefined || OBJECTS[kind].stays === undefined))
    const isGone = !isThereAfter(decided, key) || decided.outcomes.get(key)?.kind === 'delete'
    return isListedElsewhere(key) && isNeeded && !isGone ? [key] : []
  }),
)
