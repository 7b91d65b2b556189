import { ASKS_NOTHING, type Asked, askedByDashboard, askedByReport, asksFor, ownerOf } from './asked.ts'
import { unitsOfAttribute } from './attribute.ts'
import { groupWith, membersOfGroup, mergeGroup, unitsOfGroup } from './group.ts'
import { CONTENT_KINDS, type ContentKind, type Key, type Kind, kindOf } from './kinds.ts'
import { mergeFolder, mergeNamed, mergeReport, mergeWorkbook, type PickSide } from './merge.ts'
import {
  attributeKey,
  type FolderPath,
  type FreeForm,
  folderKey,
  groupKey,
  modelKey,
  notificationKey,
  type ObjectPlace,
  type Objects,
  type Own,
  type ReportReference,
  reportKey,
  roleKey,
  SETTINGS_KEY,
  tenantGroupKey,
  workbookKey,
} from './model.ts'
import { mergeNotification, notificationWith, unitsOfNotification } from './notification.ts'
import { roleIn } from './people.ts'
import { type Rename, referencesIn, withReferences } from './references.ts'
import { mergeRole, roleWith, unitsOfRole } from './role.ts'
import { mergeSettings, SETTINGS, unitsOfSettings } from './settings.ts'
import { unitsOfTenantGroup } from './tenant-group.ts'
import type { UnitDigests } from './threeway.ts'
import {
  type Digests,
  digestsOfReport,
  digestsOfWorkbook,
  ownOfReport,
  ownOfWorkbook,
  writeDigests,
} from './unit-digests.ts'
import { audienceIn, type Units, unitsOfFolder, unitsOfModelFile, unitsOfReport, unitsOfWorkbook } from './units.ts'
import type { IsOwner } from './uses.ts'
import { reportWith, type UnitValue, withValues, workbookWith } from './with-units.ts'

/** What each kind has to define. */
export interface ObjectRules<K extends Kind, T = Objects[K], O = Own[K]> {
  readonly noun: string
  readonly ownOf: (object: T) => O
  readonly keyOf: (own: O) => Key<K>
  /** What people call it within its place. */
  readonly nameOf: (own: O) => string
  readonly placeOf: (own: O) => ObjectPlace
  readonly unitsOf: (object: T) => Units
  readonly digestsOf: (object: T) => Digests
  /** Units that may be missing in the tree because the platform has a default for them. */
  readonly optional: readonly string[]
  readonly merge: (repo: T, live: T, pick: PickSide) => T
  /** The inverse of `unitsOf`, for kinds whose overwritten edits can be restored. */
  readonly withUnits?: (object: T, changes: readonly UnitValue[]) => T
  readonly movedTo: (object: T, place: ObjectPlace) => T
  /** Set if its key contains a name that people can change in the UI. */
  readonly renaming?: Renaming<T, O> | undefined
  /** Its key before a rename, from `was`. */
  readonly formerKey: (own: O, pathBefore: (path: FolderPath) => FolderPath) => Key<K>
  /** Why a file with another name is about another object, if people may expect a rename. */
  readonly anew?: string
  /** The reports that it shows, in order. */
  readonly referencesIn: (object: T) => readonly ReportReference[]
  readonly withReferences: (object: T, rename: Rename) => T
  /** What it asks of the data model. */
  readonly asks: (object: T, isOwner: IsOwner) => Asked
  /**
   * Whether ledgers have entries for this kind. For other kinds, the tree at the applied commit says what was applied.
   */
  readonly hasEntries: boolean
  /** Whether nothing on the platform names it, so that without its ledger entry another one may be it. */
  readonly isNameless?: true
  /** Values of keys that a file leaves out, in this target. */
  readonly defaultsIn?: (target: TargetTraits) => Partial<T>
  /** Units that are chosen in the create, and that no call changes later: why not. */
  readonly fixed?: Readonly<Record<string, Fixed>>
  /** Whether a file like this says nothing about the unit, so that whom an apply let in stays ours. */
  readonly leavesOpen?: (own: O, unit: string) => boolean
  /** Why it is never deleted, if it is not. */
  readonly stays?: string
  /** Why nothing writes it, if nothing does: it is read, exported and compared, and what differs is left alone. */
  readonly readOnly?: string
  /** Units that a create leaves at a value of the platform's, whatever is sent: the next write sets them. */
  readonly createdWith?: FreeForm
  /** Whether every key sees all objects of this kind, so that a missing one must have been deleted. */
  readonly isSeenByAll: boolean
}

/** What values may depend on that a file does not say. */
export interface TargetTraits {
  readonly protected: boolean
}

/** Why a unit stays as it was created, how to have another all the same, and how to go back. */
interface Fixed {
  readonly why: string
  readonly anew: string
  readonly back: string
}

interface Renaming<T, O> {
  readonly unit: string
  readonly nameIn: (own: O) => string | undefined
  /** The name before a rename in the tree. */
  readonly was: (own: O) => string | undefined
  readonly renamedTo: (object: T, name: string, was?: string) => T
}

/** An object that is known in full at once. */
const known = <T>(unitsOf: (object: T) => Units) => ({
  ownOf: (object: T): T => object,
  unitsOf,
  digestsOf: (object: T): Digests => writeDigests(unitsOf(object)),
})

/** What people call it is all that identifies it. */
const renamedByName = <T extends { readonly name: string; readonly was?: string }>(): Renaming<T, T> => ({
  unit: 'name',
  nameIn: ({ name }) => name.trim(),
  was: ({ was }) => was,
  renamedTo: ({ was: _, ...object }, name, was = object.name) => ({ ...object, name, ...formerly(was, name) }) as T,
})

const SHOWS_NOTHING = {
  referencesIn: () => [],
  withReferences: <T>(object: T): T => object,
}

export const OBJECTS: { readonly [K in Kind]: ObjectRules<K> } = {
  folder: {
    ...SHOWS_NOTHING,
    ...known(unitsOfFolder),
    noun: 'folder',
    keyOf: ({ path }) => folderKey(path),
    optional: ['position'],
    merge: mergeFolder,
    nameOf: ({ path }) => path.at(-1) ?? '',
    placeOf: ({ path }) => placeIn(path.slice(0, -1)),
    movedTo: (object, { folder = [] }) => ({ ...object, path: [...folder, ...object.path.slice(-1)] }),
    renaming: {
      unit: 'name',
      nameIn: ({ path }) => path.at(-1)?.trim(),
      was: ({ was }) => was,
      renamedTo: ({ was: _, ...object }, name, was = object.path.at(-1) ?? '') => ({
        ...object,
        path: [...object.path.slice(0, -1), name],
        ...formerly(was, name),
      }),
    },
    formerKey: ({ path }, pathBefore) => folderKey(pathBefore(path)),
    asks: () => ASKS_NOTHING,
    hasEntries: false,
    isSeenByAll: false,
  },
  workbook: {
    noun: 'workbook',
    ownOf: ownOfWorkbook,
    keyOf: ({ slug }) => workbookKey(slug),
    unitsOf: unitsOfWorkbook,
    digestsOf: digestsOfWorkbook,
    optional: [],
    merge: mergeWorkbook,
    withUnits: workbookWith,
    nameOf: ({ name }) => name,
    placeOf: ({ folder }) => placeIn(folder),
    movedTo: (object, { folder = [] }) => ({ ...object, folder }),
    renaming: {
      unit: 'slug',
      nameIn: ({ slug }) => slug,
      was: ({ was }) => was,
      renamedTo: ({ was: _, ...object }, slug, was = object.slug) => ({ ...object, slug, ...formerly(was, slug) }),
    },
    formerKey: ({ slug, was }) => workbookKey(was ?? slug),
    referencesIn,
    withReferences,
    asks: ({ dashboard }, isOwner) => (dashboard ? askedByDashboard(dashboard, isOwner) : ASKS_NOTHING),
    createdWith: { publish: false },
    leavesOpen: ({ embedAccess = {} }, unit) => {
      const audience = audienceIn(unit)
      return audience !== undefined && !Object.hasOwn(embedAccess, audience)
    },
    hasEntries: true,
    isSeenByAll: false,
  },
  report: {
    ...SHOWS_NOTHING,
    noun: 'report',
    ownOf: ownOfReport,
    keyOf: ({ id }) => reportKey(id),
    unitsOf: unitsOfReport,
    digestsOf: digestsOfReport,
    optional: [],
    merge: mergeReport,
    withUnits: reportWith,
    nameOf: ({ name }) => name,
    placeOf: ({ place }) => place,
    movedTo: (object, place) => ({ ...object, place }),
    formerKey: ({ id }) => reportKey(id),
    asks: ({ definition }, isOwner) => askedByReport(definition, isOwner),
    hasEntries: true,
    isSeenByAll: false,
  },
  notification: {
    ...SHOWS_NOTHING,
    ...known(unitsOfNotification),
    noun: 'schedule',
    keyOf: ({ slug }) => notificationKey(slug),
    optional: [],
    merge: mergeNotification,
    withUnits: notificationWith,
    nameOf: ({ slug }) => slug,
    placeOf: ({ workbook }) => ({ workbook }),
    movedTo: (object, { workbook = object.workbook }) => ({ ...object, workbook }),
    formerKey: ({ slug }) => notificationKey(slug),
    asks: () => ASKS_NOTHING,
    fixed: {
      workbook: {
        why: 'the platform cannot move a schedule to another dashboard',
        anew: 'give the file a slug of its own; --prune then deletes the old one, with its recipients',
        back: 'move the file to where it was',
      },
    },
    createdWith: { enabled: true },
    leavesOpen: ({ recipients }, unit) => recipients === undefined && roleIn(unit) !== undefined,
    isNameless: true,
    defaultsIn: ({ protected: enabled }) => ({ enabled }),
    hasEntries: true,
    isSeenByAll: false,
  },
  group: {
    ...SHOWS_NOTHING,
    ...known(unitsOfGroup),
    noun: 'group',
    keyOf: ({ name }) => groupKey(name),
    optional: [],
    merge: mergeGroup,
    withUnits: groupWith,
    nameOf: ({ name }) => name,
    placeOf: () => ({}),
    movedTo: (object) => object,
    renaming: renamedByName(),
    formerKey: ({ name, was }) => groupKey(was ?? name),
    leavesOpen: (own, unit) => membersOfGroup(own) === undefined && roleIn(unit) !== undefined,
    asks: () => ASKS_NOTHING,
    hasEntries: true,
    isSeenByAll: false,
  },
  attribute: {
    ...SHOWS_NOTHING,
    ...known(unitsOfAttribute),
    noun: 'attribute',
    keyOf: ({ name }) => attributeKey(name),
    optional: [],
    merge: mergeNamed,
    withUnits: withValues,
    nameOf: ({ name }) => name,
    placeOf: () => ({}),
    movedTo: (object) => object,
    formerKey: ({ name }) => attributeKey(name),
    asks: () => ASKS_NOTHING,
    fixed: {
      type: {
        why: 'the platform cannot change the type of an attribute',
        anew: 'give it a name of its own; the old one stays',
        back: 'write the type that it had',
      },
    },
    anew: 'the platform cannot rename an attribute, and has no call that deletes one',
    stays: 'the platform has no call that deletes an attribute',
    hasEntries: true,
    isSeenByAll: false,
  },
  role: {
    ...SHOWS_NOTHING,
    ...known(unitsOfRole),
    noun: 'role',
    keyOf: ({ name }) => roleKey(name),
    optional: [],
    merge: mergeRole,
    withUnits: roleWith,
    nameOf: ({ name }) => name,
    placeOf: () => ({}),
    movedTo: (object) => object,
    renaming: renamedByName(),
    formerKey: ({ name, was }) => roleKey(was ?? name),
    asks: () => ASKS_NOTHING,
    stays: 'a delete takes it from everybody who has it, and no call says who that is',
    hasEntries: true,
    isSeenByAll: false,
  },
  settings: {
    ...SHOWS_NOTHING,
    ...known(unitsOfSettings),
    noun: 'settings file',
    keyOf: () => SETTINGS_KEY,
    optional: SETTINGS,
    merge: mergeSettings,
    nameOf: () => 'settings',
    placeOf: () => ({}),
    movedTo: (object) => object,
    formerKey: () => SETTINGS_KEY,
    asks: () => ASKS_NOTHING,
    readOnly: 'settings of the account are never written',
    hasEntries: false,
    isSeenByAll: false,
  },
  tenantGroup: {
    ...SHOWS_NOTHING,
    ...known(unitsOfTenantGroup),
    noun: 'tenant group',
    keyOf: ({ tenant, name }) => tenantGroupKey(tenant, name),
    optional: [],
    merge: mergeNamed,
    withUnits: withValues,
    nameOf: ({ name }) => name,
    placeOf: ({ tenant }) => ({ tenant }),
    movedTo: (object) => object,
    formerKey: ({ tenant, name }) => tenantGroupKey(tenant, name),
    anew: 'the platform cannot rename a group of an embed tenant',
    asks: () => ASKS_NOTHING,
    hasEntries: true,
    isSeenByAll: false,
  },
  model: {
    ...SHOWS_NOTHING,
    ...known(unitsOfModelFile),
    noun: 'model file',
    keyOf: ({ path }) => modelKey(path),
    optional: [],
    merge: (repo, live, pick) => (pick('bytes') === 'live' ? live : repo),
    nameOf: ({ path }) => path,
    placeOf: () => ({}),
    movedTo: (object) => object,
    formerKey: ({ path }) => modelKey(path),
    asks: () => ASKS_NOTHING,
    hasEntries: false,
    isSeenByAll: true,
  },
}

/** Kinds of which people make new objects here. */
export const MADE_KINDS: readonly ContentKind[] = CONTENT_KINDS.filter((kind) => OBJECTS[kind].readOnly === undefined)

/** Whether it uses this member of the data model, or may use it. */
export const usesMember = <K extends Kind>(kind: K, object: Objects[K], member: string): boolean =>
  asksFor(OBJECTS[kind].asks(object, ownerOf(member)), member)

/** The units that count in a comparison: an optional unit counts only if the other side says something about it. */
export function unitsThatCount(kind: Kind, units: UnitDigests, isSaid: (unit: string) => boolean): UnitDigests {
  const { optional } = OBJECTS[kind]
  if (optional.every(isSaid)) return units
  return new Map([...units].filter(([unit]) => !optional.includes(unit) || isSaid(unit)))
}

/** Whether an overwritten edit of this unit can be restored. A name never is: addresses contain it. */
export function isRestorable(key: Key, unit: string): boolean {
  const { withUnits, renaming, fixed = {} } = OBJECTS[kindOf(key)]
  return withUnits !== undefined && renaming?.unit !== unit && !Object.hasOwn(fixed, unit)
}

/** What goes back to the name that was applied is no rename. */
const formerly = (was: string, name: string): { readonly was?: string } => (was === name ? {} : { was })

/** The root is not a folder. */
const placeIn = (folder: FolderPath): ObjectPlace => (folder.length === 0 ? {} : { folder })
