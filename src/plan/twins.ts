import { idIn, isKind, kindOf } from '../content/kinds.ts'
import { workbookKey } from '../content/model.ts'
import { OBJECTS } from '../content/objects.ts'
import type { UnitDigests } from '../content/threeway.ts'
import { held, left } from './fate.ts'
import { findRenamed, type Move, type OneSided } from './renamed.ts'
import { type Case, isOurs } from './survey.ts'
import { placeIn, titleOf } from './titles.ts'
import { caseOf, fateOf, type Workings } from './workings.ts'

/**
 * What was renamed in a file without `was` would be created as a twin: its address, its schedules and its rights would stay
 * behind with the old one. So the new one waits until somebody says which it is, and the old one stays.
 */
export function holdTwins(workings: Workings): void {
  const { fates, surveyed } = workings
  const created = fates.with('create').flatMap(([key]) => caseOf(workings, key) ?? [])
  const gone = created.length === 0 ? [] : [...surveyed.cases.values()].filter(isUndeclared)
  if (gone.length === 0) return
  const renamed = findRenamed(
    created.map((each) => oneSided(workings, 'desired', each)),
    gone.map((each) => oneSided(workings, 'live', each)),
    movesIn(workings),
  )
  for (const [key, before] of renamed) {
    const { noun } = OBJECTS[kindOf(before)]
    const name = isKind(before, 'folder') ? titleOf(surveyed, before).at(-1) : idIn(before)
    const message = `it may be the ${noun} "${name}", which is live and which no file declares`
    fates.set(key, held('renamed', message, { waitsFor: [before] }))
    const fate = fateOf(workings, before)
    if (fate?.kind === 'delete' || (fate?.kind === 'left' && fate.reason === 'orphan')) {
      fates.set(before, left('orphan', 'no file declares it any more, unless it was renamed'))
    }
  }
}

/** One of ours, or a workbook that grew in the UI: what is in it tells whether it is one of the tree. */
const isUndeclared = (each: Case): boolean =>
  each.live !== undefined &&
  each.repo === undefined &&
  (isOurs(each) || (isKind(each.key, 'workbook') && each.standing.state === 'unclaimed'))

function oneSided({ surveyed }: Workings, side: 'desired' | 'live', each: Case): OneSided {
  const { key, repo, live, standing } = each
  const base = 'base' in standing && standing.base
  const applied: UnitDigests[] = base
    ? [new Map(Object.entries(base).map(([unit, was]) => [unit, typeof was === 'string' ? was : was[0]]))]
    : []
  const sides = [repo, isOurs(each) ? live : undefined].flatMap((said) => said ?? [])
  return { key, place: placeIn(surveyed[side], key) ?? {}, says: [...sides, ...applied] }
}

/** What the tree has elsewhere than live. A report of ours that somebody put into a workbook of others says nothing. */
function* movesIn(workings: Workings): Iterable<Move> {
  const { cases, desired, live } = workings.surveyed
  for (const each of cases.values()) {
    const [now, before] = [placeIn(desired, each.key), placeIn(live, each.key)]
    if (!now || !before) continue
    const holder = before.workbook === undefined ? undefined : cases.get(workbookKey(before.workbook))
    if (!holder || isOurs(holder) === isOurs(each)) yield { now, before }
  }
}
