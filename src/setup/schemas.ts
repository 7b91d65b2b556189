import { isMap } from '@boardwright/common'
import { modelSchema } from '@boardwright/platform/model'
import { Query } from '@boardwright/platform/query'
import { z } from 'zod'
import { ConfigFile, TargetFile } from '../config/schema.ts'
import { DOCUMENTS, type DocumentKind } from '../content/files.ts'
import { ReportWords } from '../lint/chart-words.ts'
import { RULES_DIRECTORY, RuleFile } from '../rules/file.ts'
import { globsOf, MODEL } from '../serialize/layout.ts'
import { configByType } from './schemas/widgets.ts'

interface SchemaFile {
  readonly schema: z.ZodType
  readonly files: readonly string[]
}

const OF_DOCUMENTS = Object.fromEntries(
  Object.entries(DOCUMENTS).map(([kind, { schema }]): [string, SchemaFile] => [
    kind,
    { schema, files: globsOf(kind as DocumentKind) },
  ]),
) as Readonly<Record<DocumentKind, SchemaFile>>

/** Makes editors flag unknown words. Reading accepts any word, because live may contain any. */
function withWords<T extends z.ZodObject>(schema: T): z.ZodObject {
  const shape = schema.shape as Readonly<Record<string, z.ZodType>>
  const described = Object.entries({ query: Query.optional(), ...ReportWords.shape }).map(
    ([key, words]): [string, z.ZodType] => [key, words.describe(shape[key]?.description ?? '')],
  )
  return schema.extend(Object.fromEntries(described)).meta(schema.meta() ?? {})
}

/** The JSON Schema of every kind of file, and the files it applies to. */
const KINDS = {
  project: { schema: ConfigFile, files: ['boardwright.yaml'] },
  target: { schema: TargetFile, files: [] },
  ...OF_DOCUMENTS,
  rule: { schema: RuleFile, files: [`${RULES_DIRECTORY}/*.yaml`] },
  report: { ...OF_DOCUMENTS.report, schema: withWords(DOCUMENTS.report.schema) },
} as const satisfies Record<string, SchemaFile>

export type DeclaredKind = keyof typeof KINDS
/** The kinds of files that are read with these schemas. */
export const DECLARED_KINDS = Object.keys(KINDS) as DeclaredKind[]
/** Also those of the data model, whose format is the platform's. */
export type SchemaKind = DeclaredKind | keyof typeof OF_PLATFORM
const OF_PLATFORM = {
  model: { schema: modelSchema, files: [`${MODEL}/model/**/*.yml`, `${MODEL}/model/**/*.yaml`] },
} as const
export const SCHEMA_KINDS = [...DECLARED_KINDS, ...Object.keys(OF_PLATFORM)] as readonly SchemaKind[]

export const schemaFilesOf = (kind: SchemaKind): readonly string[] => ({ ...KINDS, ...OF_PLATFORM })[kind].files

const isDeclared = (kind: SchemaKind): kind is DeclaredKind => Object.hasOwn(KINDS, kind)

/** `targetFiles` are the target files that boardwright.yaml names. */
export const filesOfKind = (kind: SchemaKind, targetFiles: readonly string[]): readonly string[] =>
  kind === 'target' ? targetFiles : schemaFilesOf(kind)

type Schema = Readonly<Record<string, unknown>>

/** The JSON Schema (2020-12) of a kind of file. It accepts every valid file, but cannot catch every error. */
export function jsonSchemaOf(kind: SchemaKind): Schema {
  if (!isDeclared(kind)) return simplified(OF_PLATFORM[kind].schema(), true) as Schema
  const schema = z.toJSONSchema(KINDS[kind].schema, {
    ...{ io: 'input', unrepresentable: 'any', override: withPatternWords },
  }) as Schema
  const hasVariables = kind in DOCUMENTS
  const plain = simplified(schema, hasVariables) as Schema
  return withConfigs(hasVariables ? withNulls(plain) : plain)
}

/** Widgets differ by type in what their config says. */
function withConfigs(schema: Schema): Schema {
  if (Array.isArray(schema)) return schema.map(withConfigs) as unknown as Schema
  if (!isMap(schema)) return schema
  const { properties } = schema
  const all = Object.entries(schema).map(([key, value]) => [key, withConfigs(value as Schema)])
  const isWidget = isMap(properties) && 'config' in properties && 'position' in properties
  return { ...Object.fromEntries(all), ...(isWidget ? { allOf: configByType() } : {}) }
}

/** What is said of a text that does not match: nobody should have to read a pattern. */
function withPatternWords({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: AnySchema }): void {
  if (jsonSchema['pattern'] === undefined || jsonSchema['patternErrorMessage'] !== undefined) return
  const [issue] = z.safeParse(zodSchema, MATCHES_NOTHING).error?.issues ?? []
  if (issue) jsonSchema['patternErrorMessage'] = issue.message
}
type AnySchema = Record<string, unknown>
const MATCHES_NOTHING = ' ?! '

/** At the top of a content file, `null` is the same as leaving the key out. */
function withNulls({ properties, ...rest }: Schema): Schema {
  const required = Array.isArray(rest['required']) ? rest['required'] : []
  const entries = Object.entries(isMap(properties) ? properties : {}).map(([key, schema]) => {
    if (!isMap(schema) || required.includes(key)) return [key, schema]
    const { description, ...own } = schema
    if (Object.keys(own).length === 0) return [key, schema]
    return [
      key,
      { ...(description === undefined ? {} : { description }), anyOf: [...choicesOf(own), { type: 'null' }] },
    ]
  })
  return { ...rest, properties: Object.fromEntries(entries) }
}

const choicesOf = (schema: Schema): readonly unknown[] =>
  Array.isArray(schema['anyOf']) && Object.keys(schema).length === 1 ? schema['anyOf'] : [schema]

const LARGEST = Number.MAX_SAFE_INTEGER
const ANY_KEY = JSON.stringify({ type: 'string' })

/**
 * Removes rules that have no effect, and lets content text contain a variable, because it is checked after variables
 * are filled in.
 */
function simplified(schema: unknown, hasVariables: boolean): unknown {
  if (Array.isArray(schema)) return schema.map((each) => simplified(each, hasVariables))
  if (!isMap(schema)) return schema
  const entries = Object.entries(schema).filter(
    ([key, value]) =>
      !(key === 'propertyNames' && JSON.stringify(value) === ANY_KEY) &&
      !((key === 'minimum' || key === 'maximum') && Math.abs(Number(value)) === LARGEST),
  )
  const plain = Object.fromEntries(
    entries.map(([key, value]) => [
      key,
      key === 'enum' || key === 'propertyNames' ? value : simplified(value, hasVariables),
    ]),
  )
  return hasVariables ? withVariables(plain) : plain
}

const VARIABLE = { type: 'string', pattern: '\\$\\{var\\.' }
const ONE_OF = 'must be one of the values'

function withVariables(schema: Schema): Schema {
  const { description, ...rest } = schema
  if (rest['type'] !== 'string' || !('enum' in rest || 'pattern' in rest)) return schema
  return {
    ...(description === undefined ? {} : { description }),
    anyOf: [rest, { ...VARIABLE, patternErrorMessage: rest['patternErrorMessage'] ?? ONE_OF }],
  }
}
