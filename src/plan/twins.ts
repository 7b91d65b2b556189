import { oncePer } from '@boardwright/common'
import { type Comparison, isOurs } from '../compare/comparison.ts'
import { idIn, isKind, kindOf } from '../content/kinds.ts'
import {
  type FolderPath,
  folderKey,
  foldersAlong,
  type Key,
  type ObjectPlace,
  pathText,
  workbookKey,
} from '../content/model.ts'
import { OBJECTS } from '../content/objects.ts'
import { saidOf, type UnitDigests } from '../content/threeway.ts'
import { comparisonOf, type Decided, type Undecided } from './decided.ts'
import type { PlanInputs } from './inputs.ts'
import { type Held, held, type Left, left } from './outcome.ts'
import { findRenamed, type OneSided, type PlaceChange } from './renamed.ts'
import { titleOf } from './titles.ts'

/**
 * A rename without `was` would create a second object, while links, schedules and permissions stay with the old one. So
 * the new one is held, and the old one kept, until somebody says whether it is a rename.
 */
export const twinsIn = oncePer((own: Decided): ReadonlyMap<Key, Held<'renamed'> | Left<'orphan'>> => {
  const { outcomes, compared } = own
  const instead = new Map<Key, Held<'renamed'> | Left<'orphan'>>()
  for (const [key, before] of [...renamedIn(own), ...namelessIn(own)]) {
    const { noun, anew } = OBJECTS[kindOf(before)]
    if (anew !== undefined) continue
    const name = isKind(before, 'folder') ? titleOf(compared, before).at(-1) : idIn(before)
    const message = `it may be the ${noun} "${name}", which is live but has no file`
    instead.set(key, held('renamed', message, { waitsFor: [before] }))
    const outcome = outcomes.get(before)
    const isOrphan = outcome && 'reason' in outcome && ORPHAN.has(outcome.reason)
    if (isOrphan || outcome?.kind === 'delete')
      instead.set(before, left('orphan', 'it has no file any more: removed from the repo, or renamed'))
  }
  return instead
})

/** What looks new, each with the live object that it may be. */
function renamedIn(own: Decided): ReadonlyMap<Key, Key> {
  const { outcomes, compared, inputs } = own
  if (inputs.history.isMade) return new Map()
  const missing = [...outcomes.with('create'), ...outcomes.with('left').filter(([key]) => isKind(key, 'folder'))]
  const created = missing.flatMap(([key]) => comparisonOf(own, key) ?? []).filter(({ live }) => !live)
  if (created.length === 0) return new Map()
  const applied = foldersApplied(own)
  const isGone = (each: Comparison): boolean => isUndeclared(each) || (applied.has(each.key) && !each.repo)
  const gone = [...compared.comparisons.values()].filter(isGone)
  if (gone.length === 0) return new Map()
  const isCreated = new Set(created.map(({ key }) => key))
  return findRenamed({
    created: created.map((each) => oneSided(own, 'desired', each)),
    gone: gone.map((each) => oneSided(own, 'live', each)),
    kept: [...compared.comparisons.values()].flatMap(({ key, repo }) =>
      repo && !isCreated.has(key) ? [{ key, says: [repo] }] : [],
    ),
    moves: [...movesIn(own)],
    declaredBefore: inputs.history.declaredBefore,
  })
}

/** What was applied and has lost its ledger entry, each with a live object beside it that nothing names either. */
function namelessIn({ outcomes, compared }: Decided): ReadonlyMap<Key, Key> {
  const all = [...compared.comparisons.values()].filter(({ kind }) => OBJECTS[kind].isNameless)
  const others = all.filter(({ repo, live, ownership }) => live && !repo && ownership.state === 'unclaimed')
  const isLost = ({ key, live, ownership }: Comparison): boolean => {
    const outcome = outcomes.get(key)
    const isGone = outcome?.kind === 'create' || (outcome?.kind === 'held' && outcome.reason === 'deleted-live')
    return isGone && live === undefined && ownership.state === 'applied'
  }
  return new Map(
    all.filter(isLost).flatMap(({ key, kind }): [Key, Key][] => {
      const { workbook } = compared.desired.get(key)?.place ?? {}
      const other = others.find(
        (each) => each.kind === kind && compared.live.get(each.key)?.place.workbook === workbook,
      )
      return other ? [[key, other.key]] : []
    }),
  )
}

/**
 * A live object without a file that is ours, or an unmanaged workbook: its contents may show that it belongs to the
 * tree.
 */
const isUndeclared = (each: Comparison): boolean =>
  each.live !== undefined &&
  each.repo === undefined &&
  (isOurs(each) || (isKind(each.key, 'workbook') && each.ownership.state === 'unclaimed'))

/**
 * Where to look up what a file declared before: the files of objects that look new, in the commits that live objects
 * without a file were last applied from.
 */
export function whereToLookUp(
  comparisons: Iterable<Comparison>,
  inputs: PlanInputs,
): { readonly places: ReadonlyMap<Key, string>; readonly commits: ReadonlySet<string> } {
  const places = new Map<Key, string>()
  const commits = new Set<string>()
  for (const each of comparisons) {
    const place = each.repo && !each.live ? inputs.files.get(each.key) : undefined
    if (place !== undefined) places.set(each.key, place)
    const commit = isOurs(each) && !each.repo ? each.ownership.commit : undefined
    if (commit !== undefined) commits.add(commit)
  }
  return { places, commits }
}

const ORPHAN: ReadonlySet<string> = new Set(['orphan', 'edited-orphan'])

/** Folders that the last apply put something of ours into. This works even if the clone lacks that commit. */
function foldersApplied({ compared, inputs: { live } }: Undecided): ReadonlySet<Key> {
  const isInAppliedFolder = ({ ownership, verdicts }: Comparison, folder: FolderPath): boolean =>
    verdicts.get('folder') === 'repo' ||
    // The folder's id matches although people may have renamed it.
    (ownership.state === 'ours' &&
      ownership.entry.folder !== undefined &&
      ownership.entry.folder === live.facts.get(folderKey(folder))?.id)
  return new Set(
    [...compared.comparisons.values()].flatMap((each) => {
      const folder = compared.live.get(each.key)?.place.folder ?? []
      return isInAppliedFolder(each, folder) ? foldersAlong(folder) : []
    }),
  )
}

function oneSided(sides: Undecided, side: 'desired' | 'live', each: Comparison): OneSided {
  const { key, repo, live, ownership } = each
  const { base } = ownership
  const applied: UnitDigests[] = base ? [new Map(Object.entries(saidOf(base, Object.keys(base))))] : []
  const said = [repo, isOurs(each) ? live : nameOnly(live)].flatMap((units) => units ?? [])
  return {
    ...{ key, place: sides.compared[side].get(key)?.place ?? {}, placeThen: placeThen(sides, each) },
    says: [...said, ...applied],
  }
}

/** Others are free to have content like ours, but not to have two of one name in a folder. */
const nameOnly = (said: UnitDigests | undefined): UnitDigests | undefined =>
  said && new Map([...said].filter(([unit]) => unit === 'name'))

/**
 * Objects whose place differs between tree and live. Where only one of object and workbook is ours, that says nothing
 * about a rename.
 */
function* movesIn(sides: Undecided): Iterable<PlaceChange> {
  const { comparisons, desired, live } = sides.compared
  for (const each of comparisons.values()) {
    const [now, before] = [desired.get(each.key)?.place, live.get(each.key)?.place]
    if (!now || !before || isSamePlace(now, before)) continue
    const holder = before.workbook === undefined ? undefined : comparisons.get(workbookKey(before.workbook))
    if (holder && isOurs(holder) !== isOurs(each)) continue
    yield { now, before }
    const then = placeThen(sides, each)
    if (then) yield { now, before: then }
  }
}

const isSamePlace = (one: ObjectPlace, other: ObjectPlace): boolean =>
  one.workbook === other.workbook && pathText(one.folder ?? []) === pathText(other.folder ?? [])

/** Where the object was when it was last applied, even if it has been moved since. */
function placeThen({ compared }: Undecided, each: Comparison): ObjectPlace | undefined {
  const then = each.live && compared.treeAt(each.ownership.commit ?? '')
  return then?.get(each.key)?.place
}
