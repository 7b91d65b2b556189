import process from 'node:process'
import { BoardwrightError, EXIT } from '@boardwright/common'
import { Command, Option } from 'commander'
import type { JudgedBy } from '../../check/validate.ts'
import type { ValidateTreeOptions } from '../../check/validate-tree.ts'
import { isCi } from '../../config/in-ci.ts'
import { comparedText } from '../../content/compared.ts'
import { counted, plural } from '../../content/counted.ts'
import { printable } from '../../content/printable.ts'
import type { Problem } from '../../content/problem.ts'
import { tokensIn } from '../../content/secret-forms.ts'
import { environment } from '../environment.ts'
import { type Finish, startDirectory, today } from '../options.ts'
import { note } from '../output.ts'
import { countProblems, PROBLEM_FORMATS, type ProblemFormat } from '../problems.ts'
import { settings } from '../settings.ts'
import { showProblems } from '../show-problems.ts'
import type { TargetOptions } from '../targets.ts'

interface Options extends TargetOptions {
  readonly format?: ProblemFormat
  readonly json?: true
  readonly base?: string
  readonly strict?: true
  readonly compiler?: true
}

export function validateCommand(finish: Finish): Command {
  return new Command('validate')
    .description('check every file of the tree: all problems at once, with their places')
    .option('-t, --target <name>', 'check as this target sees it, or several (a glob; default: every target)')
    .option('--base <rev>', 'the branch or commit to compare with (default: the branch that this one is merged into)')
    .option('--compiler', 'have the data model judged by the compiler that is installed beside the project')
    .option('--strict', 'if it is not known what is new, take every mistake for new')
    .addOption(new Option('--format <format>', 'how to print problems').choices([...PROBLEM_FORMATS]))
    .option('--json', 'print them as JSON')
    .action(async (options: Options, command: Command) => {
      const { validateTree } = await import('../../check/validate-tree.ts')
      const validated = await validateTree(startDirectory(command), {
        today: today(),
        target: options.target,
        compare: { asked: options.base, env: process.env },
        isStrict: options.strict,
        tokens: tokensIn(environment()),
        onMembers: isCi(environment()) ? undefined : refreshEditor(startDirectory(command)),
        // The code that knows forges takes as long to load as all else here.
        compiler: {
          isAsked: options.compiler === true,
          whyNot: whyNotCompiled,
        },
      })
      const { membersNotChecked, counts, files, comparedWith, waived, judgedBy, notCompiled } = validated
      note(printable(comparedText(comparedWith)))
      const format = options.format ?? (options.json ? 'json' : 'text')
      const areAllShown = format === 'json' || format === 'sarif' || settings().verbose
      const problems = validated.problems.filter(({ before }) => areAllShown || !before)
      const errors = problems.filter(({ warning }) => !warning).length
      if (problems.length > 0 || format !== 'text') {
        const { frameOf } = await import('../../project/local/project.ts')
        const frame = (problem: (typeof problems)[number]) => frameOf({ files }, problem)
        const { placeOfProject } = await import('../../agents/place.ts')
        const directory = format === 'text' ? '' : await placeOfProject(startDirectory(command))
        const project = format === 'json' ? await idOfProject(startDirectory(command)) : null
        const said = {
          comparedWith,
          waived,
          membersNotChecked: membersNotChecked ?? null,
          directory,
          project,
        }
        showProblems(problems, format, frame, said)
      }
      const unread = validated.problems.filter(({ kind }) => kind === 'SQL_UNCHECKED')
      if (unread.length > 0)
        note(`${plural(unread.length, 'SQL query', 'SQL queries')} not checked (${reasonsOf(unread)}).`)
      if (membersNotChecked !== undefined) note(printable(`Members of queries: not checked (${membersNotChecked}).`))
      if (judgedBy) note(judgedText(judgedBy))
      if (notCompiled !== undefined) note(`Data model: not given to the compiler, because ${notCompiled}.`)
      const { countsText } = await import('../counts.ts')
      const ofWaivers = waived.length === 0 ? '' : ` ${counted(waived.length)} waived.`
      note(`${countsText(counts)}: ${endText(validated.problems, areAllShown)}${ofWaivers} Nothing was sent.`)
      finish(errors > 0 ? EXIT.error : EXIT.done)
    })
}

/** Compiling runs what the model has in code: neither that of strangers, nor in a job beside a key of the platform. */
async function whyNotCompiled(): Promise<string | undefined> {
  const isKey = ([name, value]: readonly [string, string | undefined]): boolean =>
    name.startsWith('BOARDWRIGHT_TOKEN') && value !== undefined && value !== ''
  if (isCi(environment()) && Object.entries(environment()).some(isKey)) return 'this job has a key of the platform'
  // The code that knows forges takes as long to load as all else here.
  return (await import('../job.ts')).isJobOfFork() ? 'this pull request comes from a fork' : undefined
}

/** What editors offer is what the data model has. */
const refreshEditor =
  (start: string): NonNullable<ValidateTreeOptions['onMembers']> =>
  async (members) => {
    const [{ refreshSchemas }, { findRoot }] = await Promise.all([
      import('../../setup/editor.ts'),
      import('../../project/local/root.ts'),
    ])
    await refreshSchemas(await findRoot(start), members)
  }

const DOUBTS = {
  template: 'with templates',
  outside: 'of tables outside the data model',
  unclear: 'in SQL that Boardwright cannot follow',
  expression: 'in query expressions',
} as const satisfies Record<NonNullable<Problem['doubt']>, string>

function judgedText({ version, deployed }: JudgedBy): string {
  const others = deployed.length === 0 ? '' : `, but ${deployed.join(' and ')} is deployed`
  return printable(`Data model: judged by version ${version} of the compiler${others}.`)
}

/** `2 with templates, 1 not understood` */
function reasonsOf(unread: readonly Problem[]): string {
  return Object.entries(DOUBTS)
    .map(([doubt, what]) => [unread.filter((each) => each.doubt === doubt).length, what] as const)
    .flatMap(([count, what]) => (count === 0 ? [] : [count === unread.length ? what : `${count} ${what}`]))
    .join(', ')
}

/** `no new problems; 288 old ones (-v lists them).` */
function endText(problems: readonly Problem[], areListed: boolean): string {
  const fresh = problems.filter(({ before }) => !before)
  const old = problems.length - fresh.length
  if (old === 0) return countProblems(fresh)
  const found = fresh.length === 0 ? 'no new problems' : countProblems(fresh).replace(/\.$/, '')
  return `${found}; ${old === 1 ? '1 old one' : `${counted(old)} old ones`}${areListed ? '' : ' (-v lists them)'}.`
}

/** For `ci comment`, which runs without the project's files. */
async function idOfProject(directory: string): Promise<string | null> {
  const { projectIdOf } = await import('../../project/local/id.ts')
  try {
    return await projectIdOf(directory)
  } catch (cause) {
    if (cause instanceof BoardwrightError && cause.kind === 'NO_PROJECT') return null
    throw cause
  }
}
