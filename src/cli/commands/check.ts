import { EXIT } from '@boardwright/common'
import { Command, Option } from 'commander'
import type { Checked, ModelEvent } from '../../check/check-model.ts'
import { counted, plural } from '../../content/counted.ts'
import { printable } from '../../content/printable.ts'
import { onInterrupt } from '../interrupt.ts'
import { type Finish, openSoundHere } from '../options.ts'
import { note, result } from '../output.ts'
import { countProblems, PROBLEM_FORMATS, type ProblemFormat } from '../problems.ts'
import { say } from '../progress.ts'
import { connectOptions } from '../settings.ts'
import { showProblems } from '../show-problems.ts'

interface Options {
  readonly target?: string
  readonly branch: string
  readonly drop?: true
  readonly serve?: true
  readonly format?: ProblemFormat
  readonly json?: true
}

export function checkCommand(finish: Finish): Command {
  return new Command('check')
    .description('compile the data model of the tree on the platform, on a branch of its own; touches nothing else')
    .option('-t, --target <name>', 'the target whose branch to start from')
    .requiredOption('--branch <name>', 'the platform branch to write to, one per pull request')
    .addOption(new Option('--drop', 'remove that branch, once the pull request is closed').conflicts('serve'))
    .option('--serve', 'keep a staging environment running on it, to view dashboards with')
    .addOption(new Option('--format <format>', 'how to print problems').choices([...PROBLEM_FORMATS]))
    .option('--json', 'the same as --format json')
    .action(async (options: Options, command: Command) => {
      const [{ frameOf }, { checkModel, dropCheck }, { placeOfProject }] = await Promise.all([
        import('../../project/local/project.ts'),
        import('../../check/check-model.ts'),
        import('../../agents/place.ts'),
      ])
      const project = await openSoundHere(command)
      const interrupt = onInterrupt()
      const common = { ...connectOptions(), target: options.target, branch: options.branch, signal: interrupt.kill }
      if (options.drop) {
        const { target, dropped } = await dropCheck(project, common)
        const what = dropped ? 'was removed' : 'does not exist'
        if (options.json) result(JSON.stringify({ format: 1, target: target.name, branch: options.branch, dropped }))
        note(printable(`Branch ${options.branch} of ${target.name} ${what}.`))
        return
      }
      const checked = await checkModel(project, {
        ...{ ...common, serve: options.serve, stop: interrupt.stop },
        onEvent: (event) => say(describeEvent(event)),
      })
      const format = options.format ?? (options.json ? 'json' : 'text')
      const { problems } = checked
      if (problems.length > 0 || (format !== 'text' && !checked.error)) {
        const directory = format === 'text' ? '' : await placeOfProject(project.root)
        showProblems(problems, format, (problem) => frameOf(project, problem), { directory })
      }
      for (const line of describeCheck(checked)) note(printable(line))
      if (checked.error) throw checked.error
      finish(problems.length > 0 ? EXIT.error : EXIT.done)
    })
}

function describeEvent(event: ModelEvent): string {
  switch (event.type) {
    case 'route':
      return `Writing by ${event.route}: ${event.because}`
    case 'step':
      return `${event.step}: ${event.branch}`
    case 'progress':
      return `${event.step}: ${counted(event.done)} of ${counted(event.total)} files`
    case 'build':
      return `Build of ${event.branch}: ${event.status}`
    case 'retry':
      return `${event.endpoint}: ${event.reason}, again in ${event.waitMs} ms`
  }
}

function describeCheck({ branch, base, created, written, deleted, leftOut, ...checked }: Checked): string[] {
  const { problems, serving, remains, error, target } = checked
  const lines = remains.map((what) => `Left behind: ${what}.`)
  if (leftOut.length > 0) lines.push(`Not checked, because only uploads carry them: ${leftOut.join(', ')}.`)
  if (error) return lines
  if (problems.length > 0) {
    lines.push(`${countProblems(problems)} Nothing was committed to branch ${branch} of ${target.name}.`)
    return lines
  }
  const files = `${plural(written, 'file')} written, ${deleted} deleted`
  const origin = created ? `, created from ${base}` : ''
  lines.push(`The data model compiles on branch ${branch} of ${target.name}${origin}: ${files}.`)
  if (serving) {
    lines.push(
      `Dashboards on this data model: open development mode in the workspace and choose the branch ${branch}; embedded ones get it with branchName ${JSON.stringify(branch)} when their session is made.`,
    )
    if (serving.api !== undefined) lines.push(`Its data API: ${serving.api}`)
  }
  return lines
}
