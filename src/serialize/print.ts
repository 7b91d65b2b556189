import type { Content, Key, ReportReference } from '../content/model.ts'
import { folderKey, reportKey, workbookKey } from '../content/model.ts'
import { type ReportSide, sideFile } from './layout.ts'
import { placeObjects } from './paths.ts'
import { createAddresses } from './references.ts'
import { dashboardValue, type FileValue, folderValue, isFlow, reportValue, workbookValue } from './values.ts'
import { printYaml } from './yaml/print.ts'

/** The files of one document: its YAML, and the texts beside it. */
export function printDocument(file: string, document: FileValue): Map<string, string> {
  return new Map([[file, printYaml(document.value, { isFlow })], ...printSides(file, document)])
}

/** Texts of reports get one final line feed; files of an app are what they are. */
export const printSides = (file: string, { kind, sides }: FileValue): [string, string][] =>
  Object.entries(sides).map(([key, text]) =>
    kind === 'dashboard'
      ? [`${file.slice(0, -'dashboard.yaml'.length)}app/${key}`, text]
      : [sideFile(file, key as ReportSide), `${text}\n`],
  )

/** Every document of a tree, by the file that it goes to. */
export function documentsOf(content: Content, places: ReadonlyMap<Key, string>): Map<string, FileValue> {
  const at = (key: Key): string => places.get(key) ?? ''
  const addresses = createAddresses(content.reports.map(({ id }) => ({ id, file: at(reportKey(id)) })))
  const documents = new Map<string, FileValue>()
  for (const folder of content.folders) documents.set(`${at(folderKey(folder.path))}/folder.yaml`, folderValue(folder))
  for (const report of content.reports) documents.set(at(reportKey(report.id)), reportValue(report))
  for (const workbook of content.workbooks) {
    const directory = at(workbookKey(workbook.slug))
    documents.set(`${directory}/workbook.yaml`, workbookValue(workbook))
    if (!workbook.dashboard) continue
    const file = `${directory}/dashboard.yaml`
    const nameOf = (reference: ReportReference): string => addresses.nameOf(reference, file)
    documents.set(file, dashboardValue(workbook.dashboard, nameOf))
  }
  return documents
}

/** A whole tree, printed afresh. Same content, same bytes. */
export function printTree(content: Content): Map<string, string> {
  const documents = documentsOf(content, placeObjects(content, new Map()))
  return new Map([...documents].flatMap(([file, document]) => [...printDocument(file, document)]))
}
