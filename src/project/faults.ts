import { readRemembered, remember } from '../cache/store.ts'
import { type RenderedDocument, type Rendering, renderDocument } from '../config/render.ts'
import { mayHoldVariables } from '../config/variables.ts'
import { DOCUMENTS } from '../content/files.ts'
import type { Problem } from '../content/problem.ts'
import { schemaProblems } from '../content/schema-problems.ts'
import { stringifyJson } from '../json.ts'
import { lazy } from '../lazy.ts'
import { type Document, readDocuments } from '../serialize/documents.ts'
import { faultsOf } from '../serialize/faults.ts'
import { MODEL } from '../serialize/layout.ts'
import { readMembers } from '../serialize/members.ts'
import { readModelFiles } from '../serialize/model/definitions.ts'
import { modelFaults } from '../serialize/model/faults.ts'
import { withoutNulls } from '../serialize/source.ts'
import { type Before, projectBefore } from '../workspace/before.ts'
import type { RepositoryStart } from '../workspace/history.ts'
import { type Files, isSetting } from '../workspace/tree.ts'
import { EARLIEST_DAY, readProjectConfig } from './project.ts'
import { CONFIG_FILE } from './root.ts'

/**
 * Weighs mistakes in queries, such as refused words or unknown members. New ones are errors. Old ones, and those that
 * came from live, are warnings, because a tenant is full of them.
 */
export async function weighFaults(
  root: string,
  problems: readonly Problem[],
  started?: RepositoryStart,
): Promise<readonly Problem[]> {
  const weighable = problems.filter(isWeighable)
  if (weighable.length === 0) return problems
  const before = await projectBefore(root, undefined, started)
  const isOld = await knownBefore(root, weighable, before)
  const weighed = problems.map((problem) =>
    isWeighable(problem) && isOld(problem) ? { ...problem, warning: true as const, before: true as const } : problem,
  )
  const isUncertain = before === 'shallow' && weighed.some(({ fault, warning }) => fault !== undefined && !warning)
  return isUncertain ? [...weighed, SHALLOW] : weighed
}

const SHALLOW: Problem = {
  kind: 'SHALLOW_CLONE',
  at: { file: '.git/shallow' },
  message: 'this clone holds only the newest commits: mistakes that were there before look new',
}

const isWeighable = ({ fault, warning }: Problem): boolean => fault !== undefined || warning === true

async function knownBefore(
  root: string,
  problems: readonly Problem[],
  before: Awaited<ReturnType<typeof projectBefore>>,
): Promise<(problem: Problem) => boolean> {
  if (before === 'empty') return () => true
  const known = new Set(exportedFaults(root))
  const files = new Set(problems.flatMap(({ fault, at }) => (fault === undefined ? [] : [at.file])))
  const isComparable = typeof before === 'object'
  if (isComparable && files.size > 0)
    for (const fault of faultsIn(await filesBefore(before, files), before.paths)) known.add(fault)
  return ({ fault, at }) => (fault === undefined ? isComparable && before.isSame(at.file) : known.has(fault))
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
function faultsIn(files: Files, paths: Iterable<string>): string[] {
  const model = readModelFiles(files)
  const members = readMembers(files, model)
  const targets = lazy(() => targetsIn(files))
  const found = [
    ...modelFaults(model),
    ...readDocuments(files, { partOf: paths }).documents.flatMap((document) =>
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
  return found.flatMap(({ fault }) => fault ?? [])
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

const EXPORTED = 'exported-faults-1'

const exportedFaults = (root: string): readonly string[] => (readRemembered(root, EXPORTED) ?? []) as string[]

/** Remembers faults in exported files, which came from live and so are not new, even before they are committed. */
export async function rememberExported(
  root: string,
  before: Files,
  written: ReadonlyMap<string, string | Uint8Array | null>,
): Promise<void> {
  const beside = [...before].filter(([file]) => affectsReading(file))
  const files = new Map(
    [...beside, ...written].flatMap(([file, content]): [string, Uint8Array][] =>
      content === null ? [] : [[file, typeof content === 'string' ? Buffer.from(content) : content]],
    ),
  )
  const faults = faultsIn(files, [...before.keys(), ...files.keys()])
  if (faults.length > 0) await remember(root, EXPORTED, [...new Set([...exportedFaults(root), ...faults])])
}
