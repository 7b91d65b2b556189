import { BoardwrightError, EXIT, worstOf } from '@boardwright/common'
import { Argument, Command, InvalidArgumentError, Option } from 'commander'
import { printable } from '../../content/printable.ts'
import type { ComparedNumbers } from '../../previews/numbers/numbers.ts'
import { requireConfig, type SoundProject } from '../../project/local/project.ts'
import { branchHere } from '../../workspace/base.ts'
import { type AcceptOptions, acceptedIn, withAccept } from '../accept.ts'
import { onInterrupt } from '../interrupt.ts'
import { type Finish, openHere } from '../options.ts'
import { result } from '../output.ts'
import { requireOwnFlags } from '../own-flags.ts'
import { say } from '../progress.ts'
import { connectOptions } from '../settings.ts'
import type { TriedPart } from '../trying.ts'

interface Options extends AcceptOptions {
  readonly target?: string
  readonly name?: string
  readonly ttl?: number
  readonly base?: string
  readonly failOn?: 'error' | 'change'
  readonly json?: true
}

type What = Exclude<TriedPart, 'all'> | 'drop' | 'sweep'

/** The flags that each takes. */
const TAKES: Readonly<Record<What, readonly (keyof Options)[]>> = {
  model: ['target', 'name', 'json'],
  copies: ['target', 'name', 'ttl', 'accept', 'json'],
  numbers: ['target', 'name', 'base', 'failOn', 'json'],
  drop: ['target', 'name', 'json'],
  sweep: ['target', 'json'],
}

export function tryCommand(finish: Finish): Command {
  return withAccept(
    new Command('try')
      .description(
        'look at a change before it is merged: the data model compiled on a branch, copies of changed dashboards, their numbers',
      )
      .addArgument(
        new Argument('[what]', 'only this part; or remove all of it (drop), or whatever has expired (sweep)').choices(
          Object.keys(TAKES),
        ),
      )
      .option('-t, --target <name>', 'the target to try it in')
      .option('--name <name>', 'trying again under the same name updates the same copies (default: the git branch)')
      .option('--ttl <time>', 'how long to keep it before a sweep removes it, such as 12h or 7d', duration)
      .option(
        '--base <rev|target>',
        'what to compare numbers with: a branch, a commit or a target (default: the branch that this one is merged into)',
      )
      .addOption(
        new Option(
          '--fail-on <what>',
          'exit with 1 if a query fails that did not before, with 2 if a number moves',
        ).choices(['error', 'change']),
      ),
  )
    .option('--json', 'print the result as JSON')
    .action(async (what: What | undefined, options: Options, command: Command) => {
      if (what !== undefined) requireOwnFlags(`try ${what}`, options, TAKES[what])
      const opened = await openHere(command)
      const isRemoving = what === 'drop' || what === 'sweep'
      // What was made is removed even if the tree has errors.
      const project = requireConfig(isRemoving && opened.config ? { ...opened, problems: [] } : opened)
      finish(isRemoving ? await remove(project, what, options) : await tryParts(project, what ?? 'all', options))
    })
}

async function tryParts(project: SoundProject, part: TriedPart, options: Options): Promise<number> {
  const [{ exitOfTry, tryOut }, { printTried }, { textOf }] = await Promise.all([
    import('../trying.ts'),
    import('../try-text.ts'),
    import('../../project/apply/bring-model.ts'),
  ])
  const interrupt = onInterrupt()
  const name = await nameOf(project, options)
  const tried = await tryOut(project, {
    ...connectOptions(),
    ...{ target: options.target, base: options.base, ttlMs: options.ttl, part, name },
    ...{ accept: acceptedIn(options), stop: interrupt.stop, signal: interrupt.kill },
    onModel: (event) => say(textOf(event)),
  })
  await printTried(project, tried, { name, json: options.json === true })
  if (tried.error) throw tried.error
  return exitOfTry(tried, tried.numbers ? exitOfNumbers(tried.numbers, options) : EXIT.done)
}

async function remove(project: SoundProject, what: 'drop' | 'sweep', options: Options): Promise<number> {
  const [{ dropPreview, sweepPreviews }, { documentOfDrop, linesOfDrop }] = await Promise.all([
    import('../../previews/drop.ts'),
    import('../try-text.ts'),
  ])
  const interrupt = onInterrupt()
  const reach = { ...connectOptions(), target: options.target, signal: interrupt.kill, stop: interrupt.stop }
  const { dropped, isWhole } =
    what === 'sweep'
      ? await sweepPreviews(project, reach)
      : { dropped: await dropPreview(project, await nameOf(project, options), reach), isWhole: true }
  if (options.json) result(JSON.stringify(documentOfDrop(dropped), null, 2))
  else for (const line of linesOfDrop(project, options.target, dropped, isWhole)) result(printable(line))
  return worstOf(dropped.map(({ exit }) => exit))
}

async function nameOf({ root }: SoundProject, { name }: Options): Promise<string> {
  if (name !== undefined && name.trim() !== '') return name.trim()
  const branch = name === undefined ? await branchHere(root) : undefined
  if (branch !== undefined) return branch
  throw new BoardwrightError('USAGE', '--name is missing', {
    hint: 'No git branch is checked out. Say what to call it, such as --name pr-42.',
  })
}

function exitOfNumbers(
  { reports, needBranch, notAsked, queries, skipped }: ComparedNumbers,
  { failOn }: Options,
): number {
  if (failOn === undefined) return EXIT.done
  return worstOf([
    (skipped !== undefined || needBranch.length > 0 || (notAsked.length > 0 && queries === 0)) && EXIT.notAllowed,
    reports.some(({ error, errorBefore }) => error !== undefined && errorBefore === undefined) && EXIT.error,
    failOn === 'change' && reports.some(({ compared }) => compared !== undefined) && EXIT.changes,
  ])
}

const HOURS: Readonly<Record<string, number>> = { h: 1, d: 24 }

/** In milliseconds. */
function duration(text: string): number {
  const [, count, unit = ''] = /^([1-9]\d{0,3})([hd])$/.exec(text) ?? []
  if (count === undefined) throw new InvalidArgumentError('Give it in hours or days, such as 12h or 7d.')
  return Number(count) * (HOURS[unit] ?? 1) * 3_600_000
}
