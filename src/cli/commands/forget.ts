import process from 'node:process'
import { Command } from 'commander'
import { directoryOf, type Finish, today } from '../options.ts'
import { printable, result } from '../output.ts'
import { createProgress } from '../progress.ts'
import { settings } from '../settings.ts'

interface Options {
  readonly target?: string
}

export function forgetCommand(finish: Finish): Command {
  return new Command('forget')
    .description('give up ownership of an object: our record of it goes, the object stays')
    .argument('<objects...>', 'paths below content/, slugs, or ids')
    .option('-t, --target <name>', 'the target to forget it in')
    .action(async (objects: readonly string[], options: Options, command: Command) => {
      const [{ openProject, requireConfig }, { forgetObjects }, { keyMeant }] = await Promise.all([
        import('../../sync/project.ts'),
        import('../../sync/adopt.ts'),
        import('../../sync/explain.ts'),
      ])
      const progress = createProgress()
      const project = requireConfig(await openProject(directoryOf(command), today()))
      try {
        const {
          planned,
          forgotten,
          result: run,
        } = await forgetObjects(project, {
          env: process.env,
          signal: settings().deadline,
          target: options.target,
          say: progress.say,
          keysOf: (each) => objects.map((word) => keyMeant(each, word)),
        })
        progress.end()
        for (const key of forgotten) result(printable(`forgotten  ${key}`))
        for (const { title, error } of run.failed)
          result(printable(`FAILED     ${title.join(' / ')}: ${error.message}   ${error.code}`))
        result(printable(`${forgotten.length} forgotten in ${planned.target.name}. Nothing else changed.`))
        finish(run.exit)
      } finally {
        progress.end()
      }
    })
}
