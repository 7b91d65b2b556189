import { Command } from 'commander'
import { printable } from '../../content/printable.ts'
import { type AcceptOptions, withAccept } from '../accept.ts'
import { applyAndTell, withApproval } from '../applying.ts'
import { onInterrupt } from '../interrupt.ts'
import { type Finish, openSoundHere } from '../options.ts'
import { warn } from '../output.ts'

interface Options extends AcceptOptions {
  readonly yes?: true
  readonly approve?: string
  readonly json?: true
}

export function restoreCommand(finish: Finish): Command {
  return withApproval(
    withAccept(
      new Command('restore').description('bring back UI edits that a run overwrote with --accept ui-edits, as a plan'),
    ),
  )
    .argument('<run>', 'the run: the name of its journal in .boardwright/runs/, or a journal outside the repository')
    .option('--json', 'print events as JSON, one per line')
    .action(async (run: string, options: Options, command: Command) => {
      const { overwrittenIn, restoreRun } = await import('../../project/restore.ts')
      const project = await openSoundHere(command)
      const interrupt = onInterrupt()
      const overwritten = await overwrittenIn(project, run)
      const { exit } = await applyAndTell(options, { interrupt }, (settings) =>
        restoreRun(project, overwritten, { ...settings, onLeftOut }),
      )
      finish(exit)
    })
}

const onLeftOut = (what: string): void => warn(printable(`Not brought back: ${what}`))
