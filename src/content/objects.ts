import { type Key, KINDS, type Kind, LISTS } from './kinds.ts'
import { mergeFolder, mergeReport, mergeWorkbook, type PickSide } from './merge.ts'
import {
  type Content,
  type ContentByKey,
  type FolderPath,
  folderKey,
  modelKey,
  type Objects,
  type Place,
  type ReportReference,
  reportKey,
  workbookKey,
} from './model.ts'
import { type Rename, referencesIn, withReferences } from './references.ts'
import { type Units, unitsOfFolder, unitsOfModelFile, unitsOfReport, unitsOfWorkbook } from './units.ts'

/** What is to know of an object by its kind. */
export interface ObjectRules<K extends Kind, T = Objects[K]> {
  /** What people call one of them. */
  readonly noun: string
  readonly keyOf: (object: T) => Key<K>
  readonly unitsOf: (object: T) => Units
  /** Units that nobody minds where the tree leaves them out: the platform has a value for them all the same. */
  readonly optional: readonly string[]
  readonly merge: (repo: T, live: T, pick: PickSide) => T
  /** What people call it, in its place. */
  readonly nameOf: (object: T) => string
  readonly placeOf: (object: T) => Place
  readonly movedTo: (object: T, place: Place) => T
  /** Where its key follows a name that people can change in the UI. */
  readonly renaming?: Renaming<T> | undefined
  /** Its key before it was renamed, by `was`. */
  readonly formerKey: (object: T, pathBefore: (path: FolderPath) => FolderPath) => Key<K>
  /** The reports that it shows, and the same object with other names for them. */
  readonly referencesIn: (object: T) => readonly ReportReference[]
  readonly withReferences: (object: T, rename: Rename) => T
  /** Whether ledgers have a line for it. Of the others, the commit that was applied says what was applied. */
  readonly isRecorded: boolean
}

interface Renaming<T> {
  /** The unit that holds the name. */
  readonly unit: string
  /** Whether the tree says by `was` that it renames it. */
  readonly isRenamed: (object: T) => boolean
  readonly renamedTo: (object: T, name: string) => T
}

/** Of a kind whose objects show no reports. */
const SHOWS_NOTHING = {
  referencesIn: () => [],
  withReferences: <T>(object: T): T => object,
}

export const OBJECTS: { readonly [K in Kind]: ObjectRules<K> } = {
  folder: {
    ...SHOWS_NOTHING,
    noun: 'folder',
    keyOf: ({ path }) => folderKey(path),
    unitsOf: unitsOfFolder,
    optional: ['position'],
    merge: mergeFolder,
    nameOf: ({ path }) => path.at(-1) ?? '',
    placeOf: ({ path }) => placeIn(path.slice(0, -1)),
    movedTo: (object, { folder = [] }) => ({ ...object, path: [...folder, ...object.path.slice(-1)] }),
    renaming: {
      unit: 'name',
      isRenamed: ({ was }) => was !== undefined,
      renamedTo: (object, name) => ({
        ...object,
        path: [...object.path.slice(0, -1), name],
        was: object.path.at(-1) ?? '',
      }),
    },
    formerKey: ({ path }, pathBefore) => folderKey(pathBefore(path)),
    isRecorded: false,
  },
  workbook: {
    noun: 'workbook',
    keyOf: ({ slug }) => workbookKey(slug),
    unitsOf: unitsOfWorkbook,
    optional: [],
    merge: mergeWorkbook,
    nameOf: ({ name }) => name,
    placeOf: ({ folder }) => placeIn(folder),
    movedTo: (object, { folder = [] }) => ({ ...object, folder }),
    renaming: {
      unit: 'slug',
      isRenamed: ({ was }) => was !== undefined,
      renamedTo: (object, slug) => ({ ...object, slug, was: object.slug }),
    },
    formerKey: ({ slug, was }) => workbookKey(was ?? slug),
    referencesIn,
    withReferences,
    isRecorded: true,
  },
  report: {
    ...SHOWS_NOTHING,
    noun: 'report',
    keyOf: ({ id }) => reportKey(id),
    unitsOf: unitsOfReport,
    optional: [],
    merge: mergeReport,
    nameOf: ({ definition }) => definition.name,
    placeOf: ({ place }) => place,
    movedTo: (object, place) => ({ ...object, place }),
    formerKey: ({ id }) => reportKey(id),
    isRecorded: true,
  },
  model: {
    ...SHOWS_NOTHING,
    noun: 'model file',
    keyOf: ({ path }) => modelKey(path),
    unitsOf: unitsOfModelFile,
    optional: [],
    merge: (repo, live, pick) => (pick('bytes') === 'live' ? live : repo),
    nameOf: ({ path }) => path,
    placeOf: () => ({}),
    movedTo: (object) => object,
    formerKey: ({ path }) => modelKey(path),
    isRecorded: false,
  },
}

/** Units that somebody minds: without those that one side may leave out, and does. */
export function unitsMinded(kind: Kind, units: Units, isSaid: (unit: string) => boolean): Units {
  const { optional } = OBJECTS[kind]
  if (optional.every(isSaid)) return units
  return new Map([...units].filter(([unit]) => !optional.includes(unit) || isSaid(unit)))
}

/** The root is no folder. */
const placeIn = (folder: FolderPath): Place => (folder.length === 0 ? {} : { folder })

export const objectsIn = <K extends Kind>(content: Content, kind: K): readonly Objects[K][] =>
  (content as Readonly<Record<string, unknown>>)[LISTS[kind]] as readonly Objects[K][]

/** A content, one list after the other. */
export const contentOf = (listOf: <K extends Kind>(kind: K) => readonly Objects[K][]): Content =>
  Object.fromEntries(KINDS.map((kind) => [LISTS[kind], listOf(kind)])) as Content

/** The same by key. */
export const contentByKey = (
  entriesOf: <K extends Kind>(kind: K) => Iterable<readonly [Key, Objects[K]]>,
): ContentByKey =>
  Object.fromEntries(KINDS.map((kind) => [LISTS[kind], new Map(entriesOf(kind))])) as unknown as ContentByKey

export const mapContent = (
  content: Content,
  change: <K extends Kind>(object: Objects[K], kind: K) => Objects[K],
): Content => contentOf((kind) => objectsIn(content, kind).map((object) => change(object, kind)))

export const filterContent = (content: Content, isKept: (key: Key) => boolean): Content =>
  contentOf((kind) => objectsIn(content, kind).filter((object) => isKept(OBJECTS[kind].keyOf(object))))

/** Where its objects sit. */
export const placesByKey = (content: Content): ReadonlyMap<Key, Place> =>
  new Map(
    KINDS.flatMap(<K extends Kind>(kind: K) => {
      const { keyOf, placeOf } = OBJECTS[kind]
      return objectsIn(content, kind).map((object): [Key, Place] => [keyOf(object), placeOf(object)])
    }),
  )

export const keysIn = (content: Content): Key[] =>
  KINDS.flatMap(<K extends Kind>(kind: K) => objectsIn(content, kind).map((object): Key => OBJECTS[kind].keyOf(object)))
