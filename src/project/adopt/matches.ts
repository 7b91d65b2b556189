import { BoardwrightError } from '@boardwright/common'
import { readYaml } from '@boardwright/common/yaml'
import { z } from 'zod'
import { titleText } from '../../content/printable.ts'
import { firstFault } from '../../content/schema-problems.ts'
import type { Proposal } from '../../plan/proposals.ts'

/** Confirmed matches: our slug or id -> the live slug or public id. */
export interface Matches {
  readonly workbooks: ReadonlyMap<string, string>
  readonly reports: ReadonlyMap<string, string>
}

const MatchFile = z.strictObject({
  target: z.string(),
  workbooks: z.array(z.strictObject({ slug: z.string(), live: z.string() })).default([]),
  reports: z.array(z.strictObject({ id: z.string(), live: z.string() })).default([]),
})

/** A proposal file: one line per pair, with the evidence next to it. */
export function printProposals(target: string, proposals: readonly Proposal[]): string {
  const lines = (kind: Proposal['kind'], name: string): string[] =>
    proposals
      .filter((each) => each.kind === kind)
      .map(({ ours, theirs, title, because }) => {
        const words = `${titleText(title)}: ${because}`.replaceAll(/\s+/g, ' ')
        return `  - {${name}: ${JSON.stringify(ours)}, live: ${JSON.stringify(theirs)}}   # ${words}`
      })
  const section = (name: string, items: readonly string[]): string[] =>
    items.length === 0 ? [] : [`${name}:`, ...items]
  return [
    `# What looks the same in ${target} and in the tree. Remove the lines that are wrong, then:`,
    `#   boardwright adopt --target ${target} --match THIS_FILE`,
    `target: ${target}`,
    ...section('workbooks', lines('workbook', 'slug')),
    ...section('reports', lines('report', 'id')),
    '',
  ].join('\n')
}

interface MatchText {
  readonly text: string
  readonly file: string
}

/** Each target has ids of its own, so a file for another target is refused. */
export function readMatches(given: MatchText | undefined, target: string): Matches {
  if (!given) return { workbooks: new Map(), reports: new Map() }
  const { text, file } = given
  const { value, problems } = readYaml(text, file)
  const [problem] = problems
  if (problem) throw new BoardwrightError(problem.kind, problem.message, { at: problem.at })
  const read = MatchFile.safeParse(value)
  if (!read.success) {
    throw new BoardwrightError('SCHEMA', firstFault(MatchFile, value), {
      at: { file },
      hint: 'Run `boardwright adopt` without --match: it writes such a file.',
    })
  }
  const { workbooks, reports } = read.data
  if (read.data.target !== target) {
    throw new BoardwrightError('USAGE', `${file} has the matches of ${read.data.target}, and this is ${target}`, {
      hint: `Run \`boardwright adopt --target ${target}\` without --match: it writes the file of ${target}.`,
    })
  }
  return {
    workbooks: once(
      workbooks.map(({ slug, live }) => [slug, live] as const),
      file,
    ),
    reports: once(
      reports.map(({ id, live }) => [id, live] as const),
      file,
    ),
  }
}

/** Each object matches at most one other. */
function once(pairs: readonly (readonly [string, string])[], file: string): ReadonlyMap<string, string> {
  for (const side of [0, 1] as const) {
    const names = pairs.map((pair) => pair[side])
    const twice = names.find((name, index) => names.indexOf(name) !== index)
    if (twice !== undefined) throw new BoardwrightError('DUPLICATE', `"${twice}" is matched twice`, { at: { file } })
  }
  return new Map(pairs)
}
