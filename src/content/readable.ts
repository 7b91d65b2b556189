import { oncePer } from '@boardwright/common'
import { type Key, KINDS, type Kind, kindOf } from './kinds.ts'
import type { Content, Objects } from './model.ts'
import { contentOf, type Either, mapSummary, OBJECTS, objectsIn } from './objects.ts'
import { type Rename, withReferences } from './references.ts'
import { type ContentSummary, isSummary, type KnownContent, type Summaries, summarizeWorkbook } from './summary.ts'
import type { Units } from './units.ts'

/** The object in full. A summary reads it when it is asked for first. */
export const wholeOf = <K extends Kind>(object: Either<K>): Objects[K] =>
  (isSummary(object) ? object.whole() : object) as Objects[K]

export const wholeContent = (content: KnownContent): Content =>
  contentOf(<K extends Kind>(kind: K) => objectsIn(content, kind).map((object: Either<K>) => wholeOf<K>(object)))

export function objectIn<K extends Kind>(content: KnownContent, key: Key<K>): Objects[K] | undefined {
  const found = byKey(content).get(key) as Either<K> | undefined
  return found && wholeOf<K>(found)
}

const byKey = oncePer(
  (content: KnownContent): ReadonlyMap<Key, Either<Kind>> =>
    new Map(
      KINDS.flatMap(<K extends Kind>(kind: K) =>
        objectsIn(content, kind).map((object): [Key, Either<K>] => [OBJECTS[kind].keyOf(object), object]),
      ),
    ),
)

export function unitsAt<K extends Kind>(content: KnownContent, key: Key<K>): Units | undefined {
  const object = objectIn(content, key)
  return object && OBJECTS[kindOf(key)].unitsOf(object)
}

/** The same content, with these objects replaced. */
export const withObjects = (content: ContentSummary, given: ReadonlyMap<Key, Objects[Kind]>): ContentSummary =>
  mapSummary(content, <K extends Kind>(each: Summaries[K], key: Key<K>) => {
    const object = given.get(key) as Objects[K] | undefined
    return object === undefined ? each : OBJECTS[kindOf(key)].summaryOf(object)
  })

/**
 * The same content, with the reports on its dashboards renamed. Does not read dashboards that already have these names.
 */
export const renamedIn = (content: ContentSummary, rename: Rename): ContentSummary => ({
  ...content,
  workbooks: content.workbooks.map((each) =>
    each.references.every((reference) => rename(reference) === reference)
      ? each
      : summarizeWorkbook(withReferences(each.whole(), rename)),
  ),
})

/** The same, for content in which some objects are whole already. */
export const renamedKnown = (content: KnownContent, rename: Rename): KnownContent => ({
  ...content,
  workbooks: content.workbooks.map((each) =>
    OBJECTS.workbook.referencesIn(each).every((reference) => rename(reference) === reference)
      ? each
      : withReferences(wholeOf<'workbook'>(each), rename),
  ),
})
