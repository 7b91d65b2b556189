import { EXIT } from '@boardwright/common'
import { Command, Option } from 'commander'
import { printable } from '../../content/printable.ts'
import type { Problem } from '../../content/problem.ts'
import { toPlan } from '../../words/commands.ts'
import { describeKept, describeProblems, takenByHand } from '../export-outcomes.ts'
import { openReading } from '../open-reading.ts'
import type { Finish } from '../options.ts'
import { note, result } from '../output.ts'
import { terminal } from '../plans.ts'
import { connectOptions } from '../settings.ts'
import { eachTarget, type TargetOptions, withTargets } from '../targets.ts'
import { describeTraffic } from '../traffic.ts'

interface Options extends TargetOptions {
  readonly format?: 'text' | 'json'
  readonly json?: true
}

export function driftCommand(finish: Finish): Command {
  return withTargets(
    new Command('drift').description('list UI edits since the last apply; exits with 2 if there are any'),
    'the target to look at',
  )
    .addOption(new Option('--format <format>', 'how to print them').choices(['text', 'json']))
    .option('--json', 'the same as --format json')
    .action(async (options: Options, command: Command) => {
      const { project, several, reading } = await openReading(command, options)
      const [{ planTarget }, { takeDrift }, { countDrift, driftOf, renderDrift }] = await Promise.all([
        import('../../project/plan.ts'),
        import('../../project/drift.ts'),
        import('../../words/index.ts'),
      ])
      const isJson = options.json === true || options.format === 'json'
      const lookAt = async (name: string | undefined) => {
        const started = performance.now()
        const planned = await planTarget(project, {
          onlyLooks: true,
          ...connectOptions(),
          target: name,
          ...{ reading, remembers: true },
        })
        const objects = driftOf(planned.plan)
        const { target, applied } = planned.plan
        const data = { applied, objects }
        const { isTaken, kept, notWritten } = await takeDrift(project, planned)
        if (!isJson) {
          result(renderDrift(planned.plan, terminal(), isTaken))
          const keeps = [...describeKept(kept, { target, seesAll: true })]
          if (keeps.length > 0) result(keepsLine(target))
          for (const line of keeps) result(printable(line))
          for (const line of describeNotWritten(notWritten, target)) result(printable(line))
        }
        if (isJson && !several) result(JSON.stringify({ format: 1, target: target.name, ...data }, null, 2))
        note(printable(describeTraffic(planned, performance.now() - started)))
        return { exit: objects.length > 0 ? EXIT.changes : EXIT.done, line: countDrift(planned.plan), data }
      }
      if (several) finish(await eachTarget(several, { json: isJson }, lookAt))
      else finish((await lookAt(options.target)).exit)
      await project.memory?.save()
    })
}

const keepsLine = (target: { readonly name: string }): string =>
  printable(`Export keeps these as the repo has them. ${toPlan({ target })} shows both sides:`)

function* describeNotWritten(problems: readonly Problem[], target: { readonly name: string }): Generator<string> {
  if (problems.length === 0) return
  yield `${target.name} is not home, and these lines are for all targets: export leaves them as they are.`
  yield* describeProblems(problems)
  yield `  ${takenByHand(target)}`
}
