import { lazy } from '@boardwright/common'
import type { Client } from '@boardwright/platform'
import type { LedgerFacts } from '../base/facts.ts'
import type { ModelLedger } from '../base/model.ts'
import { listed } from '../content/counted.ts'
import type { NamedDeployments } from '../content/deployments.ts'
import { type Content, contentOf, entityOf, filterContent, isOfKind, ofKind } from '../content/entity.ts'
import type { Barred } from '../content/facts.ts'
import { ACCOUNT_KINDS, CONTENT_KINDS, type ContentKind, type Key } from '../content/kinds.ts'
import { type FolderPath, groupKey, modelKey, roleKey } from '../content/model.ts'
import { OBJECTS } from '../content/objects.ts'
import { deploymentsIn } from '../content/role.ts'
import type { Caller } from './caller.ts'
import { completeInventory } from './complete.ts'
import { type LiveObjects, reportNamer, toContent } from './content.ts'
import { type Memberships, membershipsIn } from './counted-members.ts'
import { lookUpDeployments } from './deployments.ts'
import { type DeploymentFacts, liveFacts } from './facts.ts'
import { versionsOf, workInProgress } from './in-progress.ts'
import { ledgerFactsOf } from './ledger-facts.ts'
import type { OnProgress } from './lists.ts'
import type { AbsentBranch, ModelRead } from './model.ts'
import { modelNotes } from './model-notes.ts'
import { nameObjects } from './names/names.ts'
import type { ReportTarget } from './names/reports.ts'
import type { DeploymentNames } from './names/types.ts'
import { type LiveNote, suspiciousNumbers, unknownFields } from './notes.ts'
import { objectNotes } from './object-notes.ts'
import { withoutPreviews } from './previews.ts'
import { narrow, type Scope, type ScopedObjects } from './scope.ts'
import { type FirstAnswers, startReading } from './start.ts'
import { type Inventory, rowsIn } from './wire.ts'

export type { OnProgress } from './lists.ts'
export type { LiveNote } from './notes.ts'
export { readAudiences, readNotices } from './notices.ts'
export type { Scope } from './scope.ts'

export interface ReadOptions extends ReportTarget {
  /** What the tree declares. This decides which live object is which. */
  readonly declared: Content
  /** Read unpublished edits instead of what viewers see. */
  readonly drafts?: boolean | undefined
  /** The part of live that is our content; everything if missing. */
  readonly scope?: Scope | undefined
  /** Live slugs of workbooks whose slug in the tree differs, with that slug. */
  readonly slugs?: ReadonlyMap<string, string> | undefined
  readonly onProgress?: OnProgress | undefined
  readonly manages?: readonly ContentKind[] | undefined
  /** The lists, if `startReading` has already asked for them. */
  readonly answers?: Promise<FirstAnswers> | undefined
  /** From `startModel`. */
  readonly model: Promise<ModelRead>
}

export interface LiveContent extends LiveObjects, LedgerFacts, DeploymentFacts {
  readonly caller: Caller
  /** What was applied to the data model; undefined if it has no ledger, or if the branch does not exist. */
  readonly modelRecord: ModelLedger | undefined
  /** The branch of the data model, if that does not exist. */
  readonly absentBranch: AbsentBranch | undefined
  /** Whether the content has all files of the data model: the target may leave some alone, or all. */
  readonly isModelWhole: boolean
  /** The bytes of model files that differ from the tree's. */
  readonly modelBytes: ReadonlyMap<string, Uint8Array>
  /** Model files that differ and whose bytes cannot be read. */
  readonly unreadable: ReadonlySet<Key>
  /** The version of every visible report, by public id. */
  readonly reportVersions: ReadonlyMap<string, number | undefined>
  readonly barred: ReadonlyMap<Key, Barred>
  /** Kinds that were not read: the target does not manage them, or the key may not see them. */
  readonly unread: ReadonlySet<ContentKind>
  /** The names of the account's embed tenants, if something of theirs was read. */
  readonly tenants: ReadonlySet<string>
  readonly memberships: Memberships
  /** What the deployments of the account are called, if a role names some, live or in the tree. */
  readonly deployments: NamedDeployments | undefined
  /** How many rows the lists had, of any owner. */
  readonly counts: { readonly [K in ContentKind]: number }
  readonly notes: readonly LiveNote[]
  /** What is live and out of scope. Folders in it may still be in `content`, because of what is in them. */
  readonly leftOut: ReadonlyMap<Key, LeftOut>
  /** Content that viewers see and the target leaves out; without copies for previews. */
  readonly outOfScope: () => OutOfScope
}

interface OutOfScope extends Pick<LiveObjects, 'content'>, Pick<DeploymentFacts, 'facts'> {}

export interface LeftOut {
  readonly id: number
  /** Undefined if it has none of its own. */
  readonly publicId: string | undefined
  readonly name: string
  readonly folder: FolderPath
  readonly source: string | undefined
}

/** Reads a deployment into content. Sends only reads. */
export async function readLive(client: Client, options: ReadOptions): Promise<LiveContent> {
  const { deployment, declared, drafts = false, scope, onProgress } = options
  // If both fail, this order makes sure that the same failure is reported every time.
  const started = options.answers ?? startReading(client, { deployment, onProgress, manages: options.manages }).answers
  const { caller, listed, unread, tenants } = await started
  const model = await options.model
  const completed = await completeInventory(client, listed, { ...options, drafts, unread })
  const { inventory } = completed
  const names = nameObjects(inventory, completed.ledgers, options)
  const everything = toContent(inventory, names, deployment, drafts)
  const said = ledgerFactsOf(completed, names, declared)
  const beside = { ...said, versions: versionsOf(inventory, everything, said) }
  const within = (scope: Scope | undefined): ScopedObjects =>
    narrow(everything, deployment, withoutPreviews(scope, { ...options, records: said }))
  const scoped = within(scope)
  const isAnyNamed = ofKind(declared, 'role').some(({ own }) => deploymentsIn(own.policies).length > 0)
  const isAsked = isAnyNamed && !unread.has('role')
  const deployments = inventory.roles[0]?.deployments ?? (isAsked ? await lookUpDeployments(client) : undefined)
  const nameReport = reportNamer(names, everything.ids, deployment)
  const keyIn = (kind: 'workbook' | 'report', id: number): Key | undefined => {
    const key = names.keyOf(kind, id)
    return key !== undefined && everything.ids.get(key) === id ? key : undefined
  }
  const outOfScope = lazy((): OutOfScope => {
    const { content, ids } = within(undefined)
    return {
      content: filterContent(content, (key) => !scoped.ids.has(key)),
      facts: liveFacts(inventory, names, { ids }, beside, nameReport).facts,
    }
  })
  const notes = [
    ...objectNotes(inventory, names, everything),
    ...workInProgress(inventory, everything, beside, names, nameReport),
    ...suspiciousNumbers(inventory, keyIn, drafts),
  ]
  const isLeftOut = (key: Key): boolean => everything.ids.has(key) && !scoped.ids.has(key)
  return {
    ...scoped,
    ...said,
    // Whatever is out of scope is not written, its record included.
    ledgers: new Map([...said.ledgers].filter(([key]) => scoped.ids.has(key))),
    ...liveFacts(inventory, names, scoped, beside, reportNamer(names, scoped.ids, deployment)),
    ...ofModel(model),
    reportVersions: new Map(inventory.reports.map(({ publicId, version }) => [publicId, version ?? undefined])),
    counts: countsOf(listed),
    content: contentOf([...scoped.content.values(), ...model.files.map((file) => entityOf('model', file))]),
    caller,
    outOfScope,
    unread,
    barred: barredIn(inventory, names, everything),
    tenants,
    memberships: membershipsIn(inventory, names),
    deployments,
    notes: [
      ...partialView(caller),
      ...notes.filter(({ key }) => key === undefined || !isLeftOut(key)),
      ...unknownFields(inventory),
      ...unseenKinds(unread, options.manages),
      ...modelNotes(model),
    ],
    leftOut: leftOutOf(everything, scoped.leftOut),
  }
}

const ofModel = ({ absent, record, isWhole, bytes, unreadable }: ModelRead) => ({
  modelRecord: absent ? undefined : record,
  absentBranch: absent,
  isModelWhole: isWhole,
  modelBytes: bytes,
  unreadable: new Set(unreadable.map(modelKey)),
})

/** Everything live that is out of scope, by key. */
function leftOutOf({ content, ids, publicIds }: LiveObjects, keys: ReadonlySet<Key>): LiveContent['leftOut'] {
  if (keys.size === 0) return new Map()
  return new Map(
    [...content.values()].flatMap((each): [Key, LeftOut][] => {
      const { key, name, place } = each
      const id = keys.has(key) ? ids.get(key) : undefined
      if (id === undefined) return []
      const source = isOfKind(each, 'report') ? each.own.source : undefined
      return [[key, { id, publicId: publicIds.get(key), name, folder: place.folder ?? [], source }]]
    }),
  )
}

/** The public ids of all live reports, including those that the target leaves out. */
export const publicIdsOf = ({ publicIds, leftOut }: LiveContent): ReadonlyMap<Key, string> =>
  new Map([
    ...publicIds,
    ...[...leftOut].flatMap(([key, { publicId }]): [Key, string][] =>
      publicId === undefined ? [] : [[key, publicId]],
    ),
  ])

const countsOf = (listed: Inventory): LiveContent['counts'] =>
  Object.fromEntries(CONTENT_KINDS.map((kind) => [kind, rowsIn(listed, kind).length])) as LiveContent['counts']

function barredIn(inventory: Inventory, { keyOf }: DeploymentNames, { ids }: LiveObjects): LiveContent['barred'] {
  const named = ACCOUNT_KINDS.flatMap((kind) => rowsIn(inventory, kind).flatMap(({ id }) => keyOf(kind, id) ?? []))
  /** Rows that were left out, because a ledger gives their name to another one. */
  const nameless = [
    ...inventory.groups.flatMap(({ id, group }) => (keyOf('group', id) ? [] : [groupKey(group.displayName ?? '')])),
    ...inventory.roles.flatMap(({ id, role }) => (keyOf('role', id) ? [] : [roleKey(role.name)])),
  ]
  return new Map<Key, Barred>([
    ...named.filter((key) => !ids.has(key)).map((key) => [key, 'unfit'] as const),
    ...nameless.map((key) => [key, 'namesake'] as const),
  ])
}

/** Nothing of such a kind is planned. */
function unseenKinds(unread: ReadonlySet<ContentKind>, manages: readonly ContentKind[] = []): LiveNote[] {
  const nouns = manages.filter((kind) => unread.has(kind)).map((kind) => `${OBJECTS[kind].noun}s`)
  if (nouns.length === 0) return []
  return [{ kind: 'unseen-kinds', message: `${listed(nouns)} cannot be read with this token: none is planned` }]
}

const partialView = ({ email, isAdmin }: Caller): LiveNote[] =>
  isAdmin
    ? []
    : [
        {
          kind: 'partial-view',
          message: `${email ?? 'this token'} is not known to be an admin: there may be more than this token can see`,
        },
      ]
