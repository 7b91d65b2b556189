import { Argument, Command, Option } from 'commander'
import { MADE_KINDS } from '../../content/objects.ts'
import { printable } from '../../content/printable.ts'
import type { Creatable, WantedDashboard } from '../../edit/create.ts'
import { LOOKS, type Look } from '../../edit/decide/first-charts.ts'
import type { Project } from '../../project/local/project.ts'
import { canAsk, unanswered } from '../ask.ts'
import type { NewAnswers, NewGiven } from '../new-questions.ts'
import { openHere, startDirectory } from '../options.ts'
import { note } from '../output.ts'
import { printEdit } from '../tree-edits.ts'

interface Options {
  readonly in?: string
  readonly from?: string
  readonly kind?: Look
  readonly preview?: true
  readonly json?: true
}

const KINDS = [...MADE_KINDS, 'dashboard'] as const
const NAMED = KINDS.join(', ').replace(/, (\w+)$/, ' or $1')

export function newCommand(): Command {
  return new Command('new')
    .description(`create the files of a new ${NAMED}; on a terminal it asks`)
    .addArgument(new Argument('[kind]', 'what to create').choices([...KINDS]))
    .argument('[name]', 'its name')
    .option('--in <path>', 'the folder or workbook to put it in (default: the current directory, else content/)')
    .option('--from <members>', 'a report or dashboard about these: cube.member,... or a cube or view')
    .addOption(new Option('--kind <kind>', 'of a report, with --from: how it looks').choices([...LOOKS]))
    .addOption(new Option('--preview', 'draw it in your browser at once, until Ctrl-C').conflicts('json'))
    .option('--json', 'print the result as JSON, and ask nothing')
    .action(async (kind: Creatable | undefined, name: string | undefined, options: Options, command: Command) => {
      const { chartsOf, createInTree } = await import('../../edit/create.ts')
      const directory = startDirectory(command)
      const given = { kind, name, holder: options.in, look: options.kind, from: membersIn(options.from) }
      const project = await openHere(command)
      const isOpen = kind === undefined || name === undefined || isAboutNothing(given, chartsOf(kind))
      const isAsked = isOpen && !options.json && canAsk()
      const { wanted, isDrawn } = isAsked ? await askAbout(given, project, directory) : complete(given, options)
      const { edit, next, page } = await createInTree(project, directory, wanted)
      printEdit(edit, next, options.json)
      if (isAsked) note(printable(`The same without questions: ${await spelledOut(wanted)}`))
      if (!isDrawn) return
      const { runPreview } = await import('../preview-page.ts')
      await runPreview(directory, { open: true, at: page && encodeURIComponent(page) })
    })
}

const membersIn = (text: string | undefined): readonly string[] | undefined =>
  text
    ?.split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')

const isAboutNothing = ({ from }: NewGiven, charts: { readonly needsMembers: boolean } | undefined): boolean =>
  charts?.needsMembers === true && from === undefined

async function askAbout(given: NewGiven, project: Project, directory: string): Promise<NewAnswers> {
  const { askForObject } = await import('../new-questions.ts')
  return askForObject(given, project, directory)
}

function complete({ kind, name, ...rest }: NewGiven, { preview }: Options): NewAnswers {
  if (kind === undefined) throw unanswered('<kind>')
  if (name === undefined) throw unanswered('<name>')
  return { wanted: { kind, name, ...rest }, isDrawn: preview === true }
}

async function spelledOut({ kind, name, holder, from, look }: WantedDashboard): Promise<string> {
  const { commandLine } = await import('../../words/commands.ts')
  const flags = { '--in': holder, '--from': from?.join(','), '--kind': look }
  return commandLine(
    'new',
    kind,
    name,
    ...Object.entries(flags).flatMap(([flag, value]) => (value ? [flag, value] : [])),
  )
}
