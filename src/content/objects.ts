import { ASKS_NOTHING, type Asked, askedByDashboard, askedByReport, asksFor, ownerOf } from './asked.ts'
import { type Key, KINDS, type Kind, kindOf, LISTS } from './kinds.ts'
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
import {
  type ContentSummary,
  type Digests,
  type KnownContent,
  type Summaries,
  type SummaryByKey,
  summarizeReport,
  summarizeWorkbook,
  writeDigests,
} from './summary.ts'
import type { UnitDigests } from './threeway.ts'
import { type Units, unitsOfFolder, unitsOfModelFile, unitsOfReport, unitsOfWorkbook } from './units.ts'
import type { IsOwner } from './uses.ts'

/** An object, or a summary of it. */
export type Either<K extends Kind> = Objects[K] | Summaries[K]

/** What each kind has to define. */
export interface ObjectRules<K extends Kind, T = Objects[K], E = Either<K>> {
  readonly noun: string
  readonly keyOf: (object: E) => Key<K>
  readonly summaryOf: (object: E) => Summaries[K]
  readonly digestsOf: (summary: Summaries[K]) => Digests
  readonly unitsOf: (object: T) => Units
  /** Units that may be missing in the tree because the platform has a default for them. */
  readonly optional: readonly string[]
  readonly merge: (repo: T, live: T, pick: PickSide) => T
  /** What people call it within its place. */
  readonly nameOf: (object: E) => string
  readonly placeOf: (object: E) => Place
  readonly movedTo: (object: T, place: Place) => T
  /** Set if its key contains a name that people can change in the UI. */
  readonly renaming?: Renaming<T, E> | undefined
  /** Its key before a rename, from `was`. */
  readonly formerKey: (object: E, pathBefore: (path: FolderPath) => FolderPath) => Key<K>
  /** The reports that it shows. */
  readonly referencesIn: (object: E) => readonly ReportReference[]
  readonly withReferences: (object: T, rename: Rename) => T
  /** What it asks of the data model. */
  readonly asks: (object: T, isOwner: IsOwner) => Asked
  /**
   * Whether ledgers have entries for this kind. For other kinds, the tree at the applied commit says what was applied.
   */
  readonly isRecorded: boolean
  /** Whether every key sees all objects of this kind, so that a missing one must have been deleted. */
  readonly isSeenByAll: boolean
}

interface Renaming<T, E> {
  readonly unit: string
  readonly nameIn: (object: E) => string | undefined
  /** The name before a rename in the tree. */
  readonly was: (object: E) => string | undefined
  readonly renamedTo: (object: T, name: string, was?: string) => T
}

const ownSummary = <T>(unitsOf: (object: T) => Units) => ({
  summaryOf: (object: T): T => object,
  digestsOf: (object: T): Digests => writeDigests(unitsOf(object)),
  unitsOf,
})

const SHOWS_NOTHING = {
  referencesIn: () => [],
  withReferences: <T>(object: T): T => object,
}

export const OBJECTS: { readonly [K in Kind]: ObjectRules<K> } = {
  folder: {
    ...SHOWS_NOTHING,
    noun: 'folder',
    keyOf: ({ path }) => folderKey(path),
    ...ownSummary(unitsOfFolder),
    optional: ['position'],
    merge: mergeFolder,
    nameOf: ({ path }) => path.at(-1) ?? '',
    placeOf: ({ path }) => placeIn(path.slice(0, -1)),
    movedTo: (object, { folder = [] }) => ({ ...object, path: [...folder, ...object.path.slice(-1)] }),
    renaming: {
      unit: 'name',
      nameIn: ({ path }) => path.at(-1)?.trim(),
      was: ({ was }) => was,
      renamedTo: (object, name, was = object.path.at(-1) ?? '') => ({
        ...object,
        path: [...object.path.slice(0, -1), name],
        was,
      }),
    },
    formerKey: ({ path }, pathBefore) => folderKey(pathBefore(path)),
    asks: () => ASKS_NOTHING,
    isRecorded: false,
    isSeenByAll: false,
  },
  workbook: {
    noun: 'workbook',
    keyOf: ({ slug }) => workbookKey(slug),
    summaryOf: summarizeWorkbook,
    digestsOf: ({ digests }) => digests,
    unitsOf: unitsOfWorkbook,
    optional: [],
    merge: mergeWorkbook,
    nameOf: ({ name }) => name,
    placeOf: ({ folder }) => placeIn(folder),
    movedTo: (object, { folder = [] }) => ({ ...object, folder }),
    renaming: {
      unit: 'slug',
      nameIn: ({ slug }) => slug,
      was: ({ was }) => was,
      renamedTo: (object, slug, was = object.slug) => ({ ...object, slug, was }),
    },
    formerKey: ({ slug, was }) => workbookKey(was ?? slug),
    referencesIn: (workbook) => ('references' in workbook ? workbook.references : referencesIn(workbook)),
    withReferences,
    asks: ({ dashboard }, isOwner) => (dashboard ? askedByDashboard(dashboard, isOwner) : ASKS_NOTHING),
    isRecorded: true,
    isSeenByAll: false,
  },
  report: {
    ...SHOWS_NOTHING,
    noun: 'report',
    keyOf: ({ id }) => reportKey(id),
    summaryOf: summarizeReport,
    digestsOf: ({ digests }) => digests,
    unitsOf: unitsOfReport,
    optional: [],
    merge: mergeReport,
    nameOf: (report) => ('definition' in report ? report.definition.name : report.name),
    placeOf: ({ place }) => place,
    movedTo: (object, place) => ({ ...object, place }),
    formerKey: ({ id }) => reportKey(id),
    asks: ({ definition }, isOwner) => askedByReport(definition, isOwner),
    isRecorded: true,
    isSeenByAll: false,
  },
  model: {
    ...SHOWS_NOTHING,
    noun: 'model file',
    keyOf: ({ path }) => modelKey(path),
    ...ownSummary(unitsOfModelFile),
    optional: [],
    merge: (repo, live, pick) => (pick('bytes') === 'live' ? live : repo),
    nameOf: ({ path }) => path,
    placeOf: () => ({}),
    movedTo: (object) => object,
    formerKey: ({ path }) => modelKey(path),
    asks: () => ASKS_NOTHING,
    isRecorded: false,
    isSeenByAll: true,
  },
}

/** Whether it uses this member of the data model, or may use it. */
export const usesMember = <K extends Kind>(kind: K, object: Objects[K], member: string): boolean =>
  asksFor(OBJECTS[kind].asks(object, ownerOf(member)), member)

/** The units that count in a comparison: an optional unit counts only if the other side says something about it. */
export const unitsThatCount = (kind: Kind, units: UnitDigests, isSaid: (unit: string) => boolean): UnitDigests =>
  countedUnits(OBJECTS[kind].optional, units, isSaid)

export function countedUnits(
  optional: readonly string[],
  units: UnitDigests,
  isSaid: (unit: string) => boolean,
): UnitDigests {
  if (optional.every(isSaid)) return units
  return new Map([...units].filter(([unit]) => !optional.includes(unit) || isSaid(unit)))
}

/** The root is not a folder. */
const placeIn = (folder: FolderPath): Place => (folder.length === 0 ? {} : { folder })

export function objectsIn<K extends Kind>(content: Content, kind: K): readonly Objects[K][]
export function objectsIn<K extends Kind>(content: ContentSummary, kind: K): readonly Summaries[K][]
export function objectsIn<K extends Kind>(content: KnownContent, kind: K): readonly Either<K>[]
export function objectsIn<K extends Kind>(content: KnownContent, kind: K): readonly Either<K>[] {
  return (content as Readonly<Record<string, unknown>>)[LISTS[kind]] as readonly Either<K>[]
}

export const contentOf = (listOf: <K extends Kind>(kind: K) => readonly Objects[K][]): Content =>
  Object.fromEntries(KINDS.map((kind) => [LISTS[kind], listOf(kind)])) as Content

export const objectAt = <K extends Kind>(content: ContentByKey, key: Key<K>): Objects[K] | undefined =>
  (content as unknown as Readonly<Record<string, ReadonlyMap<Key, Objects[K]>>>)[LISTS[kindOf(key)]]?.get(key)

export const knownOf = (listOf: <K extends Kind>(kind: K) => readonly Either<K>[]): KnownContent =>
  Object.fromEntries(KINDS.map((kind) => [LISTS[kind], listOf(kind)])) as unknown as KnownContent

export const contentByKey = (
  entriesOf: <K extends Kind>(kind: K) => Iterable<readonly [Key, Objects[K]]>,
): ContentByKey =>
  Object.fromEntries(KINDS.map((kind) => [LISTS[kind], new Map(entriesOf(kind))])) as unknown as ContentByKey

export const mapContent = (
  content: Content,
  change: <K extends Kind>(object: Objects[K], kind: K) => Objects[K],
): Content => contentOf((kind) => objectsIn(content, kind).map((object) => change(object, kind)))

export const filterKnown = (content: KnownContent, isKept: (key: Key) => boolean): KnownContent =>
  knownOf((kind) => objectsIn(content, kind).filter((object) => isKept(OBJECTS[kind].keyOf(object))))

export type Counts = Readonly<Record<Kind, number>>

export const countsOf = (content: KnownContent, isCounted?: (key: Key) => boolean): Counts =>
  Object.fromEntries(
    KINDS.map(<K extends Kind>(kind: K) => {
      const all = objectsIn(content, kind)
      return [kind, isCounted ? all.filter((each) => isCounted(OBJECTS[kind].keyOf(each))).length : all.length]
    }),
  ) as Counts

/** Where each object sits. */
export const placesByKey = (content: KnownContent): ReadonlyMap<Key, Place> =>
  new Map(
    KINDS.flatMap(<K extends Kind>(kind: K) => {
      const { keyOf, placeOf } = OBJECTS[kind]
      return objectsIn(content, kind).map((object): [Key, Place] => [keyOf(object), placeOf(object)])
    }),
  )

export const keysIn = (content: KnownContent): Key[] =>
  KINDS.flatMap(<K extends Kind>(kind: K) => objectsIn(content, kind).map((object): Key => OBJECTS[kind].keyOf(object)))

export const summarize = (content: KnownContent): ContentSummary =>
  listed((kind) => objectsIn(content, kind).map(OBJECTS[kind].summaryOf))

export const mapSummary = (
  content: ContentSummary,
  change: <K extends Kind>(summary: Summaries[K], key: Key<K>) => Summaries[K],
): ContentSummary => listed((kind) => objectsIn(content, kind).map((each) => change(each, OBJECTS[kind].keyOf(each))))

export const filterSummary = (content: ContentSummary, isKept: (key: Key) => boolean): ContentSummary =>
  listed((kind) => objectsIn(content, kind).filter((each) => isKept(OBJECTS[kind].keyOf(each))))

export const summaryByKey = (content: ContentSummary): SummaryByKey =>
  Object.fromEntries(
    KINDS.map(<K extends Kind>(kind: K) => [
      LISTS[kind],
      new Map(objectsIn(content, kind).map((each) => [OBJECTS[kind].keyOf(each), each])),
    ]),
  ) as unknown as SummaryByKey

const listed = (listOf: <K extends Kind>(kind: K) => readonly Summaries[K][]): ContentSummary =>
  Object.fromEntries(KINDS.map((kind) => [LISTS[kind], listOf(kind)])) as unknown as ContentSummary
