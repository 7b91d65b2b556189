import { addAll } from '@boardwright/common'
import { isMap, parseDocument, type YAMLParseError } from 'yaml'

/** What the compiler reports. The platform gives a file and a text, and no line number. */
export interface Problem {
  readonly fileName: string
  readonly message: string
}

export type Kind = 'cube' | 'view'

/** One entry of a file's `cubes` or `views`, not checked yet. */
export interface Declared {
  readonly kind: Kind
  readonly fileName: string
  readonly value: unknown
}

export interface ReadFiles {
  readonly declared: readonly Declared[]
  readonly problems: readonly Problem[]
  /** Model files that are code or templates: only the platform's own runtime can run them. */
  readonly unchecked: readonly string[]
}

const ROOT = 'model/'
const YAML_FILE = /\.ya?ml$/i
const CODE_FILE = /\.(js|ts|py|jinja)$/i
const TEMPLATE = /\{\{|\{%|\{#/
const LISTS = { cubes: 'cube', views: 'view' } as const satisfies Record<string, Kind>

export function readFiles(files: ReadonlyMap<string, string>): ReadFiles {
  const declared: Declared[] = []
  const problems: Problem[] = []
  const unchecked: string[] = []
  for (const [fileName, text] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (!fileName.startsWith(ROOT)) continue
    if (CODE_FILE.test(fileName) || (YAML_FILE.test(fileName) && TEMPLATE.test(text))) unchecked.push(fileName)
    else if (YAML_FILE.test(fileName)) {
      const read = readFile(fileName, text)
      addAll(declared, read.declared)
      addAll(
        problems,
        read.messages.map((message) => ({ fileName, message })),
      )
    }
  }
  return { declared, problems, unchecked }
}

function readFile(fileName: string, text: string): { declared: Declared[]; messages: string[] } {
  const document = parseDocument(text, { merge: true })
  const [syntax] = document.errors
  if (syntax) return { declared: [], messages: [describeSyntax(syntax)] }
  if (document.contents === null) return { declared: [], messages: [] }
  if (!isMap(document.contents)) return { declared: [], messages: ["a model file holds 'cubes' and 'views'"] }

  let root: Record<string, unknown>
  try {
    root = document.toJS()
  } catch (cause) {
    // An alias without an anchor, or nested aliases that would not fit into memory.
    if (cause instanceof ReferenceError) return { declared: [], messages: [cause.message] }
    throw cause
  }
  if (isCyclic(root, new Set())) return { declared: [], messages: ['an alias stands inside what it names'] }
  const declared: Declared[] = []
  const messages: string[] = []
  for (const [key, value] of Object.entries(root)) {
    if (!isList(key)) messages.push(`Unexpected YAML key: ${key}. Only 'cubes' and 'views' are allowed here.`)
    else if (value !== null && !Array.isArray(value)) messages.push(`${key} must be defined as array`)
    else
      addAll(
        declared,
        (value ?? []).map((entry: unknown) => ({ kind: LISTS[key], fileName, value: entry })),
      )
  }
  return { declared, messages }
}

const isList = (key: string): key is keyof typeof LISTS => Object.hasOwn(LISTS, key)

function isCyclic(value: unknown, above: ReadonlySet<unknown>): boolean {
  if (typeof value !== 'object' || value === null) return false
  return above.has(value) || Object.values(value).some((entry) => isCyclic(entry, new Set([...above, value])))
}

function describeSyntax(error: YAMLParseError): string {
  const [first = ''] = error.code === 'MULTIPLE_DOCS' ? ['expected a single document'] : error.message.split('\n')
  const what = first.replace(/ at line \d+, column \d+:?$/, '')
  const [at] = error.linePos ?? []
  return at ? `${what} (line ${at.line}, column ${at.col})` : what
}
