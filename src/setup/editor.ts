import { join } from 'node:path'
import { BoardwrightError } from '@boardwright/common'
import { readYaml } from '@boardwright/common/yaml'
import { targetFileGlobs } from '../config/config.ts'
import type { Project } from '../project/local/project.ts'
import { CONFIG_FILE } from '../project/local/root.ts'
import { readTextIfAny } from '../workspace/find.ts'
import { isIgnored } from '../workspace/git.ts'
import { writeTree } from '../workspace/write.ts'
import { withSettings } from './editor/jsonc.ts'
import { filesOfKind, jsonSchemaOf, SCHEMA_KINDS, type SchemaKind } from './schemas.ts'

/** This directory is committed, so that everybody in the team gets the schemas. */
const DIRECTORY = '.vscode'
const SETTINGS = `${DIRECTORY}/settings.json`
const KEY = 'yaml.schemas'

export const schemaFile = (kind: SchemaKind): string => `${DIRECTORY}/boardwright/${kind}.schema.json`

export interface Installed {
  /** Files that were missing or out of date, and were written. */
  readonly files: readonly string[]
  /** Whether git ignores the settings. */
  readonly isIgnored: boolean
}

/** Writes the JSON Schemas, and maps them to the project's files in the settings of the YAML extension. */
export async function installSchemas(project: Project): Promise<Installed> {
  const { root } = project
  const entries = schemaEntries(project)
  const before = await readTextIfAny(join(root, SETTINGS))
  const settings = withSettings(before ?? '{}\n', KEY, entries)
  const texts = new Map<string, string>(
    SCHEMA_KINDS.map((kind) => [schemaFile(kind), `${JSON.stringify(jsonSchemaOf(kind), null, 2)}\n`]),
  )
  if (settings !== undefined) texts.set(SETTINGS, settings)
  const changed = new Map<string, string>()
  for (const [file, text] of texts) if ((await readTextIfAny(join(root, file))) !== text) changed.set(file, text)
  await writeTree(root, changed)
  if (settings === undefined) {
    throw new BoardwrightError('SETTINGS_UNREADABLE', 'is not JSON with comments: it was left alone', {
      at: { file: SETTINGS },
      hint: `The schemas were written. Add this to it: "${KEY}": ${JSON.stringify(entries)}`,
    })
  }
  return { files: [...changed.keys()], isIgnored: await isIgnored(root, SETTINGS) }
}

/** In the format of the YAML extension: schema file -> globs. */
function schemaEntries({ files }: Project): Record<string, readonly string[]> {
  const text = new TextDecoder().decode(files.get(CONFIG_FILE) ?? new Uint8Array())
  const targetFiles = targetFileGlobs(readYaml(text, CONFIG_FILE).value)
  return Object.fromEntries(
    SCHEMA_KINDS.map((kind) => [`./${schemaFile(kind)}`, filesOfKind(kind, targetFiles)] as const).filter(
      ([, globs]) => globs.length > 0,
    ),
  )
}
