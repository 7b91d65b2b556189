import process from 'node:process'
import { Command, Option } from 'commander'
import { directoryOf, type Finish, today } from '../options.ts'
import { note, printable, result } from '../output.ts'
import { describeReading, terminal } from '../plans.ts'
import { createProgress } from '../progress.ts'

interface Options {
  readonly target?: string
  readonly format?: 'text' | 'json'
  readonly json?: true
}

export function driftCommand(finish: Finish): Command {
  return new Command('drift')
    .description('list what was edited in the UI since the last apply; ends with 2 when there is something')
    .option('-t, --target <name>', 'the target to look at')
    .addOption(new Option('--format <format>', 'how it is printed').choices(['text', 'json']))
    .option('--json', 'the same as --format json')
    .action(async (options: Options, command: Command) => {
      const [{ openProject, requireConfig }, { planTarget }, { driftOf, renderDrift }] = await Promise.all([
        import('../../sync/project.ts'),
        import('../../sync/plan.ts'),
        import('../../sync/render-plan.ts'),
      ])
      const started = performance.now()
      const progress = createProgress()
      const project = requireConfig(await openProject(directoryOf(command), today()))
      try {
        const planned = await planTarget(project, { env: process.env, target: options.target, say: progress.say })
        progress.end()
        await project.saveCache()
        const drifted = driftOf(planned.plan)
        const isJson = options.json === true || options.format === 'json'
        const { target, applied } = planned.plan
        result(
          isJson
            ? JSON.stringify({ format: 1, target: target.name, applied, objects: drifted }, null, 2)
            : renderDrift(planned.plan, terminal()),
        )
        note(printable(describeReading(planned, performance.now() - started)))
        finish(drifted.length > 0 ? 2 : 0)
      } finally {
        progress.end()
      }
    })
}
