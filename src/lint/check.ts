import { addAll, isMap, lazy, oncePer, oncePerKey } from '@boardwright/common'
import { isOfKind, ofKind } from '../content/entity.ts'
import type { DocumentKind } from '../content/files.ts'
import { gridColumns, placeAt, WIDTHS } from '../content/grid.ts'
import { isKind } from '../content/kinds.ts'
import { LIMITS } from '../content/limits.ts'
import {
  type Dashboard,
  type FolderPath,
  type FreeForm,
  folderKey,
  type Key,
  type Position,
  type ReportDefinition,
  type Widget,
} from '../content/model.ts'
import type { Marked, PlaceOf, Problem, ProblemPlace } from '../content/problem.ts'
import { type TreeFiles, wholeDocument } from '../serialize/documents.ts'
import { baseOf, CONTENT, directoryOf, fileOf, isBelowRoots } from '../serialize/layout.ts'
import { caseTwins, isSafePath, LONGEST_PATH } from '../serialize/names.ts'
import { reportKeyOf } from '../serialize/objects.ts'
import type { ParsedTree } from '../serialize/parse.ts'
import { type Rendered, type Source, withoutNulls } from '../serialize/source.ts'
import { faultsOf } from './faults.ts'
import type { Members } from './members.ts'
import { checkColours } from './readable-colours.ts'
import { checkRenames } from './renames.ts'
import { checkSchedules } from './schedules.ts'

/** What else is asked of an object. */
export type CheckObject = (key: Key) => readonly Problem[]

/** Problems of a tree as a whole, beyond those of single files. */
export function checkTree(
  tree: ParsedTree,
  files: TreeFiles,
  membersOf: () => Members,
  also: CheckObject = () => [],
): Problem[] {
  return [
    ...unsafeNames(files),
    ...ofKind(tree.content, 'folder').flatMap(({ own }) => tooDeep(tree, own.path)),
    ...ofKind(tree.content, 'workbook').flatMap(({ key, own, whole }) => {
      const source = tree.dashboards.get(key)
      // Unread files were valid when they were last read.
      if (source?.summary) return []
      const { dashboard } = whole()
      if (!dashboard || !source) return own.publish ? nothingToPublish(tree, key, files) : []
      return checkDashboard(dashboard, source.rendered().origin)
    }),
    ...checkRenames(tree),
    ...checkSchedules(tree),
    ...checkObjects(tree, membersOf, also),
    ...checkRejected(tree, membersOf),
  ]
}

/** What else is wrong in documents that are left out, so that one problem hides no other. */
function checkRejected({ rejected, problems }: ParsedTree, membersOf: () => Members): Problem[] {
  const members = rejected.length > 0 ? membersOf() : undefined
  if (!members) return []
  const placed = ({ at: { file, line, column } }: Problem): string => [file, line, column].join(':')
  const known = new Set(problems.map(placed))
  return rejected.flatMap(({ document, rendered: { value, sides, origin } }) => {
    const file = isMap(value) ? CHECKED[document.kind]?.(withoutNulls(value) as FreeForm, sides) : undefined
    const found = file ? faultsOf(file, members, origin.placeOf, origin.sides, document) : []
    return found.filter((problem) => !known.has(placed(problem)))
  })
}

/** What a document of any shape says of reports, members and charts. Other documents say nothing of these. */
const CHECKED: { readonly [D in DocumentKind]?: (value: FreeForm, sides: FreeForm) => FreeForm } = {
  report: (value, sides) => ({ ...value, ...sides }),
  dashboard: (value) => ({ ...value, widgets: Array.isArray(value['widgets']) ? value['widgets'] : [] }),
}

const unsafeNames = oncePer((files: TreeFiles): Problem[] => {
  const paths = [...files.keys()].filter(isBelowRoots)
  const twins = caseTwins(paths)
  const isSafeDirectory = oncePerKey(isSafePath)
  const isSafe = (file: string): boolean =>
    file.length <= LONGEST_PATH && isSafeDirectory(directoryOf(file)) && isSafePath(baseOf(file))
  return paths.flatMap((file): Problem[] => {
    if (!isSafe(file))
      return [{ kind: 'NAME_UNSAFE', at: { file }, message: 'has a name that not every file system accepts' }]
    if (!twins.has(file)) return []
    const message = `differs from ${twinOf(file, twins) ?? 'another file'} only in case`
    const hint = 'Rename one of the two, or remove it: many disks hold only one of them.'
    return [{ kind: 'NAME_UNSAFE', at: { file }, message, hint }]
  })
})

/** The first path that differs only in case, or is in a directory that does. */
function twinOf(file: string, twins: ReadonlySet<string>): string | undefined {
  const segments = file.split('/')
  return [...twins].find((other) => {
    const others = other.split('/')
    const at = segments.findIndex((segment, index) => segment !== others[index])
    return at >= 0 && segments[at]?.toLowerCase() === others[at]?.toLowerCase()
  })
}

function tooDeep({ sources }: ParsedTree, path: FolderPath): Problem[] {
  if (path.length <= LIMITS.folderDepth) return []
  const message = `folders nest at most ${LIMITS.folderDepth} deep, but this one is at ${path.length}`
  const hint = 'Move it up, with boardwright rename.'
  return [{ kind: 'SCHEMA', at: { file: sources.get(folderKey(path))?.document.file ?? CONTENT }, message, hint }]
}

const nothingToPublish = (tree: ParsedTree, key: Key, files: TreeFiles): Problem[] => {
  const document = tree.sources.get(key)?.document
  // A broken file exists; its own problems are reported elsewhere.
  if (!document || files.has(fileOf('dashboard', directoryOf(document.file)))) return []
  const message = 'has no dashboard.yaml beside it, so there is nothing to publish'
  const hint = 'Add a dashboard.yaml, or say `publish: false`.'
  const lost = [fileOf('dashboard', directoryOf(document.file))]
  return [{ kind: 'SCHEMA', at: { file: document.file }, message, hint, lost }]
}

type Origin = Rendered['origin']

const checkDashboard = oncePer((dashboard: Dashboard, { placeOf }: Origin): Problem[] => {
  const at = (index: number, ...path: (string | number)[]): Marked => placeOf(['widgets', index, ...path])
  const problems: Problem[] = []
  const first = new Map<string, number>()
  for (const [index, widget] of dashboard.widgets.entries()) {
    if (first.has(widget.id)) {
      problems.push({ kind: 'DUPLICATE', ...at(index, 'id'), message: `two widgets have the id "${widget.id}"` })
    } else first.set(widget.id, index)
    addAll(
      problems,
      checkReports(widget, (...path) => at(index, ...path)),
    )
    const holder = widget.config?.['parentId']
    if (typeof holder === 'string' && !dashboard.widgets.some(({ id }) => id === holder)) {
      problems.push({
        kind: 'REFERENCE_UNKNOWN',
        ...at(index, 'config', 'parentId'),
        message: `no widget "${holder}" in this dashboard`,
        hint: holderStep(dashboard),
      })
    }
  }
  return [
    ...problems,
    ...checkGrid(dashboard, at),
    ...strangeWidths(dashboard, placeOf),
    ...checkColours(dashboard, placeOf),
  ]
})

/** The next step, with the containers that could hold the widget. */
function holderStep({ widgets }: Dashboard): string {
  const ids = widgets.filter(({ type }) => HOLDERS.has(type)).map(({ id }) => id)
  return ids.length === 0
    ? 'Remove "parentId": this dashboard has no container.'
    : `Write the id of a container: ${ids.join(', ')}.`
}
const HOLDERS: ReadonlySet<string> = new Set(['CONTAINER', 'PARENT'])

function checkReports(widget: Widget, at: (...path: (string | number)[]) => ProblemPlace): Problem[] {
  const expected = reportKeyOf(widget.type)
  const problems: Problem[] = []
  for (const key of ['report', 'reports'] as const) {
    if (widget[key] === undefined || key === expected) continue
    const hint =
      expected === undefined ? `Remove it: a ${widget.type} widget names no report.` : `Write it as "${expected}".`
    problems.push({
      kind: 'SCHEMA',
      ...at(key),
      message: `"${key}" has no meaning on a widget of type ${widget.type}`,
      hint,
    })
  }
  for (const reference of [widget.report, ...(widget.reports ?? [])]) {
    if (!reference?.startsWith('missing(')) continue
    problems.push({
      kind: 'REFERENCE_DANGLING',
      ...at(expected ?? 'report'),
      message: `${reference} names no report`,
      warning: true,
    })
  }
  return problems
}

/** Live may already hold widgets outside the grid, so these are warnings. */
function checkGrid(dashboard: Dashboard, at: (index: number, ...path: (string | number)[]) => ProblemPlace): Problem[] {
  return WIDTHS.flatMap((width) => {
    const [path, where] = width === 'lg' ? [['position'], ''] : [['responsiveLayouts', width], ` at ${width}`]
    const columns = gridColumns(dashboard, width)
    const problems: Problem[] = []
    const warn = (index: number, message: string, hint?: string): void => {
      const more = hint === undefined ? {} : { hint }
      problems.push({
        kind: 'LAYOUT_INVALID',
        ...at(index, ...path),
        message: `${message}${where}`,
        ...more,
        warning: true,
      })
    }
    for (const [index, widget] of dashboard.widgets.entries()) {
      const { id } = widget
      const place = placeAt(widget, width)
      if (place === undefined) continue
      const outside = outsideBy(place, columns)
      if (outside) warn(index, `widget "${id}" is outside the ${columns} columns of the grid`, outside)
    }
    return problems
  })
}

/** Widths that the layout does not know: nobody sees what is placed there. */
function strangeWidths({ layout, widgets }: Dashboard, placeOf: PlaceOf): Problem[] {
  const more = ['cols', 'breakpoints'].flatMap((key) => Object.keys(layout?.[key] ?? {}))
  const known = new Set([...WIDTHS, ...more])
  return widgets.flatMap(({ id, responsiveLayouts }, index) =>
    Object.keys(responsiveLayouts ?? {}).flatMap((width): Problem[] => {
      if (known.has(width)) return []
      const place = placeOf(['widgets', index, 'responsiveLayouts', width], 'key')
      const message = `widget "${id}" has a place at "${width}", which is not a width of the grid`
      const hint = `Write one of ${[...known].join(', ')}.`
      return [{ kind: 'LAYOUT_INVALID', ...place, message, hint, warning: true }]
    }),
  )
}

/** What to write instead of a place outside the grid. */
function outsideBy({ x, y, w }: Position, columns: number): string | undefined {
  if (x < 0 || y < 0) return 'Write x and y of at least 0.'
  if (x + w <= columns) return undefined
  const most = columns - w
  return most < 0
    ? `Write a w of at most ${columns}: it is ${w}.`
    : `Write an x of at most ${most}, or make it narrower: x ${x} and w ${w} are ${x + w}.`
}

/** Each object, by `also` right after our own rules: what both read of it is read once. */
function checkObjects(tree: ParsedTree, membersOf: () => Members, also: CheckObject): Problem[] {
  const members = lazy(membersOf)
  const problems: Problem[] = []
  for (const key of tree.content.keys()) {
    addAll(problems, checkUses(tree, key, members))
    addAll(problems, also(key))
  }
  return problems
}

/** Only for files that were read: the others were valid, or their problems are known. */
function checkUses(tree: ParsedTree, key: Key, membersOf: () => Members): Problem[] {
  const said = saidIn(tree, key)
  if (!said) return []
  const faults = faultsWith(membersOf())(said.value, said.file, said.source)
  return faults.map((fault) => ({ ...fault, key }))
}

/** What an object says that may name members. */
function saidIn({ content, sources, dashboards }: ParsedTree, key: Key) {
  const entity = content.get(key)
  const source = (isKind(key, 'report') ? sources : dashboards).get(key)
  if (!entity || !source || source.summary) return undefined
  if (isOfKind(entity, 'report')) {
    const { definition } = entity.whole()
    return { value: definition, file: { ...definition, id: entity.own.id }, source }
  }
  const dashboard = isOfKind(entity, 'workbook') ? entity.whole().dashboard : undefined
  return dashboard && { value: dashboard, file: dashboard, source }
}

const faultsWith = oncePer((members: Members) =>
  oncePer((_said: ReportDefinition | Dashboard, file: object, { document, rendered }: Source) => {
    const { placeOf, sides } = rendered().origin
    return faultsOf(file, members, placeOf, sides, wholeDocument(document))
  }),
)
