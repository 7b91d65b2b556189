import { resolve } from 'node:path'
import { BoardwrightError } from '@boardwright/common'
import { Command, Option } from 'commander'
import { plural } from '../../content/counted.ts'
import { printable, shortCommit } from '../../content/printable.ts'
import type { PromotionSource } from '../../project/promote.ts'
import { type ApplyingOptions, applyAndTell, withApplying } from '../applying.ts'
import { onInterrupt } from '../interrupt.ts'
import { type Finish, openSoundHere } from '../options.ts'
import { note, result } from '../output.ts'
import { PLAN_FORMATS, type PlanFormat, printPlan } from '../plans.ts'
import { connectOptions, takeTraffic } from '../settings.ts'
import { fromRoot, shapingOf, withShaping } from '../shaping.ts'
import { describeTraffic } from '../traffic.ts'
import { fileToWrite, writeWhole } from '../write-file.ts'

interface Options extends ApplyingOptions {
  readonly from: string
  readonly to: string
  readonly at?: string
  readonly plan?: true
  readonly out?: string
  readonly format?: PlanFormat
  readonly detailedExitcode?: true
}

export function promoteCommand(finish: Finish): Command {
  const command = new Command('promote')
    .description('bring what was applied to one target to another: plans, shows and applies the same commit')
    .requiredOption('--from <target>', 'the target to take content from')
    .requiredOption('--to <target>', 'the target to bring it to')
    .option('--at <rev>', 'this commit instead of the one that was applied')
    .option('--plan', 'only show the plan')
    .option('--out <file>', 'save the plan for apply; without --yes or --approve, stop there', fileToWrite)
    .addOption(new Option('--format <format>', 'how to print the plan, with --plan').choices([...PLAN_FORMATS]))
    .option('--detailed-exitcode', 'with --plan: exit with 2 if there are changes')
  return withShaping(withApplying(command)).action(async (given: Options, command: Command) => {
    const [{ planPromotion, promote }, { exitOf }] = await Promise.all([
      import('../../project/promote.ts'),
      import('../../project/plan.ts'),
    ])
    const project = await openSoundHere(command)
    const options = await fromRoot(given, project, command)
    const interrupt = onInterrupt()
    const onSource = (source: PromotionSource): void => {
      for (const line of describeSource(source)) note(printable(line))
    }
    const { from, to, at } = options
    const about = { from, to, at, onSource }
    const keep = async (plan: Parameters<typeof exitOf>[0]): Promise<void> => {
      if (options.out !== undefined) writeWhole(resolve(options.out), await printPlan(plan, 'json'))
    }
    if (isShownOnly(options)) {
      const started = performance.now()
      const common = { ...about, ...connectOptions(), shaping: shapingOf(options) }
      const { planned } = await planPromotion(project, { ...common, signal: interrupt.kill })
      result(await printPlan(planned.plan, options.format ?? (options.json ? 'json' : 'text')))
      await keep(planned.plan)
      note(printable(describeTraffic(planned, performance.now() - started)))
      finish(exitOf(planned.plan, { detailed: options.detailedExitcode === true }))
    } else {
      const { exit } = await applyAndTell(options, { interrupt }, (settings) =>
        promote(project, { ...settings, ...about, onPlan: keep }),
      )
      finish(exit)
    }
  })
}

function isShownOnly({ plan, out, yes, approve, format, detailedExitcode }: Options): boolean {
  if (plan || (out !== undefined && !yes && approve === undefined)) return true
  if (format !== undefined || detailedExitcode) {
    const flag = format === undefined ? '--detailed-exitcode' : '--format'
    throw new BoardwrightError('USAGE', `${flag} works only with --plan`, { hint: 'Add --plan.' })
  }
  return false
}

const SHOWN = 20

function* describeSource({ from, to, commit, behindBy, stays, edits, leftOut }: PromotionSource): Generator<string> {
  const { reads, writes } = takeTraffic()
  const behind = behindBy ? `, ${plural(behindBy, 'commit')} before HEAD` : ''
  yield `Promoting ${from.name} to ${to.name}: commit ${shortCommit(commit)}${behind}. Read ${from.name} with ${plural(reads, 'request')}, ${plural(writes, 'write request')}.`
  for (const what of leftOut) yield `Does not move: ${what}, because only one of the two targets manages it.`
  if (edits.length > 0) yield `Does not move: ${plural(edits.length, 'UI edit')} in ${from.name}: ${edits.join(', ')}`
  for (const { message } of stays.slice(0, SHOWN)) yield `Does not move: ${message}`
  if (stays.length > SHOWN) yield `Does not move: ${stays.length - SHOWN} more that the API cannot write`
}
