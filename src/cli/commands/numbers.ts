import { EXIT, worstOf } from '@boardwright/common'
import { Command, InvalidArgumentError, Option } from 'commander'
import { comparedText } from '../../content/compared.ts'
import { printable, shortCommit } from '../../content/printable.ts'
import type { ComparedNumbers } from '../../previews/numbers/numbers.ts'
import { type Finish, integer, openSoundHere } from '../options.ts'
import { note, result } from '../output.ts'
import { connectOptions } from '../settings.ts'

interface Options {
  readonly target?: string
  readonly base?: string
  readonly preview?: string
  readonly branch?: string
  readonly budget: number
  readonly rows: number
  readonly tolerance?: readonly Tolerance[]
  readonly failOn?: 'error' | 'change'
  readonly json?: true
}

interface Tolerance {
  readonly measure: string | undefined
  readonly relative: number
}

const [USUAL_BUDGET, USUAL_ROWS] = [200, 10_000]
/** No query may ask for more rows than this. */
const MOST_ROWS = 50_000
/** Sums of floating-point numbers may differ by this much. */
const EXACT = 1e-9

export function numbersCommand(finish: Finish): Command {
  return new Command('numbers')
    .description(
      'compare the results of affected reports before and after: with a preview of the data model, or on two targets',
    )
    .option('-t, --target <name>', 'the target to query')
    .option(
      '--base <rev|target>',
      'what to compare with: a branch, a commit or a target (default: the branch that this one is merged into)',
    )
    .addOption(new Option('--preview <name>', 'query the data model of this preview, see stage').conflicts('branch'))
    .option('--branch <name>', 'query this branch of the data model; it must be served')
    .option('--budget <n>', 'the most queries', integer(1, 100_000), USUAL_BUDGET)
    .option('--rows <n>', 'the most rows of each', integer(1, MOST_ROWS), USUAL_ROWS)
    .option(
      '--tolerance <relative>',
      'how much still counts as the same, such as 0.01; or for one measure, such as orders.revenue=0.01 (repeatable)',
      tolerance,
    )
    .addOption(
      new Option(
        '--fail-on <what>',
        'exit with 1 if a query fails that did not before, with 2 if a number moves',
      ).choices(['error', 'change']),
    )
    .option('--json', 'print the result as JSON')
    .action(async (options: Options, command: Command) => {
      const [{ readNumbers }, { numbersText }] = await Promise.all([
        import('../../previews/numbers/numbers.ts'),
        import('../../words/index.ts'),
      ])
      const project = await openSoundHere(command)
      const numbers = await readNumbers(project, {
        ...{
          ...connectOptions(),
          target: options.target,
          base: options.base,
          preview: options.preview,
          branch: options.branch,
        },
        ...{ budget: options.budget, rows: options.rows, tolerances: tolerancesOf(options) },
      })
      if (numbers.comparedWith) note(printable(comparedText(numbers.comparedWith)))
      if (options.preview !== undefined && numbers.branch === null && numbers.queries > 0)
        note(
          `The preview ${options.preview} has no data model, so both sides were queried on that of ${numbers.target}.`,
        )
      if (numbers.commit)
        note(
          `The preview ${options.preview} has the data model of this tree, staged from ${shortCommit(numbers.commit)}.`,
        )
      const document = { format: 1 as const, ...numbers }
      if (options.json) result(JSON.stringify(document, null, 2))
      else for (const line of numbersText(document)) result(printable(line))
      finish(exitOf(numbers, options))
    })
}

function exitOf({ reports, needBranch, notAsked, queries, skipped }: ComparedNumbers, { failOn }: Options): number {
  if (failOn === undefined) return EXIT.done
  return worstOf([
    (skipped !== undefined || needBranch.length > 0 || (notAsked.length > 0 && queries === 0)) && EXIT.notAllowed,
    reports.some(({ error, errorBefore }) => error !== undefined && errorBefore === undefined) && EXIT.error,
    failOn === 'change' && reports.some(({ compared }) => compared !== undefined) && EXIT.changes,
  ])
}

function tolerance(text: string, before: readonly Tolerance[] = []): readonly Tolerance[] {
  const [, measure, number] = /^(?:([\w.]+)=)?(\d+(?:\.\d+)?)$/.exec(text) ?? []
  if (number === undefined)
    throw new InvalidArgumentError('Give a share, such as 0.01, or one of a measure: orders.revenue=0.01.')
  return [...before, { measure, relative: Number(number) }]
}

const tolerancesOf = ({ tolerance: all = [] }: Options) => ({
  usual: all.findLast(({ measure }) => measure === undefined)?.relative ?? EXACT,
  byMeasure: new Map(all.flatMap(({ measure, relative }) => (measure === undefined ? [] : [[measure, relative]]))),
})
