import { createHash } from 'node:crypto'
import { ERRORS } from '@boardwright/common'
import type { WaivedProblem } from '../config/waivers.ts'
import type { ComparedWith } from '../content/compared.ts'
import { groupBy } from '../content/group-by.ts'
import { codeOf, hintOf, type Problem } from '../content/problem.ts'

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json'

export interface SarifContext {
  readonly version: string
  readonly comparedWith?: ComparedWith | undefined
  /** What waivers cover: results too, but suppressed. */
  readonly waived: readonly WaivedProblem[]
}

/** Problems in SARIF 2.1.0, which GitHub's code scanning and editors read. Paths are from the root of the repository. */
export function asSarif(reported: readonly Problem[], { version, comparedWith, waived }: SarifContext): string {
  const reasons = new Map(waived.map(({ problem, waiver: { reason } }) => [problem, reason]))
  const problems = [...reported, ...reasons.keys()]
  const byRule = groupBy(problems, codeOf)
  const ids = [...byRule.keys()].sort()
  const results = problems.map((problem) => ({
    ruleId: codeOf(problem),
    ruleIndex: ids.indexOf(codeOf(problem)),
    level: levelOf(problem),
    message: { text: `${problem.message}. ${hintOf(problem)}` },
    locations: [{ physicalLocation: placeOf(problem) }],
    ...suppressionOf(reasons.get(problem)),
    partialFingerprints: { 'problem/v1': problemFingerprint(problem) },
    // It says nothing about what was there before if nobody knows what that is.
    ...(comparedWith?.known ? { baselineState: problem.before ? 'unchanged' : 'new' } : {}),
  }))
  const rules = ids.flatMap(
    (id) =>
      byRule
        .get(id)
        ?.slice(0, 1)
        .map((problem) => ruleOf(id, problem)) ?? [],
  )
  const run = {
    tool: { driver: { name: 'Boardwright', version, rules } },
    ...(comparedWith?.known ? { baselineGuid: guidOf(comparedWith.commit) } : {}),
    columnKind: 'utf16CodeUnits',
    results,
  }
  return JSON.stringify({ $schema: SCHEMA, version: '2.1.0', runs: [run] }, null, 2)
}

const suppressionOf = (justification: string | undefined) =>
  justification === undefined ? {} : { suppressions: [{ kind: 'external', status: 'accepted', justification }] }

const levelOf = ({ warning }: Problem): 'error' | 'warning' => (warning ? 'warning' : 'error')

/** A rule of the house is known by its name, and its `why` may be an address; all else by the name of the error. */
function ruleOf(id: string, { kind, rule, why = '' }: Problem) {
  const name = rule ?? kind.toLowerCase().replace(/_/g, ' ')
  return {
    ...{ id, name, shortDescription: { text: name } },
    help: { text: why && !isAddress(why) ? why : ERRORS[kind].hint },
    ...(isAddress(why) ? { helpUri: why } : {}),
  }
}

const isAddress = (text: string): boolean => /^https?:\/\/\S+$/.test(text)

function placeOf({ at: { file, line, column }, length }: Problem) {
  const uri = file.split('/').map(encodeURIComponent).join('/')
  const start = column === undefined ? {} : { startColumn: column }
  const end = column === undefined || !length ? {} : { endColumn: column + length }
  const region = line === undefined ? {} : { region: { startLine: line, ...start, ...end } }
  return { artifactLocation: { uri, uriBaseId: '%SRCROOT%' }, ...region }
}

/** The same for the same problem on another line. */
export const problemFingerprint = (problem: Problem): string =>
  createHash('sha256')
    .update(`${codeOf(problem)}\n${problem.at.file}\n${problem.message}`)
    .digest('hex')

/** A run is named by a GUID, a commit by a hash: this is one made of the other. */
function guidOf(commit: string): string {
  const hash = createHash('sha256').update(commit).digest('hex')
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-5${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}
