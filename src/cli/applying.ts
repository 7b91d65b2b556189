import process from 'node:process'
import { BoardwrightError } from '@boardwright/common'
import { type Command, Option } from 'commander'
import { printable } from '../content/printable.ts'
import type { AgreedOptions } from '../project/apply/options.ts'
import type { Applied, Unapproved } from '../project/apply.ts'
import type { Plan } from '../project/plan.ts'
import { paintLabel } from '../words/paint.ts'
import { acceptedIn } from './accept.ts'
import { ask, canAsk } from './ask.ts'
import { paintFor } from './colors.ts'
import { addressHint, countsLine, describeEnding, lastLineOf, questionOf, styleOf } from './endings.ts'
import type { Interrupt } from './interrupt.ts'
import { note, result } from './output.ts'
import { describePlan, printObjects, printPlan } from './plans.ts'
import { createReporter } from './reporter.ts'
import { connectOptions } from './settings.ts'
import { type ShapingOptions, shapingOf } from './shaping.ts'
import type { TargetEnding } from './targets.ts'
import { describeTraffic } from './traffic.ts'

export interface ApplyingOptions extends ShapingOptions {
  readonly yes?: true
  readonly approve?: string
  readonly json?: true
}

export const withApplying = (command: Command): Command =>
  withApproval(command).option('--json', 'print events as JSON, one per line')

/** In CI: what was agreed to is what merged pull requests showed. */
const PULL_REQUEST = 'pull-request'

export const isByPullRequest = ({ approve }: ApplyingOptions): boolean => approve === PULL_REQUEST

export const withApproval = (command: Command): Command =>
  command
    .option('--yes', 'do not ask for confirmation')
    .addOption(
      new Option(
        '--approve <what>',
        'apply exactly this, without asking: the hash of a plan or, in CI, pull-request for what the merged one showed',
      ).argParser((text) => agreement(text, command.name())),
    )

/** A prefix of a hash could be forged, so the whole hash is required. */
function agreement(text: string, command: string): string {
  if (text === PULL_REQUEST && command !== 'apply')
    throw new BoardwrightError('USAGE', `no pull request shows the plan of ${command}: only apply takes that`, {
      hint: 'Use --approve HASH, with the hash that the plan ends with.',
    })
  if (text === PULL_REQUEST || /^[0-9a-f]{64}$/.test(text)) return text
  throw new BoardwrightError('USAGE', '--approve takes the whole hash of a plan, 64 characters, or pull-request', {
    hint: 'Copy the whole line `Apply exactly this` that the plan ends with.',
  })
}

export interface Stage {
  readonly interrupt: Interrupt
  /** The target to name in each event, if there are several. */
  readonly target?: string | undefined
}

/** Shows the plan, asks, applies it, and reports what happened. */
export async function applyAndTell<T extends Applied>(
  options: ApplyingOptions,
  { interrupt, target }: Stage,
  apply: (settings: AgreedOptions) => Promise<T>,
): Promise<TargetEnding> {
  const started = performance.now()
  let asked = 0
  const reporter = createReporter({ json: options.json === true, target })
  try {
    const applied = await apply({
      ...connectOptions(),
      shaping: shapingOf(options),
      approve: isByPullRequest(options) ? undefined : options.approve,
      accept: acceptedIn(options),
      onNote: (text) => note(printable(text)),
      stop: interrupt.stop,
      signal: interrupt.kill,
      onEvent: reporter.hear,
      confirm: async (plan) => {
        const isAgreed = options.yes === true || options.approve !== undefined
        if (!options.json) result(await printPlan(plan, 'text', { isAgreed: isAgreed || canAsk() }))
        if (isAgreed) return true
        const asking = performance.now()
        const isConfirmed = await confirmPlan(plan)
        asked = performance.now() - asking
        return isConfirmed
      },
      onUnasked: async (plan) => {
        if (!options.json && plan.held.length > 0) result(await printPlan(plan, 'text'))
      },
    })
    reporter.end()
    if (applied.result === undefined && applied.why !== 'declined') {
      result(await printPlan(applied.plan, options.json ? 'json' : 'text'))
    }
    if (applied.unapproved) await tellUnapproved(applied, applied.unapproved, options)
    const took = performance.now() - started - asked
    if (!options.json) await tellEnding(applied)
    note(printable(describeTraffic(applied.planned, took)))
    if (!options.json && process.stdout.isTTY) for (const line of addressHint(applied)) note(line)
    const wrote = (applied.result?.applied.length ?? 0) > 0
    return { exit: applied.exit, line: describeApplied(applied), wrote }
  } finally {
    reporter.end()
  }
}

/** Its last line is what it came to. */
async function tellEnding(applied: Applied): Promise<void> {
  const paint = paintFor(process.stdout)
  for await (const line of describeEnding(applied)) result(paintLabel(paint, printable(line)))
  const verdict = lastLineOf(applied)
  if (verdict !== undefined) result(paint(styleOf(applied.exit), verdict))
}

/** Prints the part of the plan that nobody approved. The whole plan has already been printed. */
async function tellUnapproved(
  { plan }: Applied,
  { objects, message }: Unapproved,
  { json }: ApplyingOptions,
): Promise<never> {
  if (!json) result(`Not approved:\n${await printObjects({ ...plan, objects: [...objects] })}`)
  throw new BoardwrightError('NOT_APPROVED', message)
}

function describeApplied({ result: run, plan, why, exit }: Applied): string {
  if (run) return countsLine(plan, run, exit)
  // What stops a plan is in its description.
  return `${[describePlan(plan), ...(why === 'stopped' ? [] : [why])].join('; ')}. Exit ${exit}`
}

/**
 * Asks before anything is written. For a protected target, people have to type its name, so that nobody confirms out of
 * habit.
 */
async function confirmPlan(plan: Plan): Promise<boolean> {
  const { name, protected: isProtected } = plan.target
  const [word, todo] = isProtected ? [name, `Type ${name} to go ahead`] : ['yes', 'Type "yes" to go ahead']
  const answer = await ask(`${questionOf(plan)}\n${todo}`, '--yes')
  if (answer === word || !AGREEING.test(answer)) return answer === word
  return (await ask(`You typed "${answer}". ${todo}, or nothing to leave it`, '--yes')) === word
}

/** Whoever types this means to agree. */
const AGREEING = /^y(es?)?$/i
