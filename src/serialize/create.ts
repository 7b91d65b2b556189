import { slugOf } from '../content/slug.ts'
import { BoardwrightError } from '../errors.ts'
import { readAllDocuments } from './all-documents.ts'
import { requireFree } from './destination.ts'
import { baseOf } from './layout.ts'
import { isWorkbook, type Located, placeIn } from './locate.ts'
import type { MoveContext, TreeChange } from './moves.ts'
import { slugsIn } from './moves.ts'
import { createNames, fileSlugOf } from './names.ts'
import { SCHEMAS } from './objects.ts'
import { orderKeys } from './order.ts'
import { printYaml } from './yaml/print.ts'

export interface Creation extends TreeChange {
  readonly object: Located
}

/**
 * The smallest right files of a new object in a folder or workbook. A new workbook is not published before somebody says
 * so: nobody wants viewers to find it empty.
 */
export function createObject(
  context: MoveContext,
  kind: Located['kind'],
  name: string,
  holder: string,
  mintId: () => string,
): Creation {
  const { files, readYaml } = context
  if (name.trim() === '') throw new BoardwrightError('USAGE', `a ${kind} needs a name`)
  const stem = freeStem(context, kind, name, holder)
  const object: Located = { kind, at: placeIn(files, kind, holder, stem) }
  requireFree(files, object, object.at, new Set())
  const written = new Map<string, string>()
  if (kind === 'folder') written.set(`${object.at}/folder.yaml`, printYaml({ name }))
  if (kind === 'report') written.set(object.at, printYaml(orderKeys(SCHEMAS.report, { id: mintId(), name })))
  if (kind === 'workbook') {
    const slugs = createNames()
    for (const slug of slugsIn(readAllDocuments(files, readYaml).placed)) slugs.take(slug)
    const slug = slugs.give(slugOf(name), object.at)
    written.set(`${object.at}/workbook.yaml`, printYaml(orderKeys(SCHEMAS.workbook, { slug, name, publish: false })))
    written.set(`${object.at}/dashboard.yaml`, printYaml({ title: name }))
  }
  return { moved: new Map(), written, removed: [], object }
}

function freeStem({ files }: MoveContext, kind: Located['kind'], name: string, holder: string): string {
  const names = createNames()
  const directory = kind === 'report' && isWorkbook(files, holder) ? `${holder}/reports` : holder
  for (const file of files.keys()) {
    if (!file.startsWith(`${directory}/`)) continue
    const [first = ''] = file.slice(directory.length + 1).split('/')
    names.take(baseOf(first).replace(/(\.report)?(\.yaml|\.sql|\.py|\.html|\.query\.json)$/, ''))
  }
  return names.give(fileSlugOf(name), name)
}
