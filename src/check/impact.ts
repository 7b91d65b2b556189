import { askIfMeant, BoardwrightError, isMap, nearest } from '@boardwright/common'
import { mayHave } from '@boardwright/platform/model'
import type { ComparedWith } from '../content/compared.ts'
import { counted } from '../content/counted.ts'
import { DOCUMENTS, hasWidgets } from '../content/files.ts'
import { changedMembers } from '../lint/uses/changed-members.ts'
import { createGraph, documentsIn, type UsesGraph } from '../lint/uses/graph.ts'
import { type Impact, impactOf } from '../lint/uses/impact.ts'
import { readSources, type UseSources } from '../lint/uses/index-uses.ts'
import { pathsMeant } from '../project/find-object.ts'
import { modelIn, requireAtBase } from '../project/local/at-base.ts'
import { codeOwnersIn, ownersOfAll } from '../project/local/owners.ts'
import { type Project, requireCheckedOut } from '../project/local/project.ts'
import type { TreeFiles } from '../serialize/documents.ts'
import { CONTENT, withoutEnding } from '../serialize/layout.ts'
import { readAllDocuments, withoutOverlay } from '../serialize/locate.ts'
import { readTreeModel } from '../serialize/model/read.ts'
import { type AskedBase, comparedWith, findBase } from '../workspace/base.ts'
import { unknownMember } from './unknown-member.ts'

export type { Edge } from '../lint/uses/graph.ts'
export type { Impact } from '../lint/uses/impact.ts'

export interface ImpactFound {
  readonly impacts: readonly Impact[]
  readonly counts: ImpactCounts
  /** Those that use it or are asked for, as people know them. */
  readonly dashboards: readonly Named[]
  readonly reports: readonly Named[]
  /** Whom the files that use it belong to by CODEOWNERS, and how many to each. */
  readonly owners: readonly { readonly owner: string; readonly files: number }[]
  /** Parts of the data model that cannot be analysed, and may use any member. */
  readonly notChecked: readonly string[]
  /** Set if no names were asked for. */
  readonly comparedWith?: ComparedWith | undefined
}

interface Named {
  readonly file: string
  readonly name: string
}

/** How much uses the names in all, each counted once. */
export interface ImpactCounts {
  readonly dashboards: number
  readonly reports: number
  readonly members: number
}

export interface ImpactOptions {
  readonly asked: readonly string[]
  /** What says what the tree is compared with, besides the project and its repository. */
  readonly compare?: AskedBase
}

/**
 * What uses the named members, and what they are made of. If none are named: the members that this branch changes or
 * removes.
 */
export async function findImpact(
  project: Project,
  directory: string,
  { asked, compare = {} }: ImpactOptions,
): Promise<ImpactFound> {
  requireCheckedOut(project)
  const { root, files } = project
  const { mergeInto } = project.config ?? {}
  const base = asked.length === 0 ? await findBase(root, { ...compare, mergeInto }) : undefined
  const before = (base && (await modelIn(await requireAtBase(root, base)))) ?? new Map()
  const sources = readSources(files)
  const names =
    asked.length === 0
      ? changedMembers(before, files)
      : asked.flatMap((word) => namesMeant(sources, word, pathsMeant(project, directory, word)))
  const within = names.flatMap((name) => reportsOf(sources, name))
  const unseen = names.filter(isName).flatMap((name) => name.split('.')[0] ?? [])
  const graph = createGraph(sources, [...names, ...within], [...readTreeModel(before).owners.keys(), ...unseen])
  const reasons = [...new Set(graph.unreadSql.map(({ because }) => because))]
  const impacts = [...names, ...within.filter((report) => isShownElsewhere(graph, report))].map((name) =>
    impactOf(graph, name),
  )
  return {
    ...(base ? { comparedWith: comparedWith(base) } : {}),
    impacts,
    counts: countUsers(graph, impacts),
    ...namedIn(graph, impacts, files),
    owners: ownersOfAll(usersIn(graph, impacts), codeOwnersIn(root).ownersOf),
    notChecked: [
      ...graph.unread.map(({ because }) => because),
      ...reasons.map((because) => {
        const { length } = graph.unreadSql.filter((each) => each.because === because)
        return `the SQL of ${length === 1 ? '1 report' : `${counted(length)} reports`}: ${because}`
      }),
    ],
  }
}

/** An overlay of a document is part of it. */
const usersOf = (impacts: readonly Impact[]): string[] => [
  ...new Set(impacts.flatMap(({ usedBy }) => usedBy.map(({ by }) => withoutOverlay(by)))),
]

const usersIn = ({ documents }: UsesGraph, impacts: readonly Impact[]): string[] =>
  usersOf(impacts).filter((by) => documents.has(by))

function countUsers({ documents }: UsesGraph, impacts: readonly Impact[]): ImpactCounts {
  const kinds = usersOf(impacts).map((by) => documents.get(by))
  return {
    dashboards: kinds.filter((kind) => kind && hasWidgets(kind)).length,
    reports: kinds.filter((kind) => kind && DOCUMENTS[kind].beside === 'texts').length,
    members: kinds.filter((kind) => kind === undefined).length,
  }
}

/** Dashboards have the names of their workbooks, and reports their titles. */
function namedIn({ documents }: UsesGraph, impacts: readonly Impact[], files: TreeFiles) {
  const ends = impacts.flatMap(({ madeOf }) => madeOf.map(({ uses }) => uses))
  const asked = impacts.map(({ of }) => of)
  const all = [...new Set([...usersOf(impacts), ...ends, ...asked])].filter((file) => documents.has(file)).sort()
  const namer = (file: string): string => file.replace(DASHBOARD, '/workbook.yaml')
  const namers = new Map(
    all.flatMap((file) => {
      const bytes = files.get(namer(file))
      return bytes ? [[namer(file), bytes] as const] : []
    }),
  )
  const read = readAllDocuments(namers)
  const values = new Map(read.placed.map(({ document: { file, value } }) => [file, isMap(value) ? value : {}]))
  const named = all.map((file): Named => {
    const { name = file, title = name } = values.get(namer(file)) ?? {}
    return { file, name: String(file.endsWith(DASHBOARD) ? name : title) }
  })
  return {
    dashboards: named.filter(({ file }) => file.endsWith(DASHBOARD)),
    reports: named.filter(({ file }) => !file.endsWith(DASHBOARD)),
  }
}

/** The reports in a dashboard's workbook. */
function reportsOf(sources: UseSources, dashboard: string): string[] {
  if (!dashboard.endsWith(DASHBOARD)) return []
  const reports = `${dashboard.slice(0, -DASHBOARD.length)}/reports/`
  return [...documentsIn(sources)].filter((file) => file.startsWith(reports)).sort()
}

const isShownElsewhere = ({ usersOf }: UsesGraph, report: string): boolean => {
  const workbook = report.slice(0, report.lastIndexOf('/reports/') + 1)
  return usersOf(report).some(({ by }) => !by.startsWith(workbook))
}

const DASHBOARD = '/dashboard.yaml'

const isName = (word: string): boolean => /^\w+(\.\w+)?$/.test(word)

/** All names of a document and of the directories around it, from the root and from `content/`. */
function waysToName(file: string): string[] {
  const parts = withoutEnding(file).split('/')
  const paths = parts.map((_, index) => parts.slice(0, index + 1).join('/'))
  return [file, ...paths, ...paths.map((path) => path.replace(`${CONTENT}/`, ''))]
}

/** Dashboards and reports below a directory. Reports in workbooks are drawn with their dashboard. */
const pagesBelow = ({ documents }: UseSources, path: string): string[] =>
  documents()
    .placed.map(({ document: { file, kind }, prefix }) => ({ file: `${prefix}${file}`, kind }))
    .filter(({ file, kind }) => hasWidgets(kind) || (DOCUMENTS[kind].beside === 'texts' && !file.includes('/reports/')))
    .flatMap(({ file }) => (file.startsWith(`${path}/`) ? [file] : []))
    .sort()

/**
 * Resolves a word: the name of a member, cube or view; a file of the data model, for all its members; a content file;
 * or a folder, for all its files.
 */
function namesMeant(sources: UseSources, word: string, paths: readonly string[]): string[] {
  const { model } = sources
  const [owner = '', member] = word.split('.')
  if (member === undefined ? model.owners.has(owner) : model.members.get(owner)?.has(member)) return [word]
  const inFile = [...model.members.values()].flatMap((members) =>
    [...members.values()].flatMap(({ owner, name, written }) =>
      written && paths.includes(written.file) ? [`${owner}.${name}`] : [],
    ),
  )
  if (inFile.length > 0) return inFile
  const found = paths.flatMap((path) => [path, `${path}.yaml`, `${path}/dashboard.yaml`])
  const documents = documentsIn(sources)
  const file = found.find((each) => documents.has(each))
  if (file !== undefined) return [file]
  const below = paths.map((path) => pagesBelow(sources, path)).find(({ length }) => length > 0)
  if (below) return below
  if (isName(word) && mayHave(model, word)) return [word]
  if (!/[/\\]/.test(word)) throw unknownMember(word, model)
  throw new BoardwrightError('OBJECT_UNKNOWN', `there is no content or file of the data model at ${word}`, {
    hint: askIfMeant(
      nearest(word.replace(/(?<!\/)\/+$/, ''), [...new Set([...documents].flatMap(waysToName))]),
      'Name a folder, a dashboard, a report or a file of data-model/.',
    ),
  })
}
