import { Command } from 'commander'
import { applyAndTell, approveOption } from '../applying.ts'
import { onInterrupt } from '../interrupt.ts'
import { type Finish, openSoundHere } from '../options.ts'
import { result, warn } from '../output.ts'

interface Options {
  readonly yes?: true
  readonly approve?: string
  readonly json?: true
}

export function restoreCommand(finish: Finish): Command {
  return new Command('restore')
    .description('bring back UI edits that a run overwrote with --ui-edits overwrite, as a plan')
    .argument('<run>', 'the run: the name of its journal in .boardwright/runs/')
    .option('--yes', 'do not ask for confirmation')
    .addOption(approveOption())
    .option('--json', 'print events as JSON, one per line')
    .action(async (run: string, options: Options, command: Command) => {
      const { overwrittenIn, restoreRun } = await import('../../sync/restore.ts')
      const project = await openSoundHere(command)
      const interrupt = onInterrupt()
      const name = run.replace(/^.*\//, '').replace(/\.jsonl$/, '')
      const overwritten = await overwrittenIn(project, name)
      for (const what of overwritten.others) warn(`Not brought back: ${what}`)
      const { exit } = await applyAndTell(options, { interrupt }, async (settings) => {
        const applied = await restoreRun(project, overwritten, settings)
        if (applied.why === 'nothing to do') result('Nothing to bring back: live has it already.')
        return applied
      })
      finish(exit)
    })
}
