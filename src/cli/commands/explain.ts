import { Command } from 'commander'
import type { Explanation } from '../../check/explain.ts'
import { isKind } from '../../content/kinds.ts'
import { printable, shortCommit } from '../../content/printable.ts'
import { openSoundHere, startDirectory } from '../options.ts'
import { result } from '../output.ts'
import { connectOptions } from '../settings.ts'

interface Options {
  readonly target?: string
  readonly json?: true
}

export function explainCommand(): Command {
  return new Command('explain')
    .description('show everything known about one object: file, live id, owner, last apply and what a plan would do')
    .argument('<object>', 'a path, a slug, or an id')
    .option('-t, --target <name>', 'the target to look at')
    .option('--json', 'print it as JSON')
    .action(async (object: string, options: Options, command: Command) => {
      const [{ planTarget }, { explainObject, keyMeant }, { fullName }] = await Promise.all([
        import('../../project/plan.ts'),
        import('../../check/explain.ts'),
        import('../../plan/naming.ts'),
      ])
      const directory = startDirectory(command)
      const project = await openSoundHere(command)
      const planned = await planTarget(project, { ...connectOptions(), target: options.target, onlyLooks: true })
      const key = keyMeant(planned, project, directory, object)
      const explained = explainObject(planned, key)
      const title = [...planned.work.titleOf(key).slice(0, -1), explained.name]
      result(
        options.json
          ? JSON.stringify({ format: 1, ...explained }, null, 2)
          : describe(explained, fullName({ key, title })).map(printable).join('\n'),
      )
    })
}

function describe(each: Explanation, heading: string): string[] {
  const identity = isKind(each.key, 'report') ? 'public id' : 'slug'
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['file', each.file ?? 'none'],
    ['live', liveText(each)],
    [identity, each.identity],
    ['belongs to', each.belongsTo],
    ['owner', each.owner],
    ['saved', each.updatedAt],
    ['left out', each.leftOut],
    ['applied', appliedText(each)],
    ['shows', each.shows.join(', ') || undefined],
    ['shown on', each.shownOn.join(', ') || undefined],
  ]
  const { objects, held, left } = each.planned
  const planned = [
    ...objects.map(
      ({ action, because, units }) =>
        `${action}: ${because}${units.length > 0 ? ` (${units.map(({ unit }) => unit).join(', ')})` : ''}`,
    ),
    ...held.map(
      ({ message, units }) =>
        `held: ${message}${units.length > 0 ? ` (${units.map(({ unit }) => unit).join(', ')})` : ''}`,
    ),
    ...left.map(
      ({ message, units }) =>
        `left alone: ${message}${units.length > 0 ? ` (${units.map(({ unit }) => unit).join(', ')})` : ''}`,
    ),
  ]
  return [
    heading,
    ...rows.flatMap(([label, value]) => (value === undefined ? [] : [`  ${label.padEnd(11)}${value}`])),
    ...(planned.length > 0 ? planned : [each.leftOut === undefined ? 'unchanged' : 'not looked at']).map(
      (line) => `  ${'plan'.padEnd(11)}${line}`,
    ),
  ]
}

function liveText({ live, branch, target }: Explanation): string {
  if (branch !== undefined) return `on ${branch} of ${target}`
  return live === undefined ? `not in ${target}` : `number ${live} in ${target}`
}

/** Undefined for a folder: only the records of its contents say what was applied. */
function appliedText({ key, applied }: Explanation): string | undefined {
  if (applied !== undefined) return `commit ${shortCommit(applied)}`
  return isKind(key, 'folder') ? undefined : 'never'
}
