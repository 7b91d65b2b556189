import { type Content, contentOf, type Entity, entityOf, ofKind } from './entity.ts'
import { idIn, isKind, type Key, KINDS, type Kind, kindOf } from './kinds.ts'
import { type FolderPath, folderKey, type ObjectPlace, pathText, workbookKey } from './model.ts'
import { OBJECTS } from './objects.ts'
import { PLACE, unitDigest } from './units.ts'

/** What people have renamed and moved in the UI, by logical key. */
export interface Renamed {
  /** The live name or slug. When the tree takes it, the old one becomes `was`. */
  readonly renamed: ReadonlyMap<Key, string>
  /** The folder that a folder was moved into. */
  readonly moved: ReadonlyMap<Key, FolderPath>
}

/** The renames and moves that a tree takes. */
export interface TakenRenames extends Renamed {
  /** The `was` to keep, for an earlier rename in the tree that was never applied. */
  readonly former?: ReadonlyMap<Key, string> | undefined
}

export function applyRenames(content: Content, { renamed, moved, former }: TakenRenames): Content {
  if (renamed.size + moved.size === 0) return content
  /** If a folder was moved into its own subfolder and only half of that is taken, it stays where it was. */
  const pathNow = (path: FolderPath, through: readonly Key[] = []): FolderPath => {
    const [name] = path.slice(-1)
    if (name === undefined) return path
    const key = folderKey(path)
    const into = through.includes(key) ? undefined : moved.get(key)
    return [...pathNow(into ?? path.slice(0, -1), into ? [...through, key] : through), renamed.get(key) ?? name]
  }
  const placeNow = ({ workbook, folder }: ObjectPlace): ObjectPlace => ({
    ...(workbook === undefined ? {} : { workbook: renamed.get(workbookKey(workbook)) ?? workbook }),
    ...(folder === undefined ? {} : { folder: pathNow(folder) }),
  })
  return contentOf(
    [...content.values()].map(<K extends Kind>(each: Entity<K>): Entity => {
      const { key, place, whole } = each
      const { movedTo, renaming } = OBJECTS[kindOf(key)]
      const into = moved.get(key)
      const now = placeNow(into ? { folder: into } : place)
      const name = renamed.get(key)
      const isMoved = placeText(now) !== placeText(place)
      if (!isMoved && (name === undefined || !renaming)) return each
      const there = isMoved ? movedTo(whole(), now) : whole()
      return entityOf<K>(
        kindOf(key),
        name === undefined || !renaming ? there : renaming.renamedTo(there, name, former?.get(key)),
      )
    }),
  )
}

const placeText = ({ workbook = '', folder = [] }: ObjectPlace): string => `${workbook}\n${pathText(folder)}`

/**
 * The former keys of renamed objects, by their current keys, according to `was`. Folders that only live has move along
 * with the folder that they are in.
 */
export function formerKeys(declared: Content, live: Iterable<FolderPath> = []): ReadonlyMap<Key, Key> {
  const was = new Map(ofKind(declared, 'folder').flatMap(({ key, own }) => (own.was ? [[key, own.was] as const] : [])))
  if (!KINDS.some((kind) => isAnyRenamed(kind, declared))) return new Map()
  const pathBefore = (path: FolderPath): FolderPath =>
    path.map((name, index) => was.get(folderKey(path.slice(0, index + 1))) ?? name)
  const now = KINDS.flatMap(<K extends Kind>(kind: K) =>
    ofKind(declared, kind).map(({ key, own }): [Key, Key] => [key, OBJECTS[kind].formerKey(own, pathBefore)]),
  )
  const ofLive = [...live].map((path): [Key, Key] => [folderKey(path), folderKey(pathBefore(path))])
  return new Map([...ofLive, ...now].filter(([now, before]) => now !== before))
}

const isAnyRenamed = <K extends Kind>(kind: K, declared: Content): boolean => {
  const { renaming } = OBJECTS[kind]
  return renaming !== undefined && ofKind(declared, kind).some(({ own }) => renaming.was(own))
}

/**
 * The digest of a place of today, by the unit that says it and the digest of its former name, for folders and workbooks
 * that were renamed. If something else has the former name now, we cannot tell which of the two a digest means, so it is
 * left out.
 */
export type PlacesNow = ReadonlyMap<`${PlaceUnit} ${string}`, string>
type PlaceUnit = 'folder' | 'workbook'

export const placesNow = (former: ReadonlyMap<Key, Key>, taken: ReadonlySet<Key>): PlacesNow =>
  new Map(
    [...former].flatMap(([now, before]) => {
      if (taken.has(before) || !isKind(now, 'folder', 'workbook')) return []
      const unit = kindOf(now)
      return [[`${unit} ${unitDigest(unit, idIn(before))}`, unitDigest(unit, idIn(now))] as const]
    }),
  )

/** A digest of a unit, with the name of today if it is a place that was renamed. */
export const withPlaceNow = (places: PlacesNow, unit: string, digest: string): string =>
  (PLACE.has(unit) ? places.get(`${unit as PlaceUnit} ${digest}`) : undefined) ?? digest
