import type { ContentKind } from '../content/kinds.ts'
import { BoardwrightError } from '../errors.ts'
import type { Project } from '../project/project.ts'
import type { SceneMember } from '../scene.ts'
import { type Creation, createDashboard, createObject } from '../serialize/create.ts'
import { firstChart, firstDashboard, type Look } from '../serialize/first-charts.ts'
import { treeRules } from '../serialize/kinds.ts'
import type { MoveContext } from '../serialize/moves.ts'
import { writeTree } from '../workspace/tree.ts'
import { findHolder } from './find-object.ts'
import { memberFactsOf } from './preview/tree.ts'
import { contextOf, editsOf, idsFor, requireSound, type TreeEdit } from './tree-edit.ts'

export type Creatable = ContentKind | 'dashboard'

export interface Wanted {
  readonly kind: Creatable
  readonly name: string
  /** The folder or workbook that it is put into. */
  readonly holder?: string | undefined
  /** Members of the data model, or cubes and views, that its charts are about. */
  readonly from?: readonly string[] | undefined
  readonly look?: Look | undefined
}

/** The files of a new object: the minimal valid ones, or those of charts about the data model. */
export async function createInTree(
  project: Project,
  directory: string,
  wanted: Wanted,
): Promise<TreeEdit & { readonly next: string }> {
  const charted = chartedFor(wanted)
  const kind = charted?.object ?? (wanted.kind as ContentKind)
  const holder = findHolder(project, directory, wanted.holder, kind)
  const [context, mintId] = [contextOf(project), idsFor(project)]
  const change = charted
    ? charted.make({ ...wanted, from: wanted.from ?? [], holder, context, mintId, facts: memberFactsOf(project) })
    : createObject(context, kind, wanted.name, holder, mintId)
  requireSound(project, change)
  await writeTree(project.root, change.written)
  const { object } = change
  const next = charted?.next ?? treeRules(kind).next(object.at)
  return { object, files: editsOf(project, change), notes: [], next }
}

interface Making {
  readonly name: string
  readonly holder: string
  readonly from: readonly string[]
  readonly look?: Look | undefined
  readonly facts: Readonly<Record<string, SceneMember>>
  readonly context: MoveContext
  readonly mintId: () => string
}

interface Charted {
  readonly object: ContentKind
  readonly hasLook: boolean
  readonly make: (making: Making) => Creation
  readonly next: string
}

/** What can be made of charts about the data model. */
const CHARTED: Readonly<Partial<Record<Creatable, Charted>>> = {
  report: {
    ...{ object: 'report', hasLook: true },
    make: ({ context, name, holder, mintId, from, look, facts }) => {
      const { report } = firstChart(from, look, facts)
      return createObject(context, 'report', name, holder, mintId, { report: { name, ...report } })
    },
    next: 'boardwright preview draws it; to show it, name it in the widgets of a dashboard',
  },
  dashboard: {
    ...{ object: 'workbook', hasLook: false },
    make: ({ context, name, holder, mintId, from, facts }) =>
      createDashboard(context, name, holder, mintId, firstDashboard(from, facts)),
    next: 'boardwright preview draws it; git add -A && git commit, then boardwright apply publishes it',
  },
}

/** Undefined: its minimal files. */
function chartedFor({ kind, from, look }: Wanted): Charted | undefined {
  const charted = CHARTED[kind]
  if (look !== undefined && !charted?.hasLook)
    throw usage(`--kind says how a report looks, not a ${kind}`, 'Leave it out.')
  if (from !== undefined && !charted)
    throw usage(`--from is for a report or a dashboard, not a ${kind}`, 'Leave it out.')
  if (from !== undefined) return charted
  if (look === undefined && charted?.object === kind) return undefined
  if (!charted) return undefined
  throw usage(
    '--from is missing',
    'Say what to show, such as --from orders.count,orders.created_at, or a cube alone: --from orders.',
  )
}

const usage = (message: string, hint: string): BoardwrightError => new BoardwrightError('USAGE', message, { hint })
