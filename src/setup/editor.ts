import { join } from 'node:path'
import { BoardwrightError } from '@boardwright/common'
import { readYaml } from '@boardwright/common/yaml'
import { targetFileGlobs } from '../config/config.ts'
import type { Members } from '../lint/members.ts'
import { judgeTreeModel } from '../lint/model/judged.ts'
import type { Project } from '../project/local/project.ts'
import { CONFIG_FILE } from '../project/local/root.ts'
import { readTextIfAny } from '../workspace/find.ts'
import { isIgnored } from '../workspace/git.ts'
import { writeTree } from '../workspace/write.ts'
import { withSettings } from './editor/jsonc.ts'
import { withMembers } from './schemas/members.ts'
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
  const texts = new Map<string, string>(schemaTexts(judgeTreeModel(project.files).members))
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

/** The schemas that offer the members of the project's own model. */
const OFFERING: ReadonlySet<SchemaKind> = new Set(['report', 'dashboard'])

const schemaTexts = (members: Members): [string, string][] =>
  SCHEMA_KINDS.map((kind) => [schemaFile(kind), textOf(kind, members)])

const textOf = (kind: SchemaKind, members: Members): string => {
  const schema = jsonSchemaOf(kind)
  return `${JSON.stringify(OFFERING.has(kind) ? withMembers(schema, members) : schema, null, 2)}\n`
}

/** Writes the schemas that offer members anew, where somebody installed them and the model is another one now. */
export async function refreshSchemas(root: string, members: Members): Promise<void> {
  const changed = new Map<string, string>()
  for (const kind of OFFERING) {
    const file = schemaFile(kind)
    const before = await readTextIfAny(join(root, file))
    const text = before === undefined ? undefined : textOf(kind, members)
    if (text !== undefined && text !== before) changed.set(file, text)
  }
  await writeTree(root, changed)
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
