import { BoardwrightError } from '@boardwright/common'
import { printYaml } from '@boardwright/common/yaml'
import { DOCUMENTS, type DocumentKind } from '../../content/files.ts'
import type { ContentKind } from '../../content/kinds.ts'
import type { FreeForm } from '../../content/model.ts'
import { slugOf } from '../../content/slug.ts'
import { treeRules } from '../../serialize/kinds.ts'
import { baseOf, documentName, fileOf, inFolder, inWorkbook, stemOf } from '../../serialize/layout.ts'
import { isWorkbook, type Located, placeIn, readAllDocuments } from '../../serialize/locate.ts'
import { createNames, fileSlugOf } from '../../serialize/names.ts'
import { orderKeys } from '../../serialize/order.ts'
import { requireFree } from './destination.ts'
import type { FirstChart } from './first-charts.ts'
import { freeSlugs, type MoveContext, type TreeChange } from './moves.ts'

export interface Creation extends TreeChange {
  readonly object: Located
  readonly written: ReadonlyMap<string, string>
  /** The keys by which the platform finds it. */
  readonly identity: Readonly<Record<string, unknown>>
}

type Contents = { readonly [D in DocumentKind]?: FreeForm }

/** The files of a new object: the minimal valid ones, unless contents are given. */
export function createObject(
  context: MoveContext,
  kind: ContentKind,
  name: string,
  holder: string,
  mintId: () => string,
  contents: Contents = treeRules(kind).first(name),
): Creation {
  const { files } = context
  if (name.trim() === '') throw new BoardwrightError('USAGE', `a ${kind} needs a name`)
  const object: Located = { kind, at: placeIn(files, kind, holder, freeStem(context, kind, name, holder)) }
  requireFree(files, object, object.at, new Set())
  const freeSlug = (): string => freeSlugs(readAllDocuments(files).placed).give(slugOf(name), object.at)
  const identity = treeRules(kind).identity({ mintId, freeSlug })
  const written = new Map<string, string>()
  for (const [part, value] of Object.entries(contents) as [DocumentKind, object][]) {
    const own = part === kind ? { ...identity, ...value } : value
    written.set(fileOf(part, object.at), printYaml(orderKeys(DOCUMENTS[part].schema, own)))
  }
  return { moved: new Map(), written, removed: [], object, identity }
}

const COLUMNS = 12

/** A workbook with these charts: a report for each, side by side on its dashboard. */
export function createDashboard(
  context: MoveContext,
  name: string,
  holder: string,
  mintId: () => string,
  charts: readonly FirstChart[],
): Creation {
  const dashboard = { title: name }
  const workbook = createObject(context, 'workbook', name, holder, mintId, { workbook: { name }, dashboard })
  const { at } = workbook.object
  const written = new Map(workbook.written)
  const widgets: FreeForm[] = []
  let row = { x: 0, y: 0, h: 0 }
  for (const { name: title, report, size } of charts) {
    const files = new Map([...context.files, ...[...written].map(([file, text]) => [file, Buffer.from(text)] as const)])
    const made = createObject({ ...context, files }, 'report', title, at, mintId, {
      report: { name: title, ...report },
    })
    for (const [file, text] of made.written) written.set(file, text)
    if (row.x + size.w > COLUMNS) row = { x: 0, y: row.y + row.h, h: 0 }
    const stem = stemOf(baseOf(made.object.at))
    widgets.push({ id: stem, type: 'CHART', report: stem, position: { x: row.x, y: row.y, ...size } })
    row = { x: row.x + size.w, y: row.y, h: Math.max(row.h, size.h) }
  }
  written.set(fileOf('dashboard', at), printYaml(orderKeys(DOCUMENTS.dashboard.schema, { ...dashboard, widgets })))
  return { ...workbook, written }
}

function freeStem({ files }: MoveContext, kind: ContentKind, name: string, holder: string): string {
  const names = createNames()
  const { directory } = (isWorkbook(files, holder) ? inWorkbook : inFolder)(kind, holder)
  for (const file of files.keys()) {
    if (!file.startsWith(`${directory}/`)) continue
    const [first = ''] = file.slice(directory.length + 1).split('/')
    names.take(stemOf(documentName(baseOf(first))))
  }
  return names.give(fileSlugOf(name), name)
}
