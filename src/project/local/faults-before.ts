import { isMap, lazy, stringifyJson } from '@boardwright/common'
import { type RenderedDocument, type Rendering, renderDocument } from '../../config/render.ts'
import { mayHoldVariables } from '../../config/variables.ts'
import { DOCUMENTS } from '../../content/files.ts'
import { schemaProblems } from '../../content/schema-problems.ts'
import { faultsOf } from '../../lint/faults.ts'
import { type JudgedModel, type JudgeModel, judgeTreeModel } from '../../lint/model/judged.ts'
import { type Document, readDocuments } from '../../serialize/documents.ts'
import { MODEL } from '../../serialize/layout.ts'
import { withoutNulls } from '../../serialize/source.ts'
import type { Before } from '../../workspace/before.ts'
import { type Files, isSetting } from '../../workspace/tree.ts'
import { EARLIEST_DAY, readProjectConfig } from './project.ts'
import { CONFIG_FILE } from './root.ts'

/** Mistakes in what a tree asked for at an earlier commit. */
export interface FaultsFound {
  readonly faults: ReadonlySet<string>
  /** The ids of the reports. */
  readonly ids: ReadonlySet<string>
}

/** What was wrong in these files, and in those that they may have been. */
export async function faultsBefore(
  before: Before,
  files: ReadonlySet<string>,
  judge: JudgeModel = judgeTreeModel,
): Promise<FaultsFound> {
  const read = await filesBefore(before, files)
  return faultsIn(read, before.paths, await judge(read))
}

/** The documents, under current or former names, the data model and the settings. */
function filesBefore({ paths, isHere, read }: Before, files: ReadonlySet<string>): Promise<Files> {
  const asked = new Set([...files].map(stemOf))
  const isAsked = (path: string): boolean =>
    affectsReading(path) || (OF_DOCUMENT.test(path) && (asked.has(stemOf(path)) || !isHere(path)))
  return read(paths.filter(isAsked))
}

const OF_DOCUMENT = /\.(?:yaml|sql)$/
/** An overlay's faults are compared with those of the document that it is laid over. */
const stemOf = (path: string): string => path.replace(OF_DOCUMENT, '').replace(/^overlays\/[^/]+\//, '')

/** Files that affect how documents are read. */
const affectsReading = (path: string): boolean => path.startsWith(`${MODEL}/`) || isSetting(path)

/** `paths` are all files of the project, because their names decide what kind of document each is. */
function faultsIn(files: Files, paths: Iterable<string>, { members, problems }: JudgedModel): FaultsFound {
  const targets = lazy(() => targetsIn(files))
  const { documents } = readDocuments(files, { partOf: paths })
  const found = [
    ...problems,
    ...documents.flatMap((document) =>
      renderedBy(document, targets).flatMap(({ value: written, sides }) => {
        const asRead = Object.entries(document.sides).map(([key, side]) => [
          key,
          { ...side, text: sides[key] ?? side.text },
        ])
        const value = withoutNulls(written)
        // A file that is not a valid document has no faults to compare.
        if (schemaProblems(document, DOCUMENTS[document.kind].schema, value).length > 0) return []
        return faultsOf(value, members, document.placeOf, Object.fromEntries(asRead))
      }),
    ),
  ]
  return {
    faults: new Set(found.flatMap(({ fault }) => fault ?? [])),
    ids: new Set(documents.flatMap(({ value }) => (isMap(value) ? [String(value['id'])] : []))),
  }
}

/** The document rendered for each target, because its faults may depend on variables. */
function renderedBy(document: Document, targets: () => readonly Rendering['target'][]): RenderedDocument[] {
  const hasVariables = [document, ...Object.values(document.sides)].some(({ text }) => mayHoldVariables(text))
  const rendered = (hasVariables ? targets() : [NO_TARGET]).map((target) =>
    renderDocument(document, { target, interpolate: [] }),
  )
  return [...new Map(rendered.map((each) => [stringifyJson([each.value, each.sides]), each])).values()]
}

const NO_TARGET: Rendering['target'] = { name: '', variables: {}, at: () => ({ at: { file: CONFIG_FILE }, length: 1 }) }

function targetsIn(files: Files): readonly Rendering['target'][] {
  const targets = readProjectConfig(files, EARLIEST_DAY).config?.targets ?? []
  return targets.length > 0 ? targets : [NO_TARGET]
}
