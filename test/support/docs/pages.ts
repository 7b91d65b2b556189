import { readdirSync } from 'node:fs'
import type { Command } from 'commander'
import { readManifest } from '../../../scripts/manifest.mjs'
import { SCHEMA_KINDS, type SchemaKind, schemaFilesOf } from '../../../src/setup/schemas.ts'
import { keysTable } from './keys.ts'
import { code, read } from './markdown.ts'
import { commandName, describeCommand, MADE_COMMANDS, sentence } from './program.ts'

const pageOf = (command: Command): string => commandName(command).replace(' ', '-')

/**
 * Pages for agents, which read one at a time: one for each command and kind of file, and `llms.txt`, which lists them.
 */
export const PAGES: ReadonlyMap<string, () => string> = new Map([
  ...MADE_COMMANDS.map((command): [string, () => string] => [
    `docs/commands/${pageOf(command)}.md`,
    () => page(`boardwright ${commandName(command)}`, describeCommand(command), OF_COMMANDS),
  ]),
  ...SCHEMA_KINDS.map((kind): [string, () => string] => [
    `docs/kinds/${kind}.md`,
    () => page(titleOf(kind), `${filesText(kind)}\n\n${keysTable(kind)}`, OF_KINDS),
  ]),
  ['docs/llms.txt', index],
])

const page = (title: string, text: string, more: string): string => `# ${title}\n\n${text}\n\n${more}\n`

const OF_COMMANDS =
  'The result goes to stdout, everything else to stderr. What holds for all commands: [commands](../reference/commands.md). How a command ends: [exit statuses](../reference/exits.md). What `--json` prints: [JSON](../reference/json.md).'
const OF_KINDS =
  'A key that is not here is an error, except where the value is free-form. Where files lie: [the tree](../tree.md). As JSON Schema: `boardwright setup editor --print`.'

const titleOf = (kind: SchemaKind): string => `${kind.charAt(0).toUpperCase()}${kind.slice(1)}: the keys of its file`

function filesText(kind: SchemaKind): string {
  const files = schemaFilesOf(kind)
  return files.length === 0
    ? 'An entry of `targets` in boardwright.yaml, or a file that `targetFiles` names.'
    : `Files: ${files.map(code).join(', ')}.`
}

const GUIDE = readdirSync('docs/guide').sort()

function index(): string {
  const { description } = readManifest()
  const link = (title: string, at: string, said: string): string =>
    `- [${title}](${at})${said === '' ? '' : `: ${said}`}`
  const section = (title: string, links: readonly string[]): string => `## ${title}\n\n${links.join('\n')}`
  return [
    '# Boardwright',
    `> ${description}`,
    'Programs edit files of the tree, validate and draw them, and open a pull request. People approve a plan by its fingerprint and apply it. `boardwright mcp` serves tools that write files and never to a platform; `boardwright setup agents --list` names the tasks that come with step-by-step instructions.',
    section(
      'Start here',
      [
        ['docs/guide/agents.md', 'what an agent may and may not do, and why'],
        ['docs/guide/first-hour.md', 'from an address and a key to an approved change'],
        ['docs/tree.md', 'where files lie, and what becomes of every field'],
      ].map(([file = '', said = '']) => link(headingOf(file), file.replace('docs/', ''), said)),
    ),
    section(
      'Commands',
      MADE_COMMANDS.map((command) =>
        link(`boardwright ${commandName(command)}`, `commands/${pageOf(command)}.md`, sentence(command.description())),
      ),
    ),
    section(
      'Files',
      SCHEMA_KINDS.map((kind) => link(titleOf(kind), `kinds/${kind}.md`, '')),
    ),
    section('For programs', [
      link('JSON', 'reference/json.md', 'what every command prints with --json, and its schema'),
      link('Exit statuses', 'reference/exits.md', 'how a command ends'),
      link('Errors', 'errors.md', 'every code, with what to do'),
    ]),
    section(
      'Guide',
      GUIDE.map((file) => link(headingOf(`docs/guide/${file}`), `guide/${file}`, '')),
    ),
  ]
    .join('\n\n')
    .concat('\n')
}

function headingOf(file: string): string {
  const [, heading] = /^# (.+)$/m.exec(read(file)) ?? []
  if (heading === undefined) throw new Error(`${file} has no heading`)
  return heading
}
