import { isMap, lazy, stringifyJson } from '@boardwright/common'
import { type RenderedDocument, type Rendering, renderDocument } from '../../config/render.ts'
import { mayHoldVariables } from '../../config/variables.ts'
import { DOCUMENTS } from '../../content/files.ts'
import { asError, type Problem } from '../../content/problem.ts'
import { schemaProblems } from '../../content/schema-problems.ts'
import { faultsOf } from '../../lint/faults.ts'
import { type JudgedModel, type JudgeModel, judgeTreeModel } from '../../lint/model/judged.ts'
import { type Document, readDocuments } from '../../serialize/documents.ts'
import { MODEL } from '../../serialize/layout.ts'
import { withoutNulls } from '../../serialize/source.ts'
import type { BaseCommit } from '../../workspace/base.ts'
import type { Before } from '../../workspace/before.ts'
import { type Files, isSetting } from '../../workspace/tree.ts'
import { projectAtBase } from './at-base.ts'
import { findingsBefore } from './findings-before.ts'
import { EARLIEST_DAY, readProjectConfig } from './project.ts'
import { CONFIG_FILE } from './root.ts'
import type { Judging } from './rules.ts'

/**
 * Weighs mistakes in what the tree asks for, such as refused words or unknown members. New ones are errors. Old ones
 * are warnings, because a tenant is full of them. If nobody knows what is new, they are warnings too, unless `isStrict`:
 * only what is not committed is certainly new, and a data model that the compiler refuses, because none such is live.
 */
export async function weighFaults(
  root: string,
  problems: readonly Problem[],
  { base, isStrict = false, judge = judgeTreeModel, judging }: WeighOptions,
): Promise<WeighedFaults> {
  const weighable = problems.filter(isWeighable)
  if (weighable.length === 0) return { problems, isEmpty: false }
  const before = await projectAtBase(root, base)
  const { wasThere, isLost } = before ? await foundIn(before, weighable, { judge, judging }) : NOTHING_BEFORE
  const weigh = (problem: Problem): Problem => {
    if (isLost(problem)) return asError(problem)
    if (problem.isErrorIfNew && base.known && !wasThere(problem)) return asError(problem)
    if (!isWeighable(problem) || !wasThere(problem)) return problem
    if (base.known) return { ...problem, warning: true, before: true }
    return isStrict || problem.kind === 'MODEL_REFUSED' ? problem : asWarning(problem)
  }
  return { problems: problems.map(weigh), isEmpty: base.known && before === undefined }
}

export interface WeighOptions {
  readonly base: BaseCommit
  /** Whether what may be new counts as new. */
  readonly isStrict?: boolean | undefined
  /** Who judges the data model, as it was before. */
  readonly judge?: JudgeModel | undefined
  /** The rules of the house, and what they look up, as they are now. */
  readonly judging?: (() => Promise<Judging>) | undefined
}

export interface WeighedFaults {
  readonly problems: readonly Problem[]
  /** Whether the project had no content yet at the base. */
  readonly isEmpty: boolean
}

const isWeighable = ({ fault, warning }: Problem): boolean => fault !== undefined || warning === true

const asWarning = (problem: Problem): Problem => (isWeighable(problem) ? { ...problem, warning: true } : problem)

interface Found {
  /** Whether a problem was there before: the same mistake, or for what is no mistake, the same file. */
  readonly wasThere: (problem: Problem) => boolean
  /** Whether what has the problem was there before without it, and it had something to lose. */
  readonly isLost: (problem: Problem) => boolean
}

const NOTHING_BEFORE: Found = { wasThere: () => true, isLost: () => false }

async function foundIn(
  before: Before,
  problems: readonly Problem[],
  { judge, judging }: { readonly judge: JudgeModel } & Pick<WeighOptions, 'judging'>,
): Promise<Found> {
  if (before.isUnchanged) return NOTHING_BEFORE
  const ofRules = problems.filter(({ rule }) => rule !== undefined)
  const files = new Set(problems.flatMap(({ fault, rule, at }) => (fault === undefined || rule ? [] : [at.file])))
  const read = files.size === 0 ? undefined : await filesBefore(before, files)
  const { faults, ids } = read ? faultsIn(read, before.paths, await judge(read)) : NONE
  const wasFound = ofRules.length > 0 && judging ? await findingsBefore(before, ofRules, await judging()) : undefined
  return {
    wasThere: (problem) => {
      const { fault, rule, at } = problem
      if (fault === undefined) return before.isSame(at.file)
      return rule === undefined ? faults.has(fault) : wasFound?.(problem) === true
    },
    isLost: ({ isLoss, fault, of }) =>
      isLoss === true && of !== undefined && ids.has(of) && fault !== undefined && !faults.has(fault),
  }
}

interface FaultsFound {
  readonly faults: ReadonlySet<string>
  /** The ids of the reports. */
  readonly ids: ReadonlySet<string>
}
const NONE: FaultsFound = { faults: new Set(), ids: new Set() }

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
