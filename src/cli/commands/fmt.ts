import { EXIT } from '@boardwright/common'
import { Command } from 'commander'
import { plural } from '../../content/counted.ts'
import { printable } from '../../content/printable.ts'
import { problemData } from '../../content/problem.ts'
import { type Finish, openHere, openKnownHere, startDirectory, today } from '../options.ts'
import { note, result } from '../output.ts'
import { countProblems, printProblems } from '../problems.ts'

interface Options {
  readonly check?: true
  readonly json?: true
}

export function fmtCommand(finish: Finish): Command {
  return new Command('fmt')
    .description('rewrite every document in canonical form; keeps comments and never changes a meaning')
    .argument('[path...]', 'only files at or below these paths')
    .option('--check', 'change nothing; list what would change, and exit with 1 if anything would')
    .option('--json', 'print the result as JSON')
    .action(async (paths: readonly string[], { check, json }: Options, command: Command) => {
      const [{ frameOf }, { placesMeant }, { writeFormatted }, { mendAndFormat }] = await Promise.all([
        import('../../project/local/project.ts'),
        import('../../project/find-object.ts'),
        import('../../edit/format.ts'),
        import('../../edit/mend.ts'),
      ])
      const directory = startDirectory(command)
      const project = check ? await openKnownHere(command) : await openHere(command)
      const formatted = mendAndFormat(project, placesMeant(project, directory, paths), today())
      const { changes, problems, count } = formatted
      if (check) await project.known?.save()
      else await writeFormatted(project, formatted)

      const files = [...changes.keys()].sort()
      if (json)
        result(JSON.stringify({ format: 1, written: check !== true, files, problems: problems.map(problemData) }))
      else {
        for (const file of files) result(printable(`${check ? 'would change' : 'formatted'}  ${file}`))
        if (problems.length > 0) note(printProblems(problems, 'text', (problem) => frameOf(project, problem)))
      }
      const errors = problems.some(({ warning }) => !warning)
      if (problems.length > 0)
        note(`${countProblems(problems)} ${errors ? 'These files were' : 'They were'} left alone.`)
      if (files.length === 0) note(`${plural(count, 'document')} checked: nothing to change.`)
      else if (check) note(`${plural(files.length, 'file')} would change. Next: boardwright fmt`)
      else note(`${plural(files.length, 'file')} changed, of ${plural(count, 'document')}. Next: boardwright validate`)
      finish(errors || (check && files.length > 0) ? EXIT.error : EXIT.done)
    })
}
