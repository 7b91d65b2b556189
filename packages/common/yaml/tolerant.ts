import type { YAMLParseError } from 'yaml'
import { yamlLibrary } from './library.ts'

/** What a text says to a reader that allows all of YAML, such as anchors and merge keys; or why it says nothing. */
export type Tolerant = { readonly value: unknown } | { readonly message: string }

export function readTolerantly(text: string): Tolerant {
  const document = yamlLibrary().parseDocument(text, { merge: true, logLevel: 'error' })
  const [syntax] = document.errors
  if (syntax) return { message: describeSyntax(syntax) }
  try {
    const value: unknown = document.toJS()
    return isCyclic(value, new Set()) ? { message: 'an alias stands inside what it names' } : { value }
  } catch (cause) {
    // An alias without an anchor, or nested aliases that would not fit into memory.
    if (cause instanceof ReferenceError) return { message: cause.message }
    throw cause
  }
}

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
