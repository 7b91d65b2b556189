import { idIn, isKind, type Kind } from '../content/kinds.ts'
import { type FolderPath, folderKey, type Key, type Place, pathText, workbookKey } from '../content/model.ts'
import { digestOf, type UnitDigests } from '../content/threeway.ts'

/** An object that only one of the two sides has. */
export interface OneSided {
  readonly key: Key
  readonly place: Place
  /** What it says: in the tree; or in live, and when it was last applied. */
  readonly says: readonly UnitDigests[]
}

/** Where something that both sides have sits by the tree, and where it sits in live. */
export interface Move {
  readonly now: Place
  readonly before: Place
}

/**
 * What looks new in the tree and most likely is something that live has and no file declares any more: its slug, its id or
 * the name of its folder changed, and no `was` says so. By the new key, the old one.
 *
 * Folders and workbooks are known by what is in them; workbooks and reports by their name in their place; reports also by
 * all that they say beside their name.
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
    const spot = spotOf(each.key, each.place)
    bySpot.set(spot, [...(bySpot.get(spot) ?? []), each])
  }
  const found = new Set(renamed.values())
  for (const kind of RENAMED) {
    for (const each of created) {
      if (!isKind(each.key, kind) || renamed.has(each.key)) continue
      const there = bySpot.get(spotOf(each.key, placeBefore(each.place, renamed))) ?? []
      const match = there.find(
        ({ key, says }) => !found.has(key) && says.some((said) => each.says.some((now) => IS_SAME[kind](now, said))),
      )
      if (!match) continue
      renamed.set(each.key, match.key)
      found.add(match.key)
    }
  }
  return renamed
}

/** The workbook, and the one folder on the way, that have another name on the other side. */
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

/** What sits in a workbook that was found sat in that. */
function placeBefore({ workbook, ...rest }: Place, renamed: ReadonlyMap<Key, Key>): Place {
  if (workbook === undefined) return rest
  const before = renamed.get(workbookKey(workbook))
  return { ...rest, workbook: before === undefined ? workbook : idIn(before) }
}

const isNamedTheSame = (now: UnitDigests, said: UnitDigests): boolean =>
  digestOf(now, 'name') === digestOf(said, 'name')

/** Of a report: what people call it, and where it sits, which is compared already. */
const OF_NAME: ReadonlySet<string> = new Set(['name', 'title', 'workbook', 'folder'])

/** Whether what is new and sits in the place of what is gone most likely is that. A folder is known by what is in it. */
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
