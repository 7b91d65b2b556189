/** The kinds of objects, once; each with the name of the list that a content has of it. */
export const LISTS = {
  folder: 'folders',
  workbook: 'workbooks',
  report: 'reports',
  model: 'model',
} as const

export type Kind = keyof typeof LISTS

export const KINDS = Object.keys(LISTS) as readonly Kind[]

/** A type for every kind: without one for each it does not compile. */
export type PerKind<Types extends Record<K, Each>, K extends Kind = Kind, Each = object> = Types &
  Record<Exclude<K, keyof Types>, Each>

/** Those whose objects are documents below `content/`. The data model is files, as they are. */
export type ContentKind = Exclude<Kind, 'model'>

export const CONTENT_KINDS: readonly ContentKind[] = KINDS.filter((kind) => kind !== 'model')

/** The documents of a tree: one for each object below `content/`, and the dashboard of a workbook. */
export type DocumentKind = ContentKind | 'dashboard'
export const DOCUMENT_KINDS: readonly DocumentKind[] = [...CONTENT_KINDS, 'dashboard']

/** A document of no such kind is a part of an object. */
export const isContentKind = (kind: string): kind is ContentKind => (CONTENT_KINDS as readonly string[]).includes(kind)

/**
 * One key for one object, in every target. It is a text, so that it can be the key of a map and stand in JSON; what is in
 * that text is known to this file alone.
 */
export type Key<K extends Kind = Kind> = `${K}/${string}`

export const keyOf = <K extends Kind>(kind: K, id: string): Key<K> => `${kind}/${id}`

export const kindOf = <K extends Kind>(key: Key<K>): K => key.slice(0, key.indexOf('/')) as K

/** What an object is called among those of its kind: its logical id. */
export const idIn = (key: Key): string => key.slice(key.indexOf('/') + 1)

export const isKind = <K extends Kind>(text: string | undefined, ...kinds: readonly K[]): text is Key<K> =>
  text !== undefined && kinds.some((kind) => text.startsWith(kind) && text[kind.length] === '/')
