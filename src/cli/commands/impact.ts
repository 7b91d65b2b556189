import { Command, Option } from 'commander'
import type { Edge, Impact, ImpactFound } from '../../sync/impact.ts'
import { directoryOf, today } from '../options.ts'
import { note, printable, result } from '../output.ts'
import { plural } from '../problems.ts'

interface Options {
  readonly since?: string
  readonly format: 'text' | 'json' | 'mermaid'
  readonly json?: true
}

export function impactCommand(): Command {
  return new Command('impact')
    .description('what uses a member, a cube, a view or a report, and what it is made of; offline')
    .argument('[what...]', 'names, or files; without any, the members that this branch changes')
    .option('--since <rev>', 'what changed since this commit, not since the branch left the others')
    .addOption(new Option('--format <format>', 'how to print it').choices(['text', 'json', 'mermaid']).default('text'))
    .option('--json', 'short for --format json')
    .action(async (asked: string[], { since, format, json }: Options, command: Command) => {
      const [{ openProject }, { findImpact }] = await Promise.all([
        import('../../project/project.ts'),
        import('../../sync/impact.ts'),
      ])
      const directory = directoryOf(command)
      const found = await findImpact(await openProject(directory, today()), directory, { asked, since })
      for (const line of PRINT[json ? 'json' : format](found)) result(printable(line))
      for (const because of found.notChecked) note(printable(`Not checked: ${because}`))
    })
}

const PRINT: Readonly<Record<Options['format'], (found: ImpactFound) => string[]>> = {
  json: (found) => JSON.stringify({ format: 1, ...found }, null, 2).split('\n'),
  text: ({ impacts }) =>
    impacts.length === 0 ? ['No member of the data model changed or went.'] : impacts.flatMap(describe),
  mermaid: ({ impacts }) => {
    const edges = impacts.flatMap(({ madeOf, usedBy }) => [...madeOf, ...usedBy])
    const names = [...new Set([...impacts.map(({ of }) => of), ...edges.flatMap(({ by, uses }) => [uses, by])])]
    const lines = edges.map(({ by, uses }) => `  n${names.indexOf(uses)} --> n${names.indexOf(by)}`)
    return [
      'graph LR',
      ...names.map((name, index) => `  n${index}["${name.replaceAll('"', '#quot;')}"]`),
      ...new Set(lines),
    ]
  },
}

function describe({ of, isGone, madeOf, usedBy }: Impact): string[] {
  const files = new Set(usedBy.flatMap(({ by }) => (by.endsWith('.yaml') ? [by] : [])))
  return [
    `${of}${isGone ? '  is gone' : ''}`,
    ...(madeOf.length > 0 ? ['  made of'] : []),
    ...tree(
      of,
      madeOf,
      ({ by }) => by,
      ({ uses }) => uses,
    ),
    ...(usedBy.length > 0 ? ['  used by'] : []),
    ...tree(
      of,
      usedBy,
      ({ uses }) => uses,
      ({ by }) => by,
    ),
    usedBy.length === 0 ? '  Nothing uses it.' : `  ${plural(files.size, 'file')} of content in all.`,
  ]
}

/** Nobody reads more of them. */
const MOST_LINES = 300

/** Each name once with what is below it; where it stands again, its line alone. */
function tree(
  start: string,
  edges: readonly Edge[],
  above: (edge: Edge) => string,
  below: (edge: Edge) => string,
): string[] {
  const groups = new Map<string, Edge[]>()
  for (const edge of edges) groups.set(above(edge), [...(groups.get(above(edge)) ?? []), edge])
  const shown = new Set<string>()
  const lines: string[] = []
  let more = 0
  const show = (name: string, indent: string): void => {
    if (shown.has(name)) return
    shown.add(name)
    for (const edge of groups.get(name) ?? []) {
      if (lines.length < MOST_LINES) lines.push(`${indent}${lineOf(edge, below(edge))}`)
      else more += 1
      show(below(edge), `${indent}  `)
    }
  }
  show(start, '    ')
  return more > 0 ? [...lines, `    and ${plural(more, 'other use')}; --json lists them all`] : lines
}

function lineOf({ how, at, widget }: Edge, name: string): string {
  const place =
    at === undefined ? '' : name === at.file ? `:${at.line}:${at.column}` : `  ${at.file}:${at.line}:${at.column}`
  return `${name}${place}  (${how}${widget === undefined ? '' : `, widget ${widget}`})`
}
