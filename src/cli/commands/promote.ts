import { resolve } from 'node:path'
import { Command } from 'commander'
import { plural } from '../../content/counted.ts'
import { printable, shortCommit } from '../../content/printable.ts'
import type { PromotionSource } from '../../project/promote.ts'
import { type ApplyingOptions, applyAndTell, withApplying } from '../applying.ts'
import { onInterrupt } from '../interrupt.ts'
import { type Finish, openSoundHere } from '../options.ts'
import { note, result } from '../output.ts'
import { printPlan } from '../plans.ts'
import { connectOptions, takeTraffic } from '../settings.ts'
import { fromRoot, shapingOf, withShaping } from '../shaping.ts'
import { describeTraffic } from '../traffic.ts'
import { fileToWrite, writeWhole } from '../write-file.ts'

interface Options extends ApplyingOptions {
  readonly from: string
  readonly to: string
  readonly at?: string
  /** The file to save it in, if one was named. */
  readonly plan?: string | true
}

export function promoteCommand(finish: Finish): Command {
  const command = new Command('promote')
    .description('bring what was applied to one target to another: plans, shows and applies the same commit')
    .requiredOption('--from <target>', 'the target to take content from')
    .requiredOption('--to <target>', 'the target to bring it to')
    .option('--at <rev>', 'this commit instead of the one that was applied')
    .option('--plan [file]', 'only show the plan, and save it in this file for apply', fileToWrite)
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
    if (options.plan !== undefined) {
      const started = performance.now()
      const common = { ...about, ...connectOptions(), shaping: shapingOf(options) }
      const { planned } = await planPromotion(project, { ...common, signal: interrupt.kill })
      result(await printPlan(planned.plan, options.json ? 'json' : 'text'))
      if (options.plan !== true) writeWhole(resolve(options.plan), await printPlan(planned.plan, 'json'))
      note(printable(describeTraffic(planned, performance.now() - started)))
      finish(exitOf(planned.plan, { detailed: false }))
    } else {
      const { exit } = await applyAndTell(options, { interrupt }, (settings) =>
        promote(project, { ...settings, ...about }),
      )
      finish(exit)
    }
  })
}

const SHOWN = 20

function* describeSource({
  from,
  to,
  commit,
  applied,
  behindBy,
  stays,
  edits,
  leftOut,
}: PromotionSource): Generator<string> {
  const { reads, writes } = takeTraffic()
  const behind = behindBy ? `, ${plural(behindBy, 'commit')} before HEAD` : ''
  yield `Promoting ${from.name} to ${to.name}: commit ${shortCommit(commit)}${behind}. Read ${from.name} with ${plural(reads, 'request')}, ${plural(writes, 'write request')}.`
  if (applied !== undefined && applied !== commit) {
    yield `${from.name} has ${shortCommit(applied)}: what changed since is nothing that it manages.`
  }
  for (const what of leftOut) yield `Does not move: ${what}, because only one of the two targets manages it.`
  if (edits.length > 0) yield `Does not move: ${plural(edits.length, 'UI edit')} in ${from.name}: ${edits.join(', ')}`
  for (const { message } of stays.slice(0, SHOWN)) yield `Does not move: ${message}`
  if (stays.length > SHOWN) yield `Does not move: ${stays.length - SHOWN} more that the API cannot write`
}
