import { addAll, lazy } from '@boardwright/common'
import type { Config, Target } from '../../config/model.ts'
import { type RenderedDocument, type Rendering, renderDocument, renderModelText } from '../../config/render.ts'
import { idIn, isKind } from '../../content/kinds.ts'
import { reportKey } from '../../content/model.ts'
import type { Problem } from '../../content/problem.ts'
import { withDefaults } from '../../content/target-defaults.ts'
import {
  type Document,
  type DocumentsRead,
  readDocuments,
  type TreeFiles,
  wholeDocument,
} from '../../serialize/documents.ts'
import { MODEL, OVERLAYS } from '../../serialize/layout.ts'
import { type ParsedTree, parseTree } from '../../serialize/parse.ts'
import type { Render } from '../../serialize/source.ts'
import { decodeText } from '../../serialize/text.ts'
import type { Project } from './project.ts'
import { inModelScope, leftOutOf } from './scope.ts'
import { madeOnce } from './shared.ts'

/** The tree as written: no target, no variables. */
export const readTreeAsWritten = (project: Project): ParsedTree =>
  parseTree(project.files, { documents: documentsIn(project, project.files) })

export function readTreeFor(
  project: Project,
  config: Config,
  target: Target,
  publicId?: (id: string) => string,
): TargetTree {
  const over = overlayFiles(project, target.name)
  const { documents, problems: wrong } =
    over.size === 0 ? NO_DOCUMENTS : readDocuments(over, { partOf: project.files.keys() })
  const overlays = new Map(documents.map((document) => [document.file, asOverlay(document, target.name)]))
  const usedIn = new Map<string, ReadonlySet<string>>()
  const problems: Problem[] = wrong.map((problem) => inOverlay(problem, target.name))
  const dependent = new Set(overlays.keys())
  const idOf = reportIds(project, publicId)
  const reportId = (name: string, file: string): string | undefined => {
    dependent.add(file)
    return idOf(name, file)
  }
  const rendering: Rendering = {
    target,
    interpolate: config.interpolate,
    reportId,
    overlayOf: (file) => overlays.get(file),
  }
  const render: Render = (document) => {
    const make = (): RenderedDocument => renderDocument(document, rendering)
    const depends = overlays.has(document.file) || config.interpolate.length > 0
    const rendered = depends ? make() : (project.shared?.rendered(document, target.variables, make) ?? make())
    if (rendered.used.size > 0) usedIn.set(document.file, rendered.used)
    return rendered
  }
  const files = renderModel(project.files, rendering, usedIn, problems)
  const known = config.interpolate.length === 0 ? project.memory?.recall(target) : undefined
  const recall = known && {
    ...known,
    summaryOfFile: (file: string) => (overlays.has(file) ? undefined : known.summaryOfFile(file)),
  }
  const parsed = parseTree(files, { render, recall, documents: recall ? undefined : documentsIn(project, files) })
  const tree = { ...parsed, content: withDefaults(parsed.content, target) }
  for (const { document, summary } of [...tree.sources.values(), ...tree.dashboards.values()]) {
    if (summary && summary.uses.length > 0) usedIn.set(document.file, new Set(summary.uses))
  }
  addAll(problems, [...unmatchedOverlays(overlays, tree, files, target.name), ...tree.problems])
  const needed = withoutUnneeded(problems, target, tree, overlays)
  return { tree, files, overlays, rendering, usedIn, problems: needed, dependent }
}

/** All files, with what a target fills in in those of the data model. */
export function modelFilesFor(project: Project, { interpolate }: Config, target: Target): TreeFiles {
  const rendering = { target, interpolate, reportId: reportIds(project), overlayOf: () => undefined }
  return renderModel(project.files, rendering, new Map(), [])
}

/** The public ids of the reports that files name. */
function reportIds(project: Project, publicId?: (id: string) => string) {
  const asItStands = lazy(() => readTreeAsWritten(project))
  return (name: string, file: string): string | undefined => {
    const { addresses, sources } = asItStands()
    const reference = addresses.resolve(name, file)
    if (!isKind(reference, 'report')) return reference?.replace(/^id:/, '')
    const id = idIn(reference)
    return publicId?.(id) ?? (sources.has(reportKey(id)) ? id : undefined)
  }
}

/** A target needs no values for the variables of files that it leaves out. */
function withoutUnneeded(
  problems: readonly Problem[],
  target: Target,
  tree: ParsedTree,
  overlays: ReadonlyMap<string, Document>,
): readonly Problem[] {
  if (!problems.some(({ kind }) => kind === 'VARIABLE_UNDEFINED')) return problems
  const isLeftOut = leftOutOf(target, tree)
  const unneeded = new Set(
    [...tree.sources, ...tree.dashboards].flatMap(([key, { document }]) => {
      if (!isLeftOut(key)) return []
      return [wholeDocument(document), overlays.get(document.file)].flatMap((each) =>
        each ? [each.file, ...Object.values(each.sides).map(({ file }) => file)] : [],
      )
    }),
  )
  const isNeeded = (file: string): boolean =>
    file.startsWith(`${MODEL}/`) ? inModelScope(target, file.slice(MODEL.length + 1)) : !unneeded.has(file)
  return problems.filter(({ kind, at }) => kind !== 'VARIABLE_UNDEFINED' || isNeeded(at.file))
}

/** Overlay files, by the path that they apply to. */
function overlayFiles(project: Project, target: string): TreeFiles {
  const { files } = project
  const prefix = `${OVERLAYS}/${target}/`
  const all = madeOnce(project, files, 'overlays', () => [...files.keys()].filter((file) => file.startsWith(OVERLAYS)))
  const inOverlay = all.filter((file) => file.startsWith(prefix))
  return new Map(inOverlay.map((file) => [file.slice(prefix.length), files.get(file) ?? new Uint8Array()]))
}

const NO_DOCUMENTS: DocumentsRead = { documents: [], broken: [], problems: [] }

/** Documents as written, which are the same for all targets. */
const documentsIn = (project: Project, files: TreeFiles): DocumentsRead =>
  madeOnce(project, files, 'documents', () => readDocuments(files, { readYaml: project.shared?.readYaml }))

const inOverlay = (problem: Problem, target: string): Problem => ({
  ...problem,
  at: { ...problem.at, file: `${OVERLAYS}/${target}/${problem.at.file}` },
})

/** An overlay document with its real paths. */
function asOverlay(document: Document, target: string): Document {
  const here = (file: string): string => `${OVERLAYS}/${target}/${file}`
  const sides = Object.entries(document.sides).map(([key, side]) => [key, { ...side, file: here(side.file) }] as const)
  return {
    ...document,
    file: here(document.file),
    sides: Object.fromEntries(sides),
    placeOf: (path, what) => {
      const { at, length } = document.placeOf(path, what)
      return { at: { ...at, file: here(document.file) }, length }
    },
  }
}

function unmatchedOverlays(
  overlays: ReadonlyMap<string, Document>,
  tree: ParsedTree,
  files: TreeFiles,
  target: string,
): Problem[] {
  if (overlays.size === 0) return []
  const known = new Set([...tree.sources.values(), ...tree.dashboards.values()].map(({ document }) => document.file))
  return (
    [...overlays.keys()]
      // A base file that exists but cannot be read is reported separately.
      .filter((file) => !known.has(file) && !files.has(file))
      .map((file) => ({
        kind: 'OVERLAY_UNMATCHED' as const,
        at: { file: `${OVERLAYS}/${target}/${file}` },
        message: `there is no ${file} to lay this over`,
      }))
  )
}

/** Model files in which variables are filled in, because `interpolate` lists them. All others are raw bytes. */
function renderModel(
  files: TreeFiles,
  rendering: Rendering,
  usedIn: Map<string, ReadonlySet<string>>,
  problems: Problem[],
): TreeFiles {
  if (rendering.interpolate.length === 0) return files
  return new Map(
    [...files].map(([file, bytes]) => {
      if (!file.startsWith(`${MODEL}/`)) return [file, bytes]
      const text = decodeText(bytes, file)
      // Files that are not text have no variables.
      if (typeof text !== 'string') return [file, bytes]
      const rendered = renderModelText(text, file, rendering)
      if (rendered.used.size > 0) usedIn.set(file, rendered.used)
      addAll(problems, rendered.problems)
      return [file, rendered.text === text ? bytes : new TextEncoder().encode(rendered.text)]
    }),
  )
}

export interface TargetTree {
  readonly tree: ParsedTree
  /** The files, with model files as rendered for the target. */
  readonly files: TreeFiles
  readonly overlays: ReadonlyMap<string, Document>
  readonly rendering: Rendering
  readonly usedIn: ReadonlyMap<string, ReadonlySet<string>>
  readonly problems: readonly Problem[]
  /** Documents that depend on others: overlays, and texts that name a report. */
  readonly dependent: ReadonlySet<string>
}
