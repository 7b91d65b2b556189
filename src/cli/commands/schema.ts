import { BoardwrightError } from '@boardwright/common'
import { Argument, Command } from 'commander'
import { DOCUMENT_KINDS } from '../../content/kinds.ts'
import { printable } from '../../content/printable.ts'
import { openHere } from '../options.ts'
import { document, note, result } from '../output.ts'

const KINDS = ['project', 'target', ...DOCUMENT_KINDS] as const
type Kind = (typeof KINDS)[number]

interface Options {
  readonly install?: true
  readonly json?: true
}

export function schemaCommand(): Command {
  return new Command('schema')
    .description('print the JSON Schemas of the files, or install them for editors')
    .addArgument(new Argument('[kind]', 'which one (default: all)').choices([...KINDS]))
    .option('--install', 'write them to .vscode/, and tell the YAML extension which files they are for')
    .option('--json', 'print the result as JSON')
    .action(async (kind: Kind | undefined, { install, json }: Options, command: Command) => {
      if (install) {
        if (kind !== undefined) throw new BoardwrightError('USAGE', '--install installs every kind: leave out [kind]')
        return installAll(command, json === true)
      }
      const { jsonSchemaOf } = await import('../../setup/schemas.ts')
      const schemas = Object.fromEntries(KINDS.map((each) => [each, jsonSchemaOf(each)]))
      document(JSON.stringify(kind === undefined ? { format: 1, schemas } : schemas[kind], null, 2))
    })
}

async function installAll(command: Command, json: boolean): Promise<void> {
  const { installSchemas } = await import('../../setup/editor.ts')
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
