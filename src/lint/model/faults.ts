import { lazy, pattern, snake } from '@boardwright/common'
import { createLines, createPlaces, createRanges } from '@boardwright/common/yaml'
import type { Fault, Model } from '@boardwright/platform/model'
import type { Problem, ValuePath } from '../../content/problem.ts'

/**
 * What the platform would refuse in a data model: files that are not YAML, and wrong definitions in those that are. What
 * seems to be missing may be defined in a file that is not, or in code.
 */
export function modelFaults({ read, unread, judged }: Model): Problem[] {
  const notYaml = unread.flatMap(({ problems }) => problems)
  const sources = new Map(read.map(({ file, text }) => [file, sourceOf(file, text)]))
  return [
    ...notYaml.map(asFault),
    ...judged.faults.map((fault) => placed(fault, sources.get(fault.file) ?? sourceOf(fault.file, ''))),
  ]
}

const asFault = (problem: Problem): Problem => ({ ...problem, fault: `model ${problem.at.file} ${problem.message}` })

/** In SQL a name is in braces; the same word may come before it without them. */
function placeOf(text: string, word: string): number {
  const braced = pattern()`\{\s*${word}(?![\w.])`.exec(text)
  return braced ? braced.index + braced[0].length - word.length : text.indexOf(word)
}

/** A file, with the lookups that all its faults share. */
type Source = ReturnType<typeof sourceOf>
const sourceOf = (file: string, text: string) => ({
  text,
  placeOf: createPlaces(text, file, snake),
  rangeOf: createRanges(text, snake),
  lines: lazy(() => createLines(text)),
})

function withKeyAsWritten(message: string, path: ValuePath, { text, rangeOf }: Source): string {
  const [from, to] = rangeOf(path, 'key') ?? [0, 0]
  return from === to ? message : message.replace(`"${path.at(-1)}"`, () => `"${text.slice(from, to)}"`)
}

function placed({ file, path, isKey, word, hint, warning, lacks, ...fault }: Fault, source: Source): Problem {
  const place = source.placeOf(path, isKey ? 'key' : 'value')
  const message = isKey ? withKeyAsWritten(fault.message, path, source) : fault.message
  const problem = { kind: 'MODEL_REFUSED', message, hint, fault: `model ${file} ${message}` } as const
  const [from, to] = (word === undefined ? undefined : source.rangeOf(path, 'value')) ?? [0, 0]
  const found = word === undefined ? -1 : placeOf(source.text.slice(from, to), word)
  return {
    ...problem,
    ...(found < 0 ? place : { at: { file, ...source.lines().at(from + found) }, length: word?.length ?? place.length }),
    ...(warning ? { warning } : {}),
    ...(lacks === undefined ? {} : { lacks }),
  }
}
