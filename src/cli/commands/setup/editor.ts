import { Command, Option } from 'commander'
import { DOCUMENT_KINDS } from '../../../content/kinds.ts'
import { printable } from '../../../content/printable.ts'
import { openHere } from '../../options.ts'
import { document, note, result } from '../../output.ts'

const KINDS = ['project', 'target', ...DOCUMENT_KINDS, 'model'] as const
type Kind = (typeof KINDS)[number]

interface Options {
  readonly print?: Kind | true
  readonly json?: true
}

export function editorCommand(): Command {
  return new Command('editor')
    .description('set up an editor: write the JSON Schemas of the files to .vscode/, and say which files they are for')
    .addOption(new Option('--print [kind]', 'print what it would write, and write nothing').choices([...KINDS]))
    .option('--json', 'print the result as JSON')
    .action(({ print, json }: Options, command: Command) =>
      print === undefined ? install(command, json === true) : printSchemas(print),
    )
}

async function printSchemas(kind: Kind | true): Promise<void> {
  const { jsonSchemaOf } = await import('../../../setup/schemas.ts')
  const schemas = Object.fromEntries(KINDS.map((each) => [each, jsonSchemaOf(each)]))
  document(JSON.stringify(kind === true ? { format: 1, schemas } : schemas[kind], null, 2))
}

async function install(command: Command, json: boolean): Promise<void> {
  const { installSchemas } = await import('../../../setup/editor.ts')
  const { files, isIgnored } = await installSchemas(await openHere(command))
  if (json) {
    result(JSON.stringify({ format: 1, files, isIgnored }))
    return
  }
  for (const file of files) result(printable(`wrote ${file}`))
  if (files.length === 0) note('Everything is in place already: no file changed.')
  if (isIgnored) note('git ignores .vscode/, so nobody else gets it: take it out of .gitignore to share it.')
  note('Next: add the YAML extension (redhat.vscode-yaml) to the editor, and commit .vscode/')
}
