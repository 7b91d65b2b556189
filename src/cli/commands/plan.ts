import { appendFileSync } from 'node:fs'
import { resolve } from 'node:path'
import process from 'node:process'
import { Command, Option } from 'commander'
import type { Planned } from '../../sync/plan.ts'
import { directoryOf, type Finish, today } from '../options.ts'
import { note, printable, result } from '../output.ts'
import { describeReading, PLAN_FORMATS, type PlanFormat, printPlan } from '../plans.ts'
import { createProgress } from '../progress.ts'
import { type ShapingOptions, shapingOf, withShaping } from '../shaping.ts'
import { writeWhole } from '../write-file.ts'

interface Options extends ShapingOptions {
  readonly target?: string
  readonly out?: string
  readonly format?: PlanFormat
  readonly json?: true
  readonly detailedExitcode?: true
}

export function planCommand(finish: Finish): Command {
  const command = new Command('plan')
    .description('compare the tree with what is live, and show what apply would do; never writes')
    .option('-t, --target <name>', 'the target to compare with')
    .option('--out <file>', 'save the plan, for apply')
    .addOption(new Option('--format <format>', 'how the plan is printed').choices([...PLAN_FORMATS]))
    .option('--json', 'the same as --format json')
    .option('--detailed-exitcode', 'end with 2 when there are changes')
  return withShaping(command).action(async (options: Options, command: Command) => {
    const [{ openProject, requireConfig }, { exitOf, planTarget }] = await Promise.all([
      import('../../sync/project.ts'),
      import('../../sync/plan.ts'),
    ])
    const started = performance.now()
    const progress = createProgress()
    const project = requireConfig(await openProject(directoryOf(command), today()))
    try {
      const planned = await planTarget(project, {
        env: process.env,
        target: options.target,
        shaping: shapingOf(options),
        say: progress.say,
      })
      progress.end()
      await project.saveCache()
      await show(planned, options)
      note(printable(describeReading(planned, performance.now() - started)))
      finish(exitOf(planned.plan, { detailed: options.detailedExitcode === true }))
    } finally {
      progress.end()
    }
  })
}

async function show({ plan }: Planned, options: Options): Promise<void> {
  const format = options.format ?? (options.json ? 'json' : 'text')
  result(await printPlan(plan, format))
  if (options.out !== undefined) writeWhole(resolve(options.out), await printPlan(plan, 'json'))
  const summary = process.env['GITHUB_STEP_SUMMARY']
  if (summary) appendFileSync(summary, `${await printPlan(plan, 'markdown')}\n`)
}
