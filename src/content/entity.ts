import { lazy, oncePer } from '@boardwright/common'
import { groupBy } from './group-by.ts'
import { isKind, type Key, KINDS, type Kind, kindOf } from './kinds.ts'
import type { ModelFile, ObjectPlace, Objects, Own, Report, ReportReference, Workbook } from './model.ts'
import { OBJECTS } from './objects.ts'
import { type Rename, withReferences } from './references.ts'
import type { UnitDigests } from './threeway.ts'
import { type DefinitionSummary, type Digests, digestsAt, digestsWith, readDigests } from './unit-digests.ts'
import { isUnitOfApp, type Units } from './units.ts'

/** One object on one side: in the tree, in the target, or in the tree at a commit. */
export interface Entity<K extends Kind = Kind> {
  readonly key: Key<K>
  /** What people call it within its place. */
  readonly name: string
  readonly place: ObjectPlace
  /** What is known of it without reading it in full. */
  readonly own: Own[K]
  /** The reports that it shows, each once, in the order of its widgets. */
  readonly references: readonly ReportReference[]
  readonly digests: () => Digests
  /** The object in full, read when it is asked for first. */
  readonly whole: () => Objects[K]
}

const entity = <K extends Kind>(
  kind: K,
  own: Own[K],
  rest: Pick<Entity<K>, 'references' | 'digests' | 'whole'>,
): Entity<K> => {
  const { keyOf, nameOf, placeOf } = OBJECTS[kind]
  return { key: keyOf(own), name: nameOf(own), place: placeOf(own), own, ...rest }
}

export function entityOf<K extends Kind>(kind: K, object: Objects[K]): Entity<K> {
  const { ownOf, referencesIn, digestsOf } = OBJECTS[kind]
  return entity<K>(kind, ownOf(object), {
    references: [...new Set(referencesIn(object))],
    digests: lazy(() => digestsOf(object)),
    whole: () => object,
  })
}

/** A report whose definition need not be read. */
export const reportEntity = (
  { id, ids, place }: Pick<Report, 'id' | 'ids' | 'place'>,
  { digests, ...known }: DefinitionSummary,
  whole: () => Report,
): Entity<'report'> =>
  entity(
    'report',
    { id, place, ...(ids === undefined ? {} : { ids }), ...known },
    { references: [], digests: () => digestsAt(place, digests), whole },
  )

/** A workbook whose dashboard need not be read, with what that shows and its digests. */
export const workbookEntity = (
  { meta, ...own }: Omit<Workbook, 'dashboard'>,
  { references, digests }: { readonly references: readonly ReportReference[]; readonly digests: Digests },
  whole: () => Workbook,
): Entity<'workbook'> =>
  entity('workbook', own, {
    references: [...new Set(references)],
    digests: lazy(() => digestsWith({ ...own, meta }, digests)),
    whole,
  })

/** What one side has. */
export interface Content extends ReadonlyMap<Key, Entity> {
  get<K extends Kind>(key: Key<K>): Entity<K> | undefined
}

export const contentOf = (all: Iterable<Entity>): Content =>
  new Map([...all].map((each) => [each.key, each])) as unknown as Content

export const NOTHING: Content = contentOf([])

const byKind = oncePer((all: Content) => groupBy([...all.values()], ({ key }) => kindOf(key)))

/** Those of one kind. */
export const ofKind = <K extends Kind>(all: Content, kind: K): readonly Entity<K>[] =>
  (byKind(all).get(kind) ?? []) as unknown as readonly Entity<K>[]

export const filterContent = (all: Content, isKept: (key: Key) => boolean): Content =>
  contentOf([...all.values()].filter(({ key }) => isKept(key)))

/** The files of the data model. */
export const modelFilesIn = (all: Content): readonly ModelFile[] => ofKind(all, 'model').map(({ own }) => own)

export const isOfKind = <K extends Kind>(each: Entity, kind: K): each is Entity<K> => isKind(each.key, kind)

export type ObjectCounts = Readonly<Record<Kind, number>>

export const countsOf = (all: Content, isCounted?: (key: Key) => boolean): ObjectCounts =>
  Object.fromEntries(
    KINDS.map((kind) => {
      const those = ofKind(all, kind)
      return [kind, isCounted ? those.filter(({ key }) => isCounted(key)).length : those.length]
    }),
  ) as ObjectCounts

export const keysIn = (all: Content): Key[] => [...all.keys()]

/** Where each object sits. */
export const placesByKey = (all: Content): ReadonlyMap<Key, ObjectPlace> =>
  new Map([...all].map(([key, { place }]) => [key, place]))

export function unitsAt<K extends Kind>(all: Content, key: Key<K>): Units | undefined {
  const found = all.get(key)
  return found && OBJECTS[kindOf(key)].unitsOf(found.whole())
}

/** The digests of each object of a kind, by unit. */
export const digestsIn = (kind: Kind, all: Content): ReadonlyMap<Key, UnitDigests> =>
  new Map(ofKind(all, kind).map(({ key, digests }) => [key, readDigests(digests())]))

/** Whether the dashboard of a workbook is code. */
export const hasApp = ({ digests }: Entity<'workbook'>): boolean => [...readDigests(digests()).keys()].some(isUnitOfApp)

/** The same, with these objects replaced. */
export const withObjects = (all: Content, given: ReadonlyMap<Key, Objects[Kind]>): Content =>
  contentOf(
    [...all.values()].map((each) => {
      const object = given.get(each.key)
      return object === undefined ? each : entityOf(kindOf(each.key), object)
    }),
  )

/** The same, with the reports on its dashboards renamed. Does not read dashboards that already have these names. */
export const renamedIn = (
  all: Content,
  rename: (reference: ReportReference, workbook: Key<'workbook'>) => ReportReference,
): Content =>
  contentOf(
    [...all.values()].map((each) => {
      if (!isOfKind(each, 'workbook')) return each
      const renameHere: Rename = (reference) => rename(reference, each.key)
      return each.references.every((reference) => renameHere(reference) === reference)
        ? each
        : entityOf('workbook', withReferences(each.whole(), renameHere))
    }),
  )
