import { addAll, didYouMean, nearest } from '@boardwright/common'
import { appFile, holdsApp } from '../content/files.ts'
import type { FileValueRead, Marked, PlaceOf, Problem, ValuePath } from '../content/problem.ts'
import { mapStrings } from './map-strings.ts'
import { mergeDocument, type OverlayDocument, type WrittenDocument } from './merge-document.ts'
import type { Target } from './model.ts'
import { idOf, isIdentified, isOverlayMap } from './overlays.ts'
import { matchesAny } from './scope.ts'
import { fillText, type Lookup, mayHoldVariables, type VariableUse } from './variables.ts'

export interface Rendering {
  readonly target: Pick<Target, 'at' | 'name' | 'variables'>
  /** Globs from the project root for app and data-model files in which variables and reports are filled in. */
  readonly interpolate: readonly string[]
  /** The target's overlay for a document, by the document's file. */
  readonly overlayOf?: ((file: string) => OverlayDocument | undefined) | undefined
  /** The public id, in the target, of the report that a file refers to by this name. */
  readonly reportId?: ((name: string, file: string) => string | undefined) | undefined
}

export interface RenderedText {
  readonly text: string
  readonly problems: readonly Problem[]
  /** Names of the variables that the text used. */
  readonly used: ReadonlySet<string>
}

export interface RenderedDocument {
  readonly value: unknown
  readonly sides: Readonly<Record<string, string>>
  /** Where each part of it is written: in the document or in the overlay. */
  readonly origin: Pick<WrittenDocument, 'placeOf' | 'sides'>
  readonly problems: readonly Problem[]
  readonly used: ReadonlySet<string>
}

type PlaceOfUse = (use: VariableUse) => Marked

/** Renders a document for a target: merges the overlay, then fills in variables. */
export function renderDocument(document: WrittenDocument, rendering: Rendering): RenderedDocument {
  const overlay = rendering.overlayOf?.(document.file)
  const { value: written, sides: beside } = document
  const merged = overlay ? mergeDocument(document, overlay) : { value: written, sides: beside, problems: [] }
  const placeOf = overlay ? createOrigins(document, overlay, merged.value) : document.placeOf
  const hasApp = holdsApp(document.kind)
  const problems: Problem[] = [...merged.problems]
  const used = new Set<string>()

  const fill = (text: string, lookup: Lookup, place: PlaceOfUse): string => {
    const filled = fillText(text, lookup)
    for (const { kind, name } of filled.uses) if (kind === 'var') used.add(name)
    addAll(
      problems,
      filled.missing.map((use) => missingProblem(use, place(use), rendering)),
    )
    return filled.text
  }
  const fillIn = (text: string, path: ValuePath): string => {
    if (!mayHoldVariables(text)) return text
    const app = hasApp ? appFileAt(path, document.file) : undefined
    const lookup = lookupFor(app, document.file, rendering)
    return lookup ? fill(text, lookup, () => placeOf(path)) : text
  }
  const plain = overlay === undefined && document.text !== undefined && hasNoVariables(document.text)
  const value = plain ? merged.value : mapStrings(merged.value, fillIn)
  const sides = Object.entries(merged.sides).map(([key, { file, text }]) => {
    const app = hasApp ? file.replace(OVERLAY, '') : undefined
    const lookup = lookupFor(app, document.file, rendering)
    return [key, lookup ? fill(text, lookup, (use) => placeInText(file, text, use)) : text] as const
  })
  const origin = { placeOf, sides: merged.sides }
  return { value, sides: Object.fromEntries(sides), origin, problems, used }
}

/** Whether a YAML text cannot contain a variable. A backslash could escape any character of one. */
const hasNoVariables = (yaml: string): boolean => !mayHoldVariables(yaml) && !yaml.includes('\\')

/** Renders a data-model file. Variables are filled in only if `interpolate` lists it. */
export function renderModelText(text: string, file: string, rendering: Rendering): RenderedText {
  const path = file.replace(OVERLAY, '')
  const lookup = lookupFor(path, path, rendering)
  const { text: filled, uses, missing } = lookup ? fillText(text, lookup) : { text, uses: [], missing: [] }
  return {
    text: filled,
    problems: missing.map((use) => missingProblem(use, placeInText(file, text, use), rendering)),
    used: new Set(uses.filter(({ kind }) => kind === 'var').map(({ name }) => name)),
  }
}

const OVERLAY = /^overlays\/[^/]+\//

/** An app file whose text is inside dashboard.yaml, because some file systems refuse its name. */
const appFileAt = (path: ValuePath, file: string): string | undefined =>
  path.length === 3 && path[0] === 'app' && path[1] === 'files' ? appFile(file, String(path[2])) : undefined

/**
 * Undefined for a source file (of an app or the data model) that `interpolate` does not list. Only source files name
 * reports this way. Everything else uses references.
 */
function lookupFor(source: string | undefined, file: string, rendering: Rendering): Lookup | undefined {
  const { target, interpolate, reportId } = rendering
  if (source === undefined) return { variables: target.variables }
  if (!matchesAny(interpolate, source)) return undefined
  return { variables: target.variables, reportId: (name) => reportId?.(name, file) }
}

function placeInText(file: string, text: string, { index, token }: VariableUse): Marked {
  const before = text.slice(0, index)
  const at = { file, line: before.split('\n').length, column: index - before.lastIndexOf('\n') }
  return { at, length: token.length }
}

function missingProblem({ kind, name }: VariableUse, place: Marked, { target }: Rendering): Problem {
  if (kind !== 'var') return { kind: 'REFERENCE_UNKNOWN', ...place, message: `no report "${name}" in this tree` }
  return {
    kind: 'VARIABLE_UNDEFINED',
    ...place,
    message: `the variable "${name}" has no value in target "${target.name}"`,
    hint: didYouMean(nearest(name, Object.keys(target.variables)), stepFor(name, target)),
  }
}

function stepFor(name: string, { name: target, at }: Pick<Target, 'at' | 'name'>): string {
  const { file, line } = at().at
  const place = line === undefined ? file : `${file}:${line}`
  return `Add \`${name}: ...\` to the variables of ${target} (${place}). If you mean the text itself, put another $ in front of it.`
}

/**
 * Where a part of a merged value comes from. Merging moves list items, so all three values are walked in parallel: by
 * key, by id, or else by index.
 */
function createOrigins(document: FileValueRead, overlay: FileValueRead, merged: unknown): PlaceOf {
  return (path, what) => {
    const patched = pathIn(overlay.value, merged, path)
    return patched
      ? overlay.placeOf(patched, what)
      : document.placeOf(pathIn(document.value, merged, path) ?? path, what)
  }
}

/** The path of the same part in one of the merged values. */
function pathIn(value: unknown, merged: unknown, path: ValuePath): ValuePath | undefined {
  const [step, ...rest] = path
  if (step === undefined) return []
  const next = stepIn(value, merged, step)
  if (next === undefined) return undefined
  const inner = pathIn(childOf(value, next), childOf(merged, step), rest)
  return inner && [next, ...inner]
}

function stepIn(value: unknown, merged: unknown, step: string | number): string | number | undefined {
  if (!Array.isArray(value)) return isOverlayMap(value) && Object.hasOwn(value, step) ? step : undefined
  const id = idOf(childOf(merged, step))
  const index = id !== undefined && isIdentified(value) ? value.findIndex((item) => idOf(item) === id) : Number(step)
  return index >= 0 && index < value.length ? index : undefined
}

const childOf = (value: unknown, step: string | number): unknown =>
  (value as Readonly<Record<string | number, unknown>> | undefined)?.[step]
