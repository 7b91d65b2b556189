import process from 'node:process'
import { BoardwrightError } from '@boardwright/common'
import { Command, Option } from 'commander'
import type { ImpactFound } from '../../check/impact.ts'
import { comparedText } from '../../content/compared.ts'
import { printable } from '../../content/printable.ts'
import type { Project } from '../../project/local/project.ts'
import { lineWidth, paintFor, strokesOf } from '../colors.ts'
import { type ImpactPage, type ImpactShown, impactLines, type WhoSees } from '../impact-text.ts'
import { openHere, startDirectory } from '../options.ts'
import { note, result } from '../output.ts'
import { connectOptions, settings } from '../settings.ts'

type Mermaid = typeof import('../../words/mermaid.ts').mermaid

interface Options {
  readonly base?: string
  readonly format: 'text' | 'mermaid'
  readonly json?: true
  readonly live?: true
  readonly target?: string
}

export function impactCommand(): Command {
  return new Command('impact')
    .description('what uses a member, a cube, a view or a report, and what it is made of; offline without --live')
    .argument('[what...]', 'names, or files; without any, the members that this branch changes')
    .option('--base <rev>', 'the branch or commit to compare with (default: the branch that this one is merged into)')
    .addOption(new Option('--format <format>', 'how to print it').choices(['text', 'mermaid']).default('text'))
    .option('--json', 'print it as JSON')
    .option('--live', 'also look up who sees it: published dashboards, scheduled emails, embeds; needs a token')
    .option('-t, --target <name>', 'where to look with --live')
    .action(async (asked: string[], options: Options, command: Command) => {
      const { base, format, json } = options
      if (options.target !== undefined && !options.live)
        throw new BoardwrightError('USAGE', '--target says where --live looks, and --live is missing', {
          hint: 'Add --live, or leave --target out.',
        })
      const [{ findImpact }, { mermaid }] = await Promise.all([
        import('../../check/impact.ts'),
        import('../../words/mermaid.ts'),
      ])
      const directory = startDirectory(command)
      const project = await openHere(command)
      const found = await findImpact(project, directory, { asked, compare: { asked: base, env: process.env } })
      if (found.comparedWith) note(printable(comparedText(found.comparedWith)))
      const live = options.live ? await lookAtLive(project, found, options) : undefined
      const page = { ...pageFor(process.stdout), isEveryPlaceShown: settings().verbose }
      for (const line of PRINT[json ? 'json' : format]({ ...found, live }, { ...page, mermaid })) result(line)
      for (const because of found.notChecked) note(printable(`Not checked: ${because}`))
    })
}

async function lookAtLive(project: Project, { impacts }: ImpactFound, { target }: Options): Promise<WhoSees> {
  const [{ requireConfig }, { whoSees }] = await Promise.all([
    import('../../project/local/project.ts'),
    import('../../check/who-sees.ts'),
  ])
  const files = new Set(impacts.flatMap(({ of, usedBy }) => [of, ...usedBy.map(({ by }) => by)]))
  return whoSees(requireConfig(project), files, { ...connectOptions(), target })
}

const pageFor = (stream: NodeJS.WriteStream) => ({
  width: lineWidth(stream),
  paint: paintFor(stream),
  strokes: strokesOf(stream),
})

interface Printing extends ImpactPage {
  readonly mermaid: Mermaid
}

const PRINT: Readonly<Record<Options['format'] | 'json', (found: ImpactShown, printing: Printing) => string[]>> = {
  json: (found) => printable(JSON.stringify({ format: 1, ...found }, null, 2)).split('\n'),
  text: impactLines,
  mermaid: ({ impacts }, { mermaid }) => {
    const edges = impacts.flatMap(({ madeOf, usedBy }) => [...madeOf, ...usedBy])
    const names = [...new Set([...impacts.map(({ of }) => of), ...edges.flatMap(({ by, uses }) => [uses, by])])]
    const at = new Map(names.map((name, index) => [name, index]))
    const between = new Map(
      edges.map(({ by, uses }) => [`${uses} ${by}`, [at.get(uses) ?? 0, at.get(by) ?? 0] as const]),
    )
    return mermaid(names, [...between.values()]).map(printable)
  },
}
