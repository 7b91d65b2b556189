import process from 'node:process'
import { Command } from 'commander'
import { confirmPlan } from '../confirm.ts'
import { describeEnding } from '../endings.ts'
import { onInterrupt } from '../interrupt.ts'
import { directoryOf, type Finish, today } from '../options.ts'
import { printable, result, warn } from '../output.ts'
import { printPlan } from '../plans.ts'
import { createProgress } from '../progress.ts'
import { createReporter } from '../reporter.ts'

interface Options {
  readonly yes?: true
  readonly json?: true
}

export function restoreCommand(finish: Finish): Command {
  return new Command('restore')
    .description('bring back the UI edits that a run wrote over with --ui-edits overwrite, as a plan')
    .argument('<run>', 'the run: the name of its journal below .boardwright/runs/')
    .option('--yes', 'do not ask')
    .option('--json', 'print what happens as JSON, one event a line')
    .action(async (run: string, options: Options, command: Command) => {
      const [{ openProject, requireConfig }, { restoreRun }] = await Promise.all([
        import('../../sync/project.ts'),
        import('../../sync/restore.ts'),
      ])
      const project = requireConfig(await openProject(directoryOf(command), today()))
      const progress = createProgress()
      const reporter = createReporter({ json: options.json === true })
      const interrupt = onInterrupt(warn)
      try {
        const applied = await restoreRun(project, run.replace(/^.*\//, '').replace(/\.jsonl$/, ''), {
          env: process.env,
          say: progress.say,
          stop: interrupt.stop,
          signal: interrupt.kill,
          onEvent: reporter.hear,
          confirm: async (plan) => {
            progress.end()
            if (!options.json) result(await printPlan(plan, 'text'))
            return options.yes === true || confirmPlan(plan)
          },
        })
        reporter.end()
        if (applied.why === 'nothing to do') result('Nothing to bring back: live says it already.')
        if (!options.json) for await (const line of describeEnding(applied)) result(printable(line))
        finish(applied.exit)
      } finally {
        interrupt.done()
        reporter.end()
        progress.end()
      }
    })
}
