import { largest } from '@boardwright/common'
import { idIn, type Kind, kindOf } from '../content/kinds.ts'
import { folderKey, type Key, type ObjectPlace, pathIn, pathText, workbookKey } from '../content/model.ts'
import { digestOf, type UnitDigests } from '../content/threeway.ts'

/** An object that only one side has. */
export interface OneSided {
  readonly key: Key
  readonly place: ObjectPlace
  /** Where it was when it was last applied, if it has been moved since. */
  readonly placeThen?: ObjectPlace | undefined
  /** Its content: in the tree, or live and as last applied. */
  readonly says: readonly UnitDigests[]
}

/** Where an object sits in the tree, and where it sits live. */
export interface PlaceChange {
  readonly now: ObjectPlace
  readonly before: ObjectPlace
}

/** What tells which objects were renamed. */
export interface Evidence {
  readonly created: readonly OneSided[]
  readonly gone: readonly OneSided[]
  /** Everything else in the tree. */
  readonly kept: readonly Pick<OneSided, 'key' | 'says'>[]
  /** Objects that both sides have, in different places. */
  readonly moves: readonly PlaceChange[]
  /** New objects in the file, or workbook directory, of another. */
  readonly declaredBefore?: ReadonlyMap<Key, Key> | undefined
}

/**
 * Objects that look new in the tree but most likely are live ones whose slug, id or folder name changed without `was`.
 * Maps the new key to the old one. Tries the surest clue first, and starts over after each find, because one find can
 * lead to more.
 */
export function findRenamed(evidence: Evidence): ReadonlyMap<Key, Key> {
  const [created, gone] = [byKey(evidence.created), byKey(evidence.gone)]
  const renamed = new Map<Key, Key>()
  const found = new Set<Key>()
  const moves = [...evidence.moves]
  for (let nth = 0; nth < CLUES.length; ) {
    const before = renamed.size
    const pairs = CLUES[nth]?.({ ...evidence, moves }, (place) => placeBefore(place, renamed)) ?? []
    for (const [key, old] of pairs) {
      const [now, was] = [created.get(key), gone.get(old)]
      if (!now || !was || renamed.has(key) || found.has(old)) continue
      renamed.set(key, old)
      found.add(old)
      moves.push({ now: now.place, before: was.place })
    }
    nth = renamed.size > before ? 0 : nth + 1
  }
  return renamed
}

const byKey = (all: readonly OneSided[]): ReadonlyMap<Key, OneSided> => new Map(all.map((each) => [each.key, each]))

/** A place under the old names of its workbook and folders. */
function placeBefore({ workbook, folder = [] }: ObjectPlace, renamed: ReadonlyMap<Key, Key>): ObjectPlace {
  const holder = workbook === undefined ? undefined : renamed.get(workbookKey(workbook))
  const depth = folder.findLastIndex((_, index) => renamed.has(folderKey(folder.slice(0, index + 1)))) + 1
  const above = renamed.get(folderKey(folder.slice(0, depth)))
  return {
    ...(workbook === undefined ? {} : { workbook: holder === undefined ? workbook : idIn(holder) }),
    folder: [...(above === undefined ? [] : pathIn(idIn(above))), ...folder.slice(depth)],
  }
}

/** New keys, each with an old key that it may have been, likeliest first. */
type Clue = (evidence: Evidence, placeOf: (place: ObjectPlace) => ObjectPlace) => Iterable<readonly [Key, Key]>

/** Workbooks, and topmost folders, that have another name on the other side. */
const byContents: Clue = function* ({ moves }, placeOf) {
  for (const { now, before } of moves) {
    if (now.workbook !== undefined && before.workbook !== undefined) {
      yield [workbookKey(now.workbook), workbookKey(before.workbook)]
    }
    const [to, from] = [placeOf(now).folder ?? [], before.folder ?? []]
    const depth = to.findIndex((name, index) => name !== from[index]) + 1
    // `was` cannot express that a folder moved.
    if (to.length !== from.length || depth === 0) continue
    yield [folderKey((now.folder ?? []).slice(0, depth)), folderKey(from.slice(0, depth))]
  }
}

/** Something that two objects have in common if they are the same one. */
type Mark = (said: UnitDigests, place: ObjectPlace) => readonly unknown[]

const byMark = (mark: Mark): Clue =>
  function* ({ created, gone }, placeOf) {
    const candidates = new Map<string, Key[]>()
    for (const each of gone) {
      const places = [each.place, each.placeThen ?? each.place]
      for (const text of new Set(places.flatMap((place) => marksOf(each, mark, place)))) {
        candidates.set(text, [...(candidates.get(text) ?? []), each.key])
      }
    }
    for (const each of created) {
      for (const text of marksOf(each, mark, placeOf(each.place))) {
        for (const old of candidates.get(text) ?? []) yield [each.key, old]
      }
    }
  }

const marksOf = ({ key, says }: OneSided, mark: Mark, place: ObjectPlace): string[] =>
  RULES[kindOf(key)]?.marks.includes(mark)
    ? says.map((said) => JSON.stringify([kindOf(key), ...mark(said, place)]))
    : []

const nameInPlace: Mark = (said, place) => [...spotOf(place), digestOf(said, 'name')]
const restInPlace: Mark = (said, place) => [...spotOf(place), restOf(said)]
const everything: Mark = (said) => [digestOf(said, 'name'), digestOf(said, 'title'), restOf(said)]

const spotOf = ({ workbook, folder = [] }: ObjectPlace): readonly unknown[] => [workbook, pathText(folder)]

/** Everything an object says, apart from its name and place. */
const restOf = (said: UnitDigests): readonly (readonly [string, string])[] =>
  [...said].filter(([unit]) => !NAMES.has(unit)).sort()

const NAMES: ReadonlySet<string> = new Set(['name', 'title', 'slug', 'workbook', 'folder'])

/** They match if they share at least half of the traits that only the old object had. */
const byTraits: Clue = ({ created, gone, kept }) => {
  const onlyOwners = new Map<string, Key | undefined>()
  for (const { key, says } of gone) {
    for (const trait of traitsOf(key, says)) onlyOwners.set(trait, onlyOwners.has(trait) ? undefined : key)
  }
  for (const { key, says } of kept) {
    for (const trait of traitsOf(key, says)) if (onlyOwners.has(trait)) onlyOwners.set(trait, undefined)
  }
  const ownTraits = new Map(
    gone.map(({ key, says }) => [
      key,
      says.map((said) => [...traitsOf(key, [said])].filter((trait) => onlyOwners.get(trait) === key)),
    ]),
  )
  const pairs = created.flatMap(({ key, says }) => {
    const traits = traitsOf(key, says)
    const candidates = new Set([...traits].flatMap((trait) => onlyOwners.get(trait) ?? []))
    return [...candidates].map((old) => {
      const shares = (ownTraits.get(old) ?? []).map((own) => shareOf(own, traits))
      return { pair: [key, old] as const, share: largest(shares) }
    })
  })
  const likely = pairs.filter(({ share }) => share >= 0.5).sort((a, b) => b.share - a.share)
  return likely.map(({ pair }) => pair)
}

const shareOf = (own: readonly string[], traits: ReadonlySet<string>): number =>
  own.filter((trait) => traits.has(trait)).length / Math.max(1, own.length)

const traitsOf = (key: Key, says: readonly UnitDigests[]): ReadonlySet<string> =>
  new Set(says.flatMap((said) => RULES[kindOf(key)]?.traits(said) ?? []))

interface Rule {
  readonly marks: readonly Mark[]
  /** Features that tell it apart from others of its kind, each as a text. */
  readonly traits: (said: UnitDigests) => readonly string[]
}

/** Folders are recognised by their contents. */
const RULES: { readonly [K in Kind]?: Rule } = {
  workbook: {
    marks: [nameInPlace, everything],
    traits: (said) => [...said].flatMap(([unit, digest]) => (IN_DASHBOARD.test(unit) ? [`${unit} ${digest}`] : [])),
  },
  report: {
    marks: [nameInPlace, restInPlace, everything],
    traits: (said) => [JSON.stringify(restOf(said))],
  },
}

const IN_DASHBOARD = /^(description$|widget |app)/

const byFile: Clue = ({ declaredBefore = [] }) => declaredBefore

const CLUES: readonly Clue[] = [byContents, ...[nameInPlace, restInPlace, everything].map(byMark), byTraits, byFile]
