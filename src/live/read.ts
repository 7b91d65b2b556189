import type { Client } from '../client/client.ts'
import type { ModelRecord } from '../content/ledger.ts'
import { type Content, type Key, modelKey } from '../content/model.ts'
import { type Caller, readCaller } from './caller.ts'
import { completeInventory } from './complete.ts'
import { type LiveObjects, reportNamer, toContent } from './content.ts'
import { readEmbedAccess } from './embed.ts'
import { type DeploymentFacts, factsOf } from './facts.ts'
import { workInProgress } from './in-progress.ts'
import { type Inventory, type InventoryOptions, type OnProgress, type Prepare, readInventory } from './inventory.ts'
import { type KnownObjects, knownObjects } from './known.ts'
import { entriesOf, ledgerOfWorkbook, type Place } from './ledgers.ts'
import { type ModelRead, readModelOf } from './model.ts'
import { nameObjects } from './names/names.ts'
import type { ReportTarget } from './names/reports.ts'
import { type LiveNote, suspiciousNumbers, unknownFields } from './notes.ts'
import { objectNotes } from './object-notes.ts'
import { glanceAtReport } from './rows/report.ts'
import { glanceAtWorkbook } from './rows/workbook.ts'
import { narrow, type Scope } from './scope.ts'

export type { OnProgress } from './inventory.ts'
export type { LiveNote } from './notes.ts'
export { readNotices } from './notices.ts'
export type { Scope } from './scope.ts'

export interface ReadOptions extends ReportTarget {
  /** What the tree declares already: it says which live object is which. */
  readonly declared: Content
  /** The branch of the data model; undefined leaves it out. */
  readonly branch?: string | undefined
  /** Unpublished edits instead of what viewers see. */
  readonly drafts?: boolean | undefined
  /** What of live is content of ours. Everything when left out. */
  readonly scope?: Scope | undefined
  /** Which files of the data model are. */
  readonly modelScope?: ((path: string) => boolean) | undefined
  /** Live slugs of workbooks that the tree has under another one: to which. */
  readonly slugs?: ReadonlyMap<string, string> | undefined
  /** Commits that the record of the data model may name. */
  readonly commits?: readonly string[] | undefined
  readonly onProgress?: OnProgress | undefined
  /** What `startReading` began, of the same client and deployment. */
  readonly started?: Promise<FirstAnswers> | undefined
}

export interface FirstAnswers {
  readonly caller: Caller
  readonly listed: Inventory
}

export interface StartOptions extends Omit<InventoryOptions, 'prepare'>, Place {
  /** Whether all of it is compared with something: what that takes is made ready while the rest is on its way. */
  readonly isCompared?: boolean | undefined
}

const preparing = (place: Place): Prepare => ({
  workbook(row) {
    glanceAtWorkbook(row)
    const ledger = ledgerOfWorkbook(row, place)
    if (ledger) entriesOf([ledger])
  },
  report: (row) => void glanceAtReport(row).digests,
})

/** Asks for what is needed whatever the tree says. It is on its way while the tree is read. */
export function startReading(
  client: Client,
  { deployment, projectId, onProgress, isCompared = false, memory }: StartOptions,
): Promise<FirstAnswers> {
  const prepare = isCompared ? preparing({ deployment, projectId }) : undefined
  const answers = Promise.all([readCaller(client), readInventory(client, deployment, { onProgress, memory, prepare })])
  const started = answers.then(([caller, listed]) => ({ caller, listed }))
  // Whoever waits for it learns of a failure. Nobody does where the tree turns out to be wrong.
  void Promise.allSettled([started])
  return started
}

export interface LiveContent extends LiveObjects, KnownObjects, DeploymentFacts {
  readonly caller: Caller
  /** Workbooks and folders that somebody renamed in the UI: to what. */
  readonly renamed: ReadonlyMap<Key, string>
  /** What was applied to the data model; undefined when nobody's record is there. */
  readonly modelRecord: ModelRecord | undefined
  /** Bytes of model files that differ from the tree's. */
  readonly modelBytes: ReadonlyMap<string, Uint8Array>
  /** Model files that differ from the tree's and whose bytes cannot be read. */
  readonly unreadable: ReadonlySet<Key>
  /** How many rows the lists had, of whoever. */
  readonly counts: { readonly folder: number; readonly workbook: number; readonly report: number }
  /** How many workbooks are published. */
  readonly published: number
  readonly notes: readonly LiveNote[]
}

/** Reads a deployment into content. Sends nothing but reads. */
export async function readLive(client: Client, options: ReadOptions): Promise<LiveContent> {
  const { deployment, branch, declared, drafts = false, scope, modelScope = () => true } = options
  const [{ caller, listed }, model] = await Promise.all([
    options.started ?? startReading(client, options),
    branch === undefined
      ? NO_MODEL
      : readModelOf(client, deployment, {
          ...{ branchName: branch, projectId: options.projectId, declared: declared.model, isInScope: modelScope },
          commits: options.commits ?? [],
        }),
  ])
  const completed = await completeInventory(client, listed, { ...options, drafts })
  const { inventory } = completed

  const names = nameObjects(inventory, completed.ledgers, options)
  const everything = toContent(inventory, names, deployment, drafts)
  const known = knownObjects(completed, names, declared)
  const scoped = narrow(everything, deployment, scope)
  const { workbooks } = scoped.content
  const access = await readEmbedAccess(client, workbooks, scoped.ids, deployment, declared)
  const nameReport = reportNamer(names, everything.ids, deployment)
  const keyIn = (kind: 'workbook' | 'report', id: number): Key | undefined => {
    const key = names.keyOf(kind, id)
    return key !== undefined && everything.ids.get(key) === id ? key : undefined
  }
  const { folders, workbooks: listedWorkbooks, reports } = listed
  return {
    ...scoped,
    ...known,
    ...factsOf(inventory, names, scoped.ids, known, reportNamer(names, scoped.ids, deployment)),
    counts: { folder: folders.length, workbook: listedWorkbooks.length, report: reports.length },
    content: { ...scoped.content, workbooks: access.workbooks, model: model.files },
    caller,
    renamed: names.renamed,
    modelRecord: model.record,
    modelBytes: model.bytes,
    unreadable: new Set(model.unreadable.map(modelKey)),
    published: workbooks.filter(({ publish }) => publish).length,
    notes: [
      ...partialView(caller),
      ...[
        ...objectNotes(inventory, names, everything),
        ...workInProgress(inventory, everything.content, known.known, names, nameReport),
        ...suspiciousNumbers(inventory, keyIn, drafts),
      ].filter(({ key }) => key === undefined || !isLeftOut(key, everything.ids, scoped.ids)),
      ...unknownFields(inventory),
      ...access.notes,
      ...model.unreadable.map(noteUnreadable),
    ],
  }
}

const NO_MODEL: ModelRead = { files: [], record: undefined, bytes: new Map(), unreadable: [] }

const isLeftOut = (key: Key, all: ReadonlyMap<Key, number>, kept: ReadonlyMap<Key, number>): boolean =>
  all.has(key) && !kept.has(key)

const partialView = ({ email, isAdmin }: Caller): LiveNote[] =>
  isAdmin
    ? []
    : [
        {
          kind: 'partial-view',
          message: `${email ?? 'this token'} is not known to be an admin: there may be more than it sees`,
        },
      ]

const noteUnreadable = (path: string): LiveNote => ({
  kind: 'unreadable-file',
  key: modelKey(path),
  message: 'has no text whose hash is the one that the platform gives: it cannot be read',
})
