/** The kinds of objects, each with the name of its list in a `Content`. */
export const LISTS = {
  folder: 'folders',
  workbook: 'workbooks',
  report: 'reports',
  notification: 'notifications',
  group: 'groups',
  attribute: 'attributes',
  role: 'roles',
  settings: 'settings',
  tenantGroup: 'tenantGroups',
  model: 'model',
} as const

export type Kind = keyof typeof LISTS

export const KINDS = Object.keys(LISTS) as readonly Kind[]

/** A table with one row per kind. It does not compile if a row is missing. */
export type PerKind<Types extends Record<K, Each>, K extends Kind = Kind, Each = object> = Types &
  Record<Exclude<K, keyof Types>, Each>

/** Kinds whose objects are documents. Files of the data model are just files. */
export type ContentKind = Exclude<Kind, 'model'>

export const CONTENT_KINDS: readonly ContentKind[] = KINDS.filter((kind) => kind !== 'model')

/** Kinds that a target has only if `manage` in boardwright.yaml names their list. Nothing else asks for them. */
export const OPT_IN = [
  'notification',
  'group',
  'attribute',
  'role',
  'settings',
  'tenantGroup',
] as const satisfies readonly ContentKind[]
export const isOptIn = (kind: Kind): kind is (typeof OPT_IN)[number] => (OPT_IN as readonly Kind[]).includes(kind)

/** Kinds that belong to the account, whatever the deployment. Only one target of an account may manage one. */
export const ACCOUNT_KINDS = [
  'group',
  'attribute',
  'role',
  'settings',
  'tenantGroup',
] as const satisfies readonly (typeof OPT_IN)[number][]
export const isOfAccount = (kind: Kind): boolean => (ACCOUNT_KINDS as readonly Kind[]).includes(kind)

/** Kinds of documents: one for each object, and the dashboard of a workbook. */
export type DocumentKind = ContentKind | 'dashboard'
export const DOCUMENT_KINDS: readonly DocumentKind[] = [...CONTENT_KINDS, 'dashboard']

/** A document of any other kind is only part of an object. */
export const isContentKind = (kind: string): kind is ContentKind => (CONTENT_KINDS as readonly string[]).includes(kind)

/**
 * The key of an object, the same in every target. It is a text, so that it works as a map key and in JSON. Only this
 * file knows its format.
 */
export type Key<K extends Kind = Kind> = `${K}/${string}`

export const keyOf = <K extends Kind>(kind: K, id: string): Key<K> => `${kind}/${id}`

export const kindOf = <K extends Kind>(key: Key<K>): K => key.slice(0, key.indexOf('/')) as K

/** The logical id, which is unique within a kind. */
export const idIn = (key: Key): string => key.slice(key.indexOf('/') + 1)

export const isKind = <K extends Kind>(text: string | undefined, ...kinds: readonly K[]): text is Key<K> =>
  text !== undefined && kinds.some((kind) => text.startsWith(kind) && text[kind.length] === '/')
