import { counted } from '../counted.ts'
import type { ErrorName, Place } from '../errors.ts'
import { checkCharacters, type Finding, findMarks } from './check.ts'
import { compose } from './compose.ts'
import { YAML_LIMITS, type YamlLimits } from './limits.ts'
import { createLines, createPlaces, type SpotOf } from './place.ts'
import { type Counted, readQuickly } from './quick.ts'
import { toValue } from './value.ts'

/** Something wrong in a YAML file. */
export interface YamlProblem {
  readonly kind: ErrorName
  readonly message: string
  readonly at: Place
  /** How many characters of the line to mark. */
  readonly length?: number
  /** Replaces the usual hint of its kind. */
  readonly hint?: string | undefined
}

/**
 * Reads one YAML file: YAML 1.2, core schema, restricted to plain JSON values. Finds everything wrong at once. With a
 * problem there is no value.
 */
export interface YamlRead {
  readonly value: unknown
  readonly problems: readonly YamlProblem[]
  readonly placeOf: SpotOf
}

export function readYaml(text: string, file: string, limits: YamlLimits = YAML_LIMITS): YamlRead {
  const { value, findings } = read(text, limits)
  if (findings.length === 0) return { value, problems: [], placeOf: createPlaces(text, file) }
  const problems = toProblems(findings, text, file).slice(0, limits.problems)
  return { value: undefined, problems, placeOf: createPlaces('', file) }
}

interface Reading extends Counted {
  readonly findings?: readonly Finding[]
}

function read(text: string, limits: YamlLimits): { value?: unknown; findings: readonly Finding[] } {
  if (text.length > limits.size) {
    const message = `has ${counted(text.length)} characters, more than ${counted(limits.size)}`
    return { findings: [tooLarge(message, limits.size)] }
  }
  // The parser uses some characters as markers of its own: they must not get into it.
  const unreadable = checkCharacters(text)
  if (unreadable.length > 0) return { findings: unreadable }
  const { value, findings = [], tooMany }: Reading = readQuickly(text, limits) ?? parse(text, limits)
  if (tooMany === undefined) return { value, findings }
  return { findings: [tooLarge(`has more than ${counted(limits.entries)} keys and list items`, tooMany)] }
}

function parse(text: string, limits: YamlLimits): Reading {
  const { root, findings } = compose(text, limits.tokens)
  const read = toValue(root, limits, text)
  return { ...read, findings: [...findings, ...read.findings] }
}

const tooLarge = (message: string, from: number): Finding => ({ kind: 'FILE_TOO_LARGE', message, from, to: from + 1 })

/** Marks of other systems in a text that is not YAML. */
export const marksIn = (text: string, file: string): YamlProblem[] => toProblems(findMarks(text), text, file)

/** Each of these can break the rest of its line, so a line has at most one of them. */
const BREAKING: ReadonlySet<Finding['kind']> = new Set(['YAML_SYNTAX', 'YAML_KEY'])

/** In text order. */
function toProblems(findings: readonly Finding[], text: string, file: string): YamlProblem[] {
  const lines = createLines(text)
  const seen = new Set<string>()
  return findings
    .toSorted((one, other) => one.from - other.from)
    .flatMap(({ kind, message, from, to, first, hint }) => {
      const place = lines.at(from)
      const once = BREAKING.has(kind) ? `${place.line}` : kind === 'YAML_TOO_DEEP' ? kind : `${from} ${message}`
      if (seen.has(once)) return []
      seen.add(once)
      if (kind === 'YAML_FORBIDDEN') seen.add(`${place.line}`)
      const length = Math.max(1, Math.min(to, lines.endOf(from)) - from)
      const also = first === undefined ? '' : `, first in line ${lines.at(first).line}`
      return [{ kind, message: `${message}${also}`, at: { file, ...place }, length, ...(hint && { hint }) }]
    })
}
