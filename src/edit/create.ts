import { BoardwrightError } from '@boardwright/common'
import type { SceneMember } from '@boardwright/pictures'
import { type ContentKind, DOCUMENT_KINDS, type DocumentKind, isContentKind } from '../content/kinds.ts'
import { reportKey } from '../content/model.ts'
import { anyOf } from '../lint/empty-widgets.ts'
import { memberFactsOf } from '../lint/member-facts.ts'
import { readMembers } from '../lint/members.ts'
import { canHold, findHolder, pathsOfContent, tenantPlaces } from '../project/find-object.ts'
import type { Project } from '../project/local/project.ts'
import { commitCommand } from '../project/local/root.ts'
import { withChanges } from '../serialize/documents.ts'
import { treeRules } from '../serialize/kinds.ts'
import { CONTENT, isOfTenant } from '../serialize/layout.ts'
import { type Located, nameOf } from '../serialize/locate.ts'
import { readTreeModel } from '../serialize/model/read.ts'
import { fileSlugOf } from '../serialize/names.ts'
import { writeTree } from '../workspace/write.ts'
import { type Creation, createDashboard, createObject } from './decide/create.ts'
import { firstChart, firstDashboard, firstWhere, type Look } from './decide/first-charts.ts'
import type { MoveContext } from './decide/moves.ts'
import { formatProject } from './format.ts'
import { contextOf, editsOf, idsFor, requireSound, type TreeEdit } from './tree-edit.ts'

export type Creatable = DocumentKind

/** What can be created, the likeliest first. */
export const creatables = (): readonly { readonly kind: Creatable; readonly about: string }[] =>
  DOCUMENT_KINDS.toReversed().map((kind) => ({
    kind,
    about: isContentKind(kind) ? treeRules(kind).about : 'a workbook with charts, from the data model',
  }))

export interface WantedDashboard {
  readonly kind: Creatable
  readonly name: string
  /** The folder or workbook that it is put into. */
  readonly holder?: string | undefined
  /** Members of the data model, or cubes and views, that its charts show. */
  readonly from?: readonly string[] | undefined
  readonly look?: Look | undefined
}

/** Writes the files of a new object: the minimal valid ones, or charts of members of the data model. */
export async function createInTree(project: Project, directory: string, wanted: WantedDashboard): Promise<Created> {
  const charted = chartedFor(wanted)
  const kind = charted?.object ?? (wanted.kind as ContentKind)
  const holder = findHolder(project, directory, wanted.holder, kind)
  const [context, mintId] = [contextOf(project), idsFor(project)]
  const made = charted
    ? charted.make({ ...wanted, from: wanted.from ?? [], holder, context, mintId, facts: memberFactsOf(project.files) })
    : createObject(context, kind, wanted.name, holder, mintId)
  const change = { ...made, written: formattedIn(project, made.written) }
  requireSound(project, change)
  await writeTree(project.root, change.written)
  const { object, identity } = change
  const { slug, id } = identity
  return {
    edit: { object, files: editsOf(project, change), notes: takenNotes(object, wanted.name) },
    next:
      charted?.next(project.root) ??
      treeRules(kind).next(object.at, () => anyOf(readMembers(readTreeModel(project.files)), 'measure')),
    page: typeof id === 'string' ? reportKey(id) : typeof slug === 'string' ? slug : undefined,
  }
}

/** New files as `fmt` lays them out. */
function formattedIn(project: Project, written: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const { changes } = formatProject({ ...project, files: withChanges(project.files, written) }, [...written.keys()])
  return new Map([...written, ...changes])
}

/** A second object of the same name is allowed, but rarely intended. */
function takenNotes(object: Located, name: string): string[] {
  const [plain, given] = [fileSlugOf(name), nameOf(object)]
  return plain === given ? [] : [`${plain} is taken there, so this one is ${given}`]
}

export interface Created {
  readonly edit: TreeEdit
  readonly next: string
  /** Its name in `preview`, if `preview` draws it. */
  readonly page: string | undefined
}

/** The places that can hold a new object of this kind, and the default one. */
export function holdersFor(
  project: Project,
  directory: string,
  wanted: Creatable,
): { readonly all: readonly string[]; readonly usual: string } {
  const kind = CHARTED[wanted]?.object ?? (wanted as ContentKind)
  const places = pathsOfContent(project).map((path) => `${CONTENT}/${path}`)
  const all = [CONTENT, ...places.filter((place) => canHold(project, place, kind)).toSorted()]
  return { all: isOfTenant(kind) ? tenantPlaces(project) : all, usual: findHolder(project, directory, undefined, kind) }
}

export interface OwnedMember {
  readonly name: string
  /** Describes it to people who choose. */
  readonly what: string
}

/** Members that charts can show, by cube or view. */
export function membersByOwner(project: Project): ReadonlyMap<string, readonly OwnedMember[]> {
  const byOwner = new Map<string, OwnedMember[]>()
  for (const [name, { kind, type, title }] of Object.entries(memberFactsOf(project.files))) {
    if (kind === 'segment') continue
    const [owner = ''] = name.split('.')
    const what = [title, kind === 'dimension' && type === 'time' ? 'time' : kind].filter((each) => each).join(', ')
    byOwner.set(owner, [...(byOwner.get(owner) ?? []), { name, what }])
  }
  return byOwner
}

/** The members to chart for a cube or view that is named without a member. */
export const firstMembers = (project: Project, owner: string): readonly string[] =>
  firstWhere(owner, memberFactsOf(project.files))

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
  /** Without members there is nothing to create. */
  readonly needsMembers: boolean
  readonly make: (making: Making) => Creation
  readonly next: (root: string) => string
}

/** Kinds that can be created with charts of the data model. */
const CHARTED: Readonly<Partial<Record<Creatable, Charted>>> = {
  report: {
    ...{ object: 'report', hasLook: true, needsMembers: false },
    make: ({ context, name, holder, mintId, from, look, facts }) => {
      const { report } = firstChart(from, look, facts)
      return createObject(context, 'report', name, holder, mintId, { report: { name, ...report } })
    },
    next: () => 'look at it with boardwright preview; to show it, name it in the widgets of a dashboard',
  },
  dashboard: {
    ...{ object: 'workbook', hasLook: false, needsMembers: true },
    make: ({ context, name, holder, mintId, from, facts }) =>
      createDashboard(context, name, holder, mintId, firstDashboard(from, facts)),
    next: (root) =>
      `look at it with boardwright preview, then publish it:  ${commitCommand(root, 'Add')} && boardwright apply`,
  },
}

/** Chart options for a kind. Undefined if it has no charts. */
export const chartsOf = (kind: Creatable): Pick<Charted, 'hasLook' | 'needsMembers'> | undefined => CHARTED[kind]

/** Undefined if the minimal files are wanted. */
function chartedFor({ kind, from, look }: WantedDashboard): Charted | undefined {
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
