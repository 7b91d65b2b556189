import { isMap, objectOf } from '@boardwright/common'
import { DOCUMENTS, type DocumentRules, hasWidgets } from '../content/files.ts'
import type { Document } from './documents.ts'
import type { ReportSide } from './layout.ts'
import { caseTwins } from './names.ts'
import { inCurrentForm } from './objects.ts'
import { mapValues, orderKeys } from './order.ts'
import { survivesAsFile } from './text.ts'
import { fitsBeside } from './values.ts'

/** A document in canonical form, with its long texts in side files. */
export interface Canonical {
  readonly value: unknown
  readonly sides: Readonly<Record<string, string>>
}

export interface CanonicalOptions {
  /** The shortest valid name for a report. */
  readonly shorten: (name: string) => string
  /** A patch holds only some keys of its document, and no app files. */
  readonly isPatch: boolean
  /** For a report drawn from HTML: `spec` is a long text. */
  readonly isHtml: boolean
}

/** Loses and adds nothing. Side files stay. */
export function canonicalDocument({ kind, value, sides }: Document, options: CanonicalOptions): Canonical {
  const texts = Object.fromEntries(Object.entries(sides).map(([key, { text }]) => [key, text]))
  if (!isMap(value)) return { value, sides: texts }
  const { inline, moved } = MOVES[DOCUMENTS[kind].beside](value, texts, options)
  const current = hasWidgets(kind) ? withWidgets(inline, (widget) => canonicalWidget(widget, options)) : inline
  return { value: orderKeys(DOCUMENTS[kind].schema, current), sides: { ...texts, ...moved } }
}

type Map = Readonly<Record<string, unknown>>

export const withWidgets = (value: Map, change: (widget: Map, index: number) => Map): Map =>
  mapValues(value, (each, key) =>
    key === 'widgets' && Array.isArray(each)
      ? each.map((widget, index) => (isMap(widget) ? change(widget, index) : widget))
      : each,
  )

const canonicalWidget = (widget: Map, { shorten }: CanonicalOptions): Map =>
  mapFileReferences(inCurrentForm(widget), shorten)

export const mapFileReferences = (widget: Map, rename: (name: string) => string): Map => {
  const change = (name: unknown): unknown => (typeof name === 'string' ? rename(name) : name)
  return mapValues(widget, (each, key) => {
    if (key === 'report') return change(each)
    return key === 'reports' && Array.isArray(each) ? each.map(change) : each
  })
}

const LONG = ['sql', 'pythonCode', 'queryText', 'spec'] as const satisfies readonly ReportSide[]

interface Moved {
  readonly inline: Map
  readonly moved: Readonly<Record<string, string>>
}

type Move = (value: Map, sides: Readonly<Record<string, string>>, options: CanonicalOptions) => Moved

function moveTexts(value: Map, _sides: Readonly<Record<string, string>>, { isHtml }: CanonicalOptions): Moved {
  const moved = Object.fromEntries(
    LONG.flatMap((key): [string, string][] => {
      const text = value[key]
      const isLong = typeof text === 'string' && survivesAsFile(text) && (key !== 'spec' || isHtml)
      return isLong ? [[key, text]] : []
    }),
  )
  return { inline: without(value, Object.keys(moved)), moved }
}

function moveAppFiles(value: Map, sides: Readonly<Record<string, string>>, { isPatch }: CanonicalOptions): Moved {
  const app = value['app']
  const files = isMap(app) ? app['files'] : undefined
  if (isPatch || !isMap(app) || !isMap(files)) return { inline: value, moved: {} }
  const twins = caseTwins([...Object.keys(files), ...Object.keys(sides)])
  const moved = Object.fromEntries(
    Object.entries(files).filter((entry): entry is [string, string] => {
      const [name, text] = entry
      return typeof text === 'string' && fitsBeside(name, text, twins)
    }),
  )
  if (Object.keys(moved).length === 0) return { inline: value, moved }
  const rest = without(files, Object.keys(moved))
  const left =
    Object.keys(rest).length > 0
      ? mapValues(app, (each, key) => (key === 'files' ? rest : each))
      : without(app, ['files'])
  return {
    inline:
      Object.keys(left).length > 0
        ? mapValues(value, (each, key) => (key === 'app' ? left : each))
        : without(value, ['app']),
    moved,
  }
}

/** The parts of a value that go into side files. */
const MOVES: Readonly<Record<DocumentRules['beside'], Move>> = {
  texts: moveTexts,
  app: moveAppFiles,
  nothing: (inline) => ({ inline, moved: {} }),
}

const without = (value: Map, keys: readonly string[]): Map =>
  objectOf(Object.entries(value).filter(([key]) => !keys.includes(key)))
