import { isMap } from '@boardwright/common'
import { printYaml } from '@boardwright/common/yaml'
import { newLayoutFaults } from '../../content/layout-faults.ts'
import type { Widget } from '../../content/model.ts'
import { checkTree } from '../../lint/check.ts'
import { CONTENT, directoryOf, fileOf, OVERLAYS, placeOfFile, workbookOf } from '../../serialize/layout.ts'
import { parseTree } from '../../serialize/parse.ts'

export interface MergeFault {
  readonly message: string
  /** The widgets that do not fit together; empty if the fault is elsewhere. */
  readonly widgets: readonly string[]
}

/** Edits of two branches can each be valid and still not fit together. */
export function faultsOfMerge(path: string, merged: unknown, sides: readonly unknown[]): readonly MergeFault[] {
  const layout = newLayoutFaults(dashboardIn(merged), sides.map(dashboardIn))
  if (layout.length > 0) return layout
  const file = fileInTree(path)
  if (file === undefined) return []
  const known = new Set(sides.flatMap((side) => errorsAlone(file, side)))
  return errorsAlone(file, merged).flatMap((message) => (known.has(message) ? [] : [{ message, widgets: [] }]))
}

/** Its widgets, also if the rest of the document is invalid. */
const dashboardIn = (value: unknown): { readonly widgets: readonly Widget[] } => {
  const widgets = isMap(value) ? value['widgets'] : undefined
  return { widgets: Array.isArray(widgets) ? widgets.filter((each): each is Widget => isMap(each)) : [] }
}

/** The path from the root of the project; undefined for a file that is not a document of its own, such as an overlay. */
function fileInTree(path: string): string | undefined {
  const segments = path.split('/')
  const at = segments.indexOf(CONTENT)
  return at < 0 || segments.slice(0, at).includes(OVERLAYS) ? undefined : segments.slice(at).join('/')
}

/** The errors of a document as the only one of a tree. What it refers to is missing there, merged or not. */
function errorsAlone(file: string, value: unknown): readonly string[] {
  const isDashboard = file === fileOf('dashboard', directoryOf(file))
  const holder = isDashboard ? placeOfFile('dashboard', file) : workbookOf('report', file)
  const beside = holder === undefined ? [] : [[fileOf('workbook', holder), 'slug: w\nname: w\n'] as const]
  const texts = [...beside, [file, printYaml(value)] as const]
  const files = new Map(texts.map(([name, text]) => [name, Buffer.from(text)]))
  const tree = parseTree(files)
  const problems = [...tree.problems, ...checkTree(tree, files, () => ({ known: false, because: 'one document' }))]
  return problems.flatMap(({ warning, message }) => (warning ? [] : [message]))
}
