import { idIn, isKind, type Kind } from '../content/kinds.ts'
import { type FolderPath, folderKey, type Key, type Place, pathText, workbookKey } from '../content/model.ts'
import { digestOf, type UnitDigests } from '../content/threeway.ts'

/** An object that only one side has. */
export interface OneSided {
  readonly key: Key
  readonly place: Place
  /** Where it was when it was last applied, if it was put elsewhere since. */
  readonly placeThen?: Place | undefined
  /** Its content: in the tree; or in live, and as last applied. */
  readonly says: readonly UnitDigests[]
}

/** Where an object sits in the tree, and where in live. */
export interface Move {
  readonly now: Place
  readonly before: Place
}

/**
 * Objects that look new in the tree but most likely are live ones whose slug, id or folder name changed without `was`.
 * Maps the new key to the old one. Folders and workbooks are recognised by their contents, workbooks and reports by
 * name and place, reports also by everything they say besides their name, and both anywhere by everything they say.
 */
export function findRenamed(
  created: readonly OneSided[],
  gone: readonly OneSided[],
  moves: Iterable<Move>,
): ReadonlyMap<Key, Key> {
  const renamed = new Map<Key, Key>()
  const isNew = new Set(created.map(({ key }) => key))
  const isGone = new Set(gone.map(({ key }) => key))
  for (const move of moves) {
    for (const [key, before] of homesOf(move)) if (isNew.has(key) && isGone.has(before)) renamed.set(key, before)
  }
  const bySpot = new Map<string, OneSided[]>()
  for (const each of gone) {
    const spots = [each.place, each.placeThen ?? each.place].map((place) => spotOf(each.key, place))
    for (const spot of new Set(spots)) bySpot.set(spot, [...(bySpot.get(spot) ?? []), each])
  }
  const found = new Set(renamed.values())
  const take = (each: OneSided, match: OneSided): void => {
    renamed.set(each.key, match.key)
    found.add(match.key)
  }
  for (const kind of RENAMED) {
    for (const each of created) {
      if (!isKind(each.key, kind) || renamed.has(each.key)) continue
      const there = bySpot.get(spotOf(each.key, placeBefore(each.place, renamed))) ?? []
      const match = there.find(
        ({ key, says }) => !found.has(key) && says.some((said) => each.says.some((now) => IS_SAME[kind](now, said))),
      )
      if (match) take(each, match)
    }
    const alike = new Map(
      gone
        .filter(({ key }) => isKind(key, kind) && !found.has(key))
        .flatMap((each) => each.says.map((said) => [contentOf(said), each] as const)),
    )
    for (const each of created) {
      const match = isKind(each.key, kind) && !renamed.has(each.key) ? alike.get(contentOf(each.says[0])) : undefined
      if (match && !found.has(match.key)) take(each, match)
    }
  }
  return renamed
}

/** Workbooks, and the single folder on the way, that are named differently on the other side. */
function homesOf({ now, before }: Move): (readonly [Key, Key])[] {
  const workbooks =
    now.workbook !== undefined && before.workbook !== undefined && now.workbook !== before.workbook
      ? [[workbookKey(now.workbook), workbookKey(before.workbook)] as const]
      : []
  const to: FolderPath = now.folder ?? []
  const from: FolderPath = before.folder ?? []
  const others = to.flatMap((name, index) => (name === from[index] ? [] : [index + 1]))
  const [depth] = others
  const isRename = to.length === from.length && others.length === 1
  return isRename ? [...workbooks, [folderKey(to.slice(0, depth)), folderKey(from.slice(0, depth))]] : workbooks
}

const spotOf = (key: Key, { workbook, folder = [] }: Place): string =>
  JSON.stringify([isKind(key, 'report'), workbook, pathText(folder)])

/** Contents of a matched workbook sat in it before. */
function placeBefore({ workbook, ...rest }: Place, renamed: ReadonlyMap<Key, Key>): Place {
  if (workbook === undefined) return rest
  const before = renamed.get(workbookKey(workbook))
  return { ...rest, workbook: before === undefined ? workbook : idIn(before) }
}

const isNamedTheSame = (now: UnitDigests, said: UnitDigests): boolean =>
  digestOf(now, 'name') === digestOf(said, 'name')

/** Everything that an object says, wherever it is and whatever its address. */
const contentOf = (said: UnitDigests = new Map()): string =>
  JSON.stringify(
    [...said.keys()]
      .filter((unit) => !PLACES.has(unit))
      .sort()
      .map((unit) => [unit, digestOf(said, unit)]),
  )

const PLACES: ReadonlySet<string> = new Set(['slug', 'workbook', 'folder'])

/** A report without its name and place, which are compared separately. */
const OF_NAME: ReadonlySet<string> = new Set(['name', 'title', 'workbook', 'folder'])

/**
 * Whether a new object most likely replaces one that is gone from the same place. A folder is recognised by its
 * contents.
 */
const IS_SAME = {
  workbook: isNamedTheSame,
  report: (now, said) =>
    isNamedTheSame(now, said) ||
    [...new Set([...now.keys(), ...said.keys()])].every(
      (unit) => OF_NAME.has(unit) || digestOf(now, unit) === digestOf(said, unit),
    ),
} satisfies { readonly [K in Kind]?: (now: UnitDigests, said: UnitDigests) => boolean }

/** Reports are looked for where their workbooks were found. */
const RENAMED = Object.keys(IS_SAME) as readonly (keyof typeof IS_SAME)[]
