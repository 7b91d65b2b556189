import { readFileSync } from 'node:fs'
import process from 'node:process'
import { Command, Option } from 'commander'
import { BoardwrightError } from '../../errors.ts'
import type { ApplyOptions } from '../../sync/apply.ts'
import { confirmPlan } from '../confirm.ts'
import { describeEnding } from '../endings.ts'
import { onInterrupt } from '../interrupt.ts'
import { directoryOf, type Finish, integer, today } from '../options.ts'
import { note, printable, result } from '../output.ts'
import { describeReading, printPlan } from '../plans.ts'
import { createProgress } from '../progress.ts'
import { createReporter } from '../reporter.ts'
import { type ShapingOptions, shapingOf, withShaping } from '../shaping.ts'

interface Options extends ShapingOptions {
  readonly target?: string
  readonly yes?: true
  readonly approve?: string
  readonly onError?: 'stop' | 'continue'
  readonly concurrency?: number
  readonly allowDirty?: true
  readonly json?: true
}

export function applyCommand(finish: Finish): Command {
  const command = new Command('apply')
    .description('make live match the tree: a saved plan, or one that is made now and shown first')
    .argument('[plan]', 'a plan that was saved with plan --out')
    .option('-t, --target <name>', 'the target to write to')
    .option('--yes', 'do not ask')
    .option('--approve <hash>', 'apply only the plan of this short hash, and do not ask')
    .addOption(new Option('--on-error <what>', 'after a failure').choices(['stop', 'continue']))
    .option('--concurrency <n>', 'objects written at once (default: 10)', integer(1, 100))
    .option('--allow-dirty', 'apply files that are not committed')
    .option('--json', 'print what happens as JSON, one event a line')
  return withShaping(command).action(async (file: string | undefined, options: Options, command: Command) => {
    const [{ openProject, requireConfig }, { applyPlan }] = await Promise.all([
      import('../../sync/project.ts'),
      import('../../sync/apply.ts'),
    ])
    const started = performance.now()
    const saved = file === undefined ? undefined : await readSaved(file, options)
    const project = requireConfig(await openProject(directoryOf(command), today()))
    const progress = createProgress()
    const reporter = createReporter({ json: options.json === true })
    const interrupt = onInterrupt((line) => note(line))
    try {
      const applied = await applyPlan(project, {
        env: process.env,
        target: options.target,
        shaping: shapingOf(options),
        saved,
        approve: options.approve,
        allowDirty: options.allowDirty,
        onError: options.onError,
        concurrency: options.concurrency,
        say: progress.say,
        stop: interrupt.stop,
        signal: interrupt.kill,
        onEvent: reporter.hear,
        confirm: async (plan) => {
          progress.end()
          if (!options.json) result(await printPlan(plan, 'text'))
          return options.yes === true || options.approve !== undefined || confirmPlan(plan)
        },
      })
      reporter.end()
      progress.end()
      await project.saveCache()
      if (applied.result === undefined && applied.why !== 'declined') {
        result(await printPlan(applied.plan, options.json ? 'json' : 'text'))
      }
      if (!options.json) for (const line of describeEnding(applied)) result(printable(line))
      note(printable(describeReading(applied.planned, performance.now() - started)))
      finish(applied.exit)
    } finally {
      interrupt.done()
      reporter.end()
      progress.end()
    }
  })
}

/** A saved plan says itself what shaped it. */
async function readSaved(file: string, options: Options): Promise<ApplyOptions['saved']> {
  const shaping = Object.entries(shapingOf(options)).filter(([, value]) => value !== false)
  if (shaping.length > 0 || options.target !== undefined) {
    throw new BoardwrightError('USAGE', 'a saved plan is applied as it is: flags that shape a plan are not for it', {
      hint: 'Give them to `boardwright plan`.',
    })
  }
  const { readPlan } = await import('../../sync/render-plan.ts')
  return readPlan(readFileSync(file, 'utf8'))
}
