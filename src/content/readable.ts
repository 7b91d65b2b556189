import { lazy, oncePerKey } from '@boardwright/common'
import { type Key, KINDS, type Kind, kindOf } from './kinds.ts'
import { type Content, type Objects, workbookKey } from './model.ts'
import { contentOf, type Either, mapSummary, OBJECTS, objectsIn, summarize } from './objects.ts'
import { type Rename, withReferences } from './references.ts'
import { type ContentSummary, isSummary, type KnownContent, summarizeWorkbook } from './summary.ts'
import type { Units } from './units.ts'

/** Content as summaries, in which any object can be read in full. */
export interface Readable {
  readonly summary: ContentSummary
  readonly read: ReadObject
}

/** An object in full, read when it is asked for first. */
export type ReadObject = <K extends Kind>(key: Key<K>) => Objects[K] | undefined

export type WholeObjects = ReadonlyMap<Key, Objects[Kind]>

/** Content in which some objects are only summaries, with a way to read each. */
export interface Gathered {
  readonly content: KnownContent
  readonly unread: ReadonlyMap<Key, () => Objects[Kind]>
}

export function wholeIn<K extends Kind>({ unread }: Pick<Gathered, 'unread'>, kind: K, object: Either<K>): Objects[K] {
  if (!isSummary(object)) return object as Objects[K]
  const key = OBJECTS[kind].keyOf(object)
  const read = unread.get(key)
  if (!read) throw new Error(`${key} cannot be read`)
  return read() as Objects[K]
}

export const wholeContent = (gathered: Gathered): Content =>
  contentOf(<K extends Kind>(kind: K) =>
    objectsIn(gathered.content, kind).map((object: Either<K>) => wholeIn(gathered, kind, object)),
  )

export function readable(gathered: Gathered): Readable {
  // Built only if needed: in most content, nothing is read in full.
  const byKey = lazy(
    () =>
      new Map<Key, Either<Kind>>(
        KINDS.flatMap(<K extends Kind>(kind: K) =>
          objectsIn(gathered.content, kind).map((object): [Key, Either<K>] => [OBJECTS[kind].keyOf(object), object]),
        ),
      ),
  )
  return {
    summary: summarize(gathered.content),
    read: readOnce(<K extends Kind>(key: Key<K>) => {
      const object = byKey().get(key) as Either<K> | undefined
      return object && wholeIn(gathered, kindOf(key), object)
    }),
  }
}

const readOnce = (read: ReadObject): ReadObject =>
  oncePerKey(read as (key: Key) => Objects[Kind] | undefined) as ReadObject

/** The same content, with the reports on its dashboards renamed. */
export const renamedKnown = (gathered: Gathered, rename: Rename): KnownContent => ({
  ...gathered.content,
  workbooks: gathered.content.workbooks.map((each) =>
    OBJECTS.workbook.referencesIn(each).every((reference) => rename(reference) === reference)
      ? each
      : withReferences(wholeIn(gathered, 'workbook', each), rename),
  ),
})

export const readAll = ({ summary, read }: Readable): Content =>
  contentOf(<K extends Kind>(kind: K) =>
    objectsIn(summary, kind).flatMap((each): Objects[K][] => {
      const object = read(OBJECTS[kind].keyOf(each))
      return object === undefined ? [] : [object]
    }),
  )

export function unitsIn<K extends Kind>(read: ReadObject, key: Key<K>): Units | undefined {
  const object = read(key)
  return object && OBJECTS[kindOf(key)].unitsOf(object)
}

/** The same content, with these objects replaced. */
export function withObjects(readable: Readable, given: WholeObjects): Readable {
  const summaryOf = <K extends Kind>(key: Key<K>) => {
    const object = given.get(key) as Objects[K] | undefined
    return object && OBJECTS[kindOf(key)].summaryOf(object)
  }
  return {
    summary: mapSummary(readable.summary, (each, key) => summaryOf(key) ?? each),
    read: <K extends Kind>(key: Key<K>) => (given.get(key) as Objects[K] | undefined) ?? readable.read(key),
  }
}

/**
 * The same content, with the reports on its dashboards renamed. Does not read dashboards that already have these names.
 */
export function renamedIn(readable: Readable, rename: Rename): Readable {
  const read = readOnce((key) => {
    const object = readable.read(key)
    return object && OBJECTS[kindOf(key)].withReferences(object, rename)
  })
  const workbooks = readable.summary.workbooks.map((each) => {
    if (each.references.every((reference) => rename(reference) === reference)) return each
    const whole = readable.read(workbookKey(each.slug))
    return whole ? summarizeWorkbook(withReferences(whole, rename)) : each
  })
  return { summary: { ...readable.summary, workbooks }, read }
}
