import { EXIT } from '@boardwright/common'
import { Command } from 'commander'
import { counted } from '../../content/counted.ts'
import { printable, titleText } from '../../content/printable.ts'
import type { Result } from '../../project/apply.ts'
import { ask, canAsk } from '../ask.ts'
import { onInterrupt } from '../interrupt.ts'
import { type Finish, openSoundHere, startDirectory } from '../options.ts'
import { errorJson, note, result } from '../output.ts'
import { connectOptions } from '../settings.ts'

interface Options {
  readonly target?: string
  readonly yes?: true
  readonly json?: true
}

export function forgetCommand(finish: Finish): Command {
  return new Command('forget')
    .description('give up ownership of objects: their record is removed, the objects stay')
    .argument('<objects...>', 'paths, slugs, or ids')
    .option('-t, --target <name>', 'the target to forget them in')
    .option('--yes', 'do not ask for confirmation')
    .option('--json', 'print the result as JSON')
    .action(async (objects: readonly string[], options: Options, command: Command) => {
      const [{ forgetObjects }, { keyMeant }, { fullName }] = await Promise.all([
        import('../../project/forget.ts'),
        import('../../check/explain.ts'),
        import('../../plan/naming.ts'),
      ])
      const directory = startDirectory(command)
      const project = await openSoundHere(command)
      const interrupt = onInterrupt()
      const {
        planned,
        forgotten,
        result: run,
      } = await forgetObjects(project, {
        ...connectOptions(),
        stop: interrupt.stop,
        signal: interrupt.kill,
        target: options.target,
        keysOf: (each) => objects.map((word) => keyMeant(each, project, directory, word)),
        confirm: async (keys, { target, work }) => {
          const named = keys.map((key) => fullName({ key, title: work.titleOf(key) }))
          const tell = options.json ? note : result
          const isShown = !options.yes && (!options.json || canAsk())
          if (isShown) for (const name of named) tell(`To forget: ${name}`)
          const question = `Forget this in ${target.name}? Nothing there changes. Type "yes" to go ahead`
          return options.yes === true || (await ask(question, '--yes')) === 'yes'
        },
      })
      const exit = run ? run.exit : forgotten.length === 0 ? EXIT.done : EXIT.error
      finish(exit)
      if (options.json) {
        const done = run && isWhole(run) ? forgotten : []
        const failed = (run?.failed ?? []).map(({ title, error }) => ({
          title,
          error: JSON.parse(errorJson(error)).error,
        }))
        result(JSON.stringify({ format: 1, target: planned.target.name, exit, forgotten: done, failed }))
        return
      }
      if (!run) {
        result(forgotten.length === 0 ? 'Nothing to forget: none of it is managed.' : 'Nothing was forgotten.')
        return
      }
      for (const { title, error } of run.failed)
        result(printable(`FAILED     ${titleText(title)}: ${error.message}   ${error.code}`))
      if (!isWhole(run)) {
        result('STOPPED    before every ledger was written. Next: run the same command again.')
        return
      }
      for (const key of forgotten) result(`forgotten  ${fullName({ key, title: planned.work.titleOf(key) })}`)
      result(printable(`${counted(forgotten.length)} forgotten in ${planned.target.name}. Nothing else changed.`))
    })
}

const isWhole = ({ interrupted, failed }: Result): boolean => !interrupted && failed.length === 0
