import { posix } from 'node:path'
import { largest } from '@boardwright/common'
import { type WaivedProblem, waivedData } from '../config/waivers.ts'
import type { ComparedWith } from '../content/compared.ts'
import { counted, plural } from '../content/counted.ts'
import { groupBy } from '../content/group-by.ts'
import { placeText, printable } from '../content/printable.ts'
import { codeOf, hintOf, type Problem, problemData } from '../content/problem.ts'
import { FOUND, type Paint, plain } from '../words/paint.ts'
import { asJUnit } from './junit.ts'
import { asSarif, problemFingerprint } from './sarif.ts'
import { readVersion } from './version.ts'
import { type WorkflowCommand, workflowCommand } from './workflow-command.ts'

/** What `--format` takes for the problems of a tree; `--json` prints JSON. */
export const PROBLEM_FORMATS = ['text', 'github', 'gitlab', 'junit', 'sarif'] as const
export type ProblemFormat = (typeof PROBLEM_FORMATS)[number] | 'json'
type PrintedFormat = Exclude<ProblemFormat, 'github'>

/** The lines around a place in a file, with a mark under it. */
export type Frame = (problem: Problem) => string | undefined

export interface ProblemContext {
  readonly comparedWith?: ComparedWith
  readonly membersNotChecked?: string | null
  /** What waivers cover. */
  readonly waived?: readonly WaivedProblem[]
  /** Path from the root of the repository to the project. GitHub and GitLab need file paths from there. */
  readonly directory?: string
  /** The project's id; null if boardwright.yaml has none. */
  readonly project?: string | null
}

export function printProblems(
  problems: readonly Problem[],
  format: PrintedFormat,
  frame: Frame,
  more: ProblemContext = {},
  paint: Paint = plain,
): string {
  switch (format) {
    case 'text':
      return asTexts(problems, frame, paint)
    case 'json':
      return JSON.stringify({ format: 1, problems: problems.map(problemData), ...more, ...waivedIn(more) }, null, 2)
    case 'gitlab':
      return JSON.stringify(
        problems.map((problem) => asQualityReport(fromTop(problem, more))),
        null,
        2,
      )
    case 'junit':
      return asJUnit(problems.map((problem) => fromTop(problem, more)))
    case 'sarif':
      return asSarif(
        problems.map((problem) => fromTop(problem, more)),
        {
          ...{ version: readVersion(), comparedWith: more.comparedWith },
          waived: (more.waived ?? []).map((each) => ({ ...each, problem: fromTop(each.problem, more) })),
        },
      )
  }
}

const fromTop = (problem: Problem, { directory = '' }: ProblemContext): Problem => ({
  ...problem,
  at: { ...problem.at, file: posix.join(directory, problem.at.file) },
})

/** A file may have a problem at each of its keys. */
const MOST_OF_FILE = 100

/** What matters most comes last, where people look first. Equal hints are shown once, below the first problem. */
function asTexts(problems: readonly Problem[], frame: Frame, paint: Paint): string {
  const hints = new Set<string>()
  const byFile = [...groupBy(problems, ({ at }) => at.file)].toSorted(
    ([, one], [, other]) => largest(one.map(weightOf)) - largest(other.map(weightOf)),
  )
  const texts = byFile.flatMap(([file, own]) => {
    const shown = mostImportant(own)
    const more = own.length - shown.length
    return [
      ...shown.map((problem) => {
        const hint = hintOf(problem)
        const text = asText(problem, frame, !hints.has(hint), paint)
        hints.add(hint)
        return text
      }),
      ...(more > 0 ? [`${printable(file)}  ${counted(more)} more. All of them: boardwright validate --json`] : []),
    ]
  })
  return texts.join('\n')
}

/** What was there before, warnings, errors. */
const weightOf = ({ before, warning }: Problem): number => (before ? 0 : warning ? 1 : 2)

/** In the same order, errors rather than warnings. */
function mostImportant(problems: readonly Problem[]): readonly Problem[] {
  if (problems.length <= MOST_OF_FILE) return problems
  const byWeight = [...problems.filter(({ warning }) => !warning), ...problems.filter(({ warning }) => warning)]
  const chosen = new Set(byWeight.slice(0, MOST_OF_FILE))
  return problems.filter((problem) => chosen.has(problem))
}

/** Hints up to this length go next to the mark, such as the suggestion for a misspelt word. */
const LONGEST_BESIDE = 60

function asText(problem: Problem, frame: Frame, isFirst: boolean, paint: Paint): string {
  const style = FOUND[problem.before ? 'old' : problem.warning ? 'warning' : 'error']
  const place = paint('strong', printable(placeText(problem.at)))
  const code = paint(style, `${codeOf(problem)}${problem.warning ? '  warning' : ''}`)
  const head = `${place}  ${code}${problem.warning ? ': ' : '  '}${printable(problem.message)}`
  const lines = frame(problem)?.replace(MARK, (mark) => paint(style, mark))
  if (lines !== undefined) {
    const own = problem.hint
    if (own !== undefined && own.length <= LONGEST_BESIDE) return `${head}\n${lines} ${printable(own)}`
    return `${head}\n${lines}${isFirst ? `\n   ${printable(hintOf(problem))}` : ''}`
  }
  return `${head}\n   ${printable(hintOf(problem))}`
}

/** What is wrong, under its line. */
const MARK = /(?<!\^)\^+$/

const waivedIn = ({ waived }: ProblemContext) => (waived ? { waived: waived.map(waivedData) } : {})

/** The problems as annotations on their lines. */
export const annotationsOf = (problems: readonly Problem[], more: ProblemContext): WorkflowCommand[] =>
  problems.map((problem) => {
    const { file, line, column } = fromTop(problem, more).at
    const place = { file, line, col: column, title: codeOf(problem) }
    return workflowCommand(
      problem.warning ? 'warning' : 'error',
      place,
      printable(`${problem.message}. ${hintOf(problem)}`),
    )
  })

function asQualityReport(problem: Problem) {
  const code = codeOf(problem)
  const { file, line = 1 } = problem.at
  return {
    description: `${problem.message}. ${hintOf(problem)}`,
    check_name: code,
    fingerprint: problemFingerprint(problem),
    severity: problem.warning ? 'minor' : 'major',
    location: { path: file, lines: { begin: line } },
  }
}

/** `2 problems in 2 files, 1 warning.` */
export function countProblems(problems: readonly Problem[]): string {
  const errors = problems.filter(({ warning }) => !warning)
  const warnings = problems.length - errors.length
  const files = new Set(errors.map(({ at }) => at.file)).size
  const parts = [
    ...(errors.length > 0 ? [`${plural(errors.length, 'problem')} in ${plural(files, 'file')}`] : []),
    ...(warnings > 0 ? [plural(warnings, 'warning')] : []),
  ]
  return parts.length === 0 ? 'no problems.' : `${parts.join(', ')}.`
}
