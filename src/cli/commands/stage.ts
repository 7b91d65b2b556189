import { BoardwrightError, EXIT, errorData, worstOf } from '@boardwright/common'
import { Command, InvalidArgumentError, Option } from 'commander'
import { selectTarget } from '../../config/targets.ts'
import { plural } from '../../content/counted.ts'
import { placeText, printable, titleText } from '../../content/printable.ts'
import type { Problem } from '../../content/problem.ts'
import { problemData } from '../../content/problem.ts'
import { shellWord } from '../../content/shell-word.ts'
import type { Staged } from '../../previews/stage.ts'
import type { Dropped, SweepOptions } from '../../previews/stage-sweep.ts'
import type { SoundProject } from '../../project/local/project.ts'
import { type AcceptOptions, acceptedIn, withAccept } from '../accept.ts'
import { onInterrupt } from '../interrupt.ts'
import { type Finish, openHere } from '../options.ts'
import { result } from '../output.ts'
import { connectOptions } from '../settings.ts'

interface Options extends AcceptOptions {
  readonly target?: string
  readonly name?: string
  readonly ttl: number
  readonly link?: string
  readonly drop?: true
  readonly sweep?: true
  readonly json?: true
}

export function stageCommand(finish: Finish): Command {
  return withAccept(
    new Command('stage')
      .description(
        'put what this tree changes where people can look at it: copies of dashboards, and the model on a branch',
      )
      .option('-t, --target <name>', 'the target to put the copies in')
      .option(
        '--name <name>',
        'the name of the preview, such as pr-42; staging again under the same name updates the same copies',
      )
      .addOption(
        new Option('--ttl <time>', 'how long to keep it before a sweep removes it, such as 12h or 7d')
          .argParser(duration)
          .default(duration('7d'), '7d'),
      )
      .option('--link <address>', 'the address of a dashboard, with {publicId}, {slug} or {workbook} in it'),
  )
    .addOption(new Option('--drop', 'remove the preview of this name').conflicts('sweep'))
    .addOption(new Option('--sweep', 'remove every preview of this project that has expired').conflicts('name'))
    .option('--json', 'print the result as JSON')
    .action(async (options: Options, command: Command) => {
      const { requireConfig } = await import('../../project/local/project.ts')
      const opened = await openHere(command)
      const interrupt = onInterrupt()
      const common = {
        ...connectOptions(),
        target: options.target,
        signal: interrupt.kill,
        stop: interrupt.stop,
      }
      const isRemoving = options.drop === true || options.sweep === true
      // Previews are removed even if the tree has errors.
      const project = requireConfig(isRemoving && opened.config ? { ...opened, problems: [] } : opened)
      const ended = isRemoving ? await remove(project, options, common) : await put(project, options, common)
      if (options.json) result(JSON.stringify({ format: 1, ...ended.document }, null, 2))
      else for (const line of ended.lines) result(printable(line))
      finish(ended.exit)
    })
}

interface Ended {
  readonly document: object
  readonly lines: readonly string[]
  readonly exit: number
}

async function put(project: SoundProject, options: Options, common: SweepOptions): Promise<Ended> {
  const { stage } = await import('../../previews/stage.ts')
  const staged = await stage(project, {
    ...common,
    name: nameIn(options),
    ttlMs: options.ttl,
    link: options.link,
    accept: acceptedIn(options),
  })
  const { model, target, preview, stamp, dashboards, kept, failed, shown, exit } = staged
  if (model?.error) throw model.error
  return {
    document: {
      ...{ name: stamp.name, target: target.name, folder: ['Previews', preview.label], commit: stamp.commit },
      ...{ expires: stamp.expires, branch: model ? preview.branch : null, dashboards, kept },
      problems: (model?.problems ?? []).map(problemData),
      failed: failed.map(failureData),
      ...(shown.length > 0 && { shown }),
    },
    lines: describe(staged),
    exit,
  }
}

async function remove(project: SoundProject, options: Options, common: SweepOptions): Promise<Ended> {
  const { dropPreview, sweepPreviews } = await import('../../previews/stage-sweep.ts')
  const { dropped, isWhole } = options.sweep
    ? await sweepPreviews(project, common)
    : { dropped: await dropPreview(project, nameIn(options), common), isWhole: true }
  const { deployment } = selectTarget(project.config, options.target)
  const lines = dropped.flatMap((each) => describeDropped(each, deployment))
  return {
    document: {
      dropped: dropped.map(({ preview, deployment, deleted, branch, kept, failed, shown, isPart, error }) => ({
        ...{ name: preview.label, deployment, deleted, branch, kept, failed: failed.map(failureData) },
        ...(shown.length > 0 && { shown }),
        ...(isPart && { unseen: true }),
        ...(error && { error: errorData(error) }),
      })),
    },
    lines:
      lines.length > 0 ? lines : [isWhole ? 'No preview has expired.' : 'No preview that this key sees has expired.'],
    exit: worstOf(dropped.map(({ exit }) => exit)),
  }
}

function nameIn({ name }: Options): string {
  if (name !== undefined && name.trim() !== '') return name.trim()
  throw new BoardwrightError('USAGE', '--name is missing', { hint: 'Say which preview it is, such as --name pr-42.' })
}

function describe(staged: Staged): string[] {
  const { target, stamp, model, kept, failed, shown, exit } = staged
  return [
    ...(model && model.problems.length > 0 ? describeProblems(staged, model.problems) : describeCopies(staged)),
    ...kept.map((what) => `Left as people changed it: ${what}`),
    ...(kept.length > 0 && exit === EXIT.held
      ? [
          `To see this commit there, delete those copies in the UI, run boardwright stage --target ${target.name} --name ${shellWord(stamp.name)} --drop, then stage again.`,
        ]
      : []),
    ...shown.map((what) => `Slipped in: ${what}`),
    ...failed.map((each) => `Failed: ${describeFailure(each)}`),
    ...(failed.length > 0 ? [stepAfter(staged)] : []),
  ]
}

/** Only an admin's key is sure to see what stands in the way. */
const stepAfter = ({ isAdmin, failed }: Staged): string =>
  !isAdmin && failed.some(({ error }) => error.kind === 'CONFLICT')
    ? "Stage with the key that made it or an admin's, or under another --name."
    : 'Run the same command again: it does the rest.'

const describeProblems = ({ target, preview }: Staged, problems: readonly Problem[]): string[] => [
  `The data model does not compile on branch ${preview.branch} of ${target.name}, so no dashboard was copied:`,
  ...problems.map(({ at: { file, line }, message }) => `  ${placeText({ file, line })}  ${message}`),
]

function describeCopies({ target, preview, stamp, model, dropped, dashboards, failed }: Staged): string[] {
  const shown = dashboards.map(({ name, slug, url }) => `  ${name}  ${url ?? slug}`)
  return [
    ...(dropped
      ? [
          `${stamp.name} in ${target.name}: nothing to look at, neither a dashboard nor the data model changes`,
          ...(dropped.deleted > 0 || dropped.branch ? [`  The earlier preview: ${endOf(dropped)}`] : []),
        ]
      : [
          `${stamp.name} in ${target.name}: Previews / ${preview.label}, until ${stamp.expires.slice(0, 10)}${failed.length > 0 ? ': not complete' : ''}`,
        ]),
    ...(shown.length > 0 ? shown : model ? ['  no dashboard changes'] : []),
    ...(model ? [`Data model on branch ${preview.branch}: open development mode and choose it.`] : []),
  ]
}

type Failure = Staged['failed'][number]
const failureData = ({ title, error }: Failure): object => ({ title, message: error.message })
const describeFailure = ({ title, error }: Failure): string => `${titleText(title)}: ${error.message}`

function describeDropped(dropped: Dropped, own: number): string[] {
  const { preview, deployment, kept, failed, shown, isPart, error } = dropped
  const where = deployment === own ? preview.label : `${preview.label} in deployment ${deployment}`
  return [
    `${where}: ${error ? `could not be removed: ${error.message}` : endOf(dropped)}`,
    ...kept.map((what) => `  kept: ${what}`),
    ...(kept.length > 0 ? ['  What people changed is theirs: to be rid of it, delete it in the UI.'] : []),
    ...(isPart
      ? [
          "  This key does not see everything: what others staged stays. Drop it with the key that staged it, or an admin's.",
        ]
      : []),
    ...shown.map((what) => `  slipped in: ${what}`),
    ...failed.map((each) => `  failed: ${describeFailure(each)}`),
    ...(failed.length > 0 ? ['  Run the same command again: it does the rest.'] : []),
  ]
}

function endOf({ deleted, branch, kept, failed, isPart }: Dropped): string {
  if (deleted > 0) return `${plural(deleted, 'object')} removed${branch ? ', and its branch' : ''}`
  if (branch) return 'its branch was removed'
  if (kept.length + failed.length > 0) return 'nothing was removed'
  return isPart ? 'nothing that this key sees was left' : 'nothing of it was left'
}

const HOURS: Readonly<Record<string, number>> = { h: 1, d: 24 }

/** In milliseconds. */
function duration(text: string): number {
  const [, count, unit = ''] = /^([1-9]\d{0,3})([hd])$/.exec(text) ?? []
  if (count === undefined) throw new InvalidArgumentError('Give it in hours or days, such as 12h or 7d.')
  return Number(count) * (HOURS[unit] ?? 1) * 3_600_000
}
