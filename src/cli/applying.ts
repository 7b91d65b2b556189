import process from 'node:process'
import { type Command, Option } from 'commander'
import type { Applied } from '../sync/apply.ts'
import type { ApplyOptions } from '../sync/apply-options.ts'
import { confirmPlan } from './confirm.ts'
import { describeEnding, describeRun } from './endings.ts'
import type { Interrupt } from './interrupt.ts'
import { integer } from './options.ts'
import { note, printable, result } from './output.ts'
import { describePlan, printPlan } from './plans.ts'
import type { Progress } from './progress.ts'
import { createReporter } from './reporter.ts'
import { type ShapingOptions, shapingOf } from './shaping.ts'
import type { TargetEnding } from './targets.ts'

/** Flags of commands that carry a plan out. */
export interface ApplyingOptions extends ShapingOptions {
  readonly yes?: true
  readonly approve?: string
  readonly onError?: 'stop' | 'continue'
  readonly concurrency?: number
  readonly allowDirty?: true
  readonly json?: true
}

export const withApplying = (command: Command): Command =>
  command
    .option('--yes', 'do not ask')
    .option('--approve <hash>', 'apply only the plan of this short hash, and do not ask')
    .addOption(new Option('--on-error <what>', 'after a failure').choices(['stop', 'continue']))
    .option('--concurrency <n>', 'objects written at once (default: 10)', integer(1, 100))
    .option('--allow-dirty', 'apply files that are not committed')
    .option('--json', 'print what happens as JSON, one event a line')

export interface Stage {
  readonly progress: Progress
  readonly interrupt: Interrupt
  /** Where it is one of several: each event says which. */
  readonly target?: string | undefined
  /** The plan is of this command alone: no hash of it can be approved elsewhere. */
  readonly isOwn?: boolean
}

/** Applies with what the flags say: shows the plan, asks, tells what happens and how it ended. */
export async function applyAndTell<T extends Applied>(
  options: ApplyingOptions,
  { progress, interrupt, target, isOwn = false }: Stage,
  apply: (settings: Omit<ApplyOptions, 'target' | 'saved'>) => Promise<T>,
): Promise<TargetEnding> {
  const started = performance.now()
  const reporter = createReporter({ json: options.json === true, target })
  try {
    const applied = await apply({
      env: process.env,
      shaping: shapingOf(options),
      approve: options.approve,
      allowDirty: options.allowDirty,
      onError: options.onError,
      concurrency: options.concurrency,
      say: progress.say,
      stop: interrupt.stop,
      signal: interrupt.kill,
      onEvent(event) {
        interrupt.writes(true)
        reporter.hear(event)
      },
      confirm: async (plan) => {
        progress.end()
        if (!options.json) {
          const text = await printPlan(plan, 'text')
          result(isOwn ? text.replace(/^Apply exactly this: .*\n?/m, '') : text)
        }
        return options.yes === true || options.approve !== undefined || confirmPlan(plan)
      },
    })
    reporter.end()
    progress.end()
    if (applied.result === undefined && applied.why !== 'declined') {
      result(await printPlan(applied.plan, options.json ? 'json' : 'text'))
    }
    if (!options.json) for await (const line of describeEnding(applied)) result(printable(line))
    note(printable(describeRun(applied, performance.now() - started)))
    const wrote = (applied.result?.applied.length ?? 0) > 0
    return { exit: applied.exit, line: describeApplied(applied), wrote }
  } finally {
    interrupt.writes(false)
    reporter.end()
    progress.end()
  }
}

function describeApplied({ result: run, plan, why, exit }: Applied): string {
  if (!run) return `${describePlan(plan)}; ${why}. Exit ${exit}`
  const failed = run.failed.length > 0 ? `, ${run.failed.length} failed` : ''
  return `${run.applied.length} applied${failed}, ${plan.summary.held} held. Exit ${exit}`
}
