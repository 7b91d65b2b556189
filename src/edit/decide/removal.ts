import { isMap } from '@boardwright/common'
import { hasWidgets, holdsApp } from '../../content/files.ts'
import { idIn, isKind } from '../../content/kinds.ts'
import type { ReportReference } from '../../content/model.ts'
import type { Problem } from '../../content/problem.ts'
import { askedForIn, filesById } from '../../serialize/app-code.ts'
import { addressesOfFiles } from '../../serialize/format.ts'
import { MODEL } from '../../serialize/layout.ts'
import { filesOf, isFolder, type Located, type Placed, readAllDocuments } from '../../serialize/locate.ts'
import type { MoveContext, TreeChange } from './moves.ts'
import { folderNames, reportNamesIn } from './rename-references.ts'

export interface Removal extends TreeChange {
  /** Remaining references to the object or its contents. */
  readonly uses: readonly Problem[]
}

/** An object's files, and the references that removing it would break. */
export function removeObject({ files, namesReports }: MoveContext, object: Located): Removal {
  const removed = filesOf(files, object)
  const gone = new Set(removed)
  const { placed } = readAllDocuments(files)
  const left = placed.filter(({ document, prefix }) => !gone.has(`${prefix}${document.file}`))
  const { resolve } = addressesOfFiles(files.keys())
  const ids = filesById(placed.filter(({ document, prefix }) => gone.has(`${prefix}${document.file}`)))
  const fileOf = (name: string, file: string): string | undefined => meant(resolve(name, file), gone, ids)

  const uses = left.flatMap((each): Problem[] => [
    ...widgetUses(each, fileOf),
    ...Object.values(holdsApp(each.document.kind) ? each.document.sides : {}).flatMap(({ file, text }) =>
      namesReports(file) ? textUses(text, `${each.prefix}${file}`, each.document.file, fileOf) : [],
    ),
    ...askedForIn(each, (word) => ids.has(word)).map(({ id, at }): Problem => {
      return { kind: 'STILL_USED', at, length: id.length, message: `the code asks for ${ids.get(id)} by its id` }
    }),
    ...(isFolder(files, object.at) ? folderUses(each, folderNames(placed)(object.at), object.at) : []),
  ])
  const inModel = [...files].flatMap(([file, bytes]) =>
    file.startsWith(`${MODEL}/`) && namesReports(file)
      ? textUses(new TextDecoder().decode(bytes), file, file, fileOf)
      : [],
  )
  return { moved: new Map(), written: new Map(), removed, uses: [...uses, ...inModel] }
}

function meant(
  reference: ReportReference | undefined,
  gone: ReadonlySet<string>,
  ids: ReadonlyMap<string, string>,
): string | undefined {
  if (reference?.startsWith('id:')) return ids.get(reference.slice('id:'.length))
  const file = isKind(reference, 'report') ? idIn(reference) : ''
  return gone.has(file) ? file : undefined
}

type FileOf = (name: string, file: string) => string | undefined

function widgetUses({ document, prefix }: Placed, fileOf: FileOf): Problem[] {
  const { kind, value, file } = document
  const widgets = hasWidgets(kind) && isMap(value) && Array.isArray(value['widgets']) ? value['widgets'] : []
  return widgets.flatMap((widget, index) => {
    if (!isMap(widget)) return []
    const several = Array.isArray(widget['reports']) ? widget['reports'] : []
    const names: [unknown, (string | number)[]][] = [
      [widget['report'], ['report']],
      ...several.map((name, number): [unknown, (string | number)[]] => [name, ['reports', number]]),
    ]
    return names.flatMap(([name, path]): Problem[] => {
      const report = typeof name === 'string' ? fileOf(name, file) : undefined
      if (report === undefined) return []
      const { at, length } = document.placeOf(['widgets', index, ...path])
      const message = `the widget "${String(widget['id'])}" shows ${report}`
      return [{ kind: 'STILL_USED', at: { ...at, file: `${prefix}${file}` }, length, message }]
    })
  })
}

function textUses(text: string, shown: string, file: string, fileOf: FileOf): Problem[] {
  return reportNamesIn(text).flatMap(({ name, index }): Problem[] => {
    const report = fileOf(name, file)
    if (report === undefined) return []
    const before = text.slice(0, index)
    const at = { file: shown, line: before.split('\n').length, column: index - before.lastIndexOf('\n') }
    return [{ kind: 'STILL_USED', at, length: name.length, message: `names ${report}` }]
  })
}

/** A report of a workbook can be in a folder as well. */
function folderUses({ document, prefix }: Placed, names: readonly string[], folder: string): Problem[] {
  const { value, file } = document
  const path = isMap(value) ? value['folder'] : undefined
  if (!Array.isArray(path) || !names.every((name, index) => path[index] === name)) return []
  const { at, length } = document.placeOf(['folder'], 'key')
  return [{ kind: 'STILL_USED', at: { ...at, file: `${prefix}${file}` }, length, message: `sits in ${folder} as well` }]
}
