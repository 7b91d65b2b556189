import { type Project, readProjectConfig } from '../../src/project/project.ts'
import { jsonSchemaOf, type SchemaKind } from '../../src/sync/schemas.ts'
import { isLong } from '../support/long.ts'
import { type Step, type StepSchema, stepsFrom, taken } from '../support/schema-steps.ts'
import { WHOLE } from './whole.ts'

export const TODAY = '2026-11-20'

const MODEL = `cubes:
  - name: orders
    sql_table: orders
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: status, sql: status, type: string}
      - {name: at, sql: at, type: time}
    measures:
      - {name: count, type: count}
    segments:
      - {name: paid, sql: "paid"}
`
const URL = 'https://acme.example'
const PROJECT = {
  version: 1,
  project: 'acme',
  projectId: '7f3kQ2m9',
  home: 'production',
  templates: { base: {} },
  targets: { production: { url: URL, deployment: 2 } },
  targetFiles: ['targets/*.yaml'],
}
const WORKBOOK = 'content/sales/revenue'
export const FILES: Readonly<Record<SchemaKind, string>> = {
  project: 'boardwright.yaml',
  target: 'targets/eu.yaml',
  folder: 'content/sales/folder.yaml',
  workbook: `${WORKBOOK}/workbook.yaml`,
  dashboard: `${WORKBOOK}/dashboard.yaml`,
  report: `${WORKBOOK}/reports/by-month.yaml`,
}
const SOUND: Readonly<Record<SchemaKind, unknown>> = {
  project: PROJECT,
  target: { url: URL, deployment: 3, labels: ['fr'] },
  folder: { name: 'Sales' },
  workbook: { slug: 'revenue', name: 'Revenue' },
  dashboard: { widgets: [] },
  report: { id: 'byMonth00001', name: 'By month' },
}

/** JSON is YAML. Each value is on a line of its own. */
export const textOf = (document: unknown): string => `${JSON.stringify(document, null, 2)}\n`

export interface SchemaOf {
  readonly schema: StepSchema
  readonly resolve: (schema: StepSchema) => StepSchema
}

export function schemaOf(kind: SchemaKind): SchemaOf {
  const schema = jsonSchemaOf(kind) as StepSchema & { readonly $defs?: Readonly<Record<string, StepSchema>> }
  const named = (name = ''): StepSchema => schema.$defs?.[name.slice('#/$defs/'.length)] ?? {}
  return { schema, resolve: (each) => (each.$ref === undefined ? each : named(each.$ref)) }
}

export interface Tried {
  readonly what: string
  readonly step: Step
  readonly document: unknown
}

/** Each document, changed in one place. In short runs, as many of them as are asked for. */
export function triesOf(kind: SchemaKind, short: number): Tried[] {
  const { schema, resolve } = schemaOf(kind)
  return WHOLE[kind].flatMap((whole) => {
    const steps = [...stepsFrom(schema, whole, resolve)]
    const every = isLong ? 1 : Math.ceil(steps.length / short)
    return steps
      .filter((_, index) => index % every === 0)
      .map((step) => ({
        what: `${FILES[kind]}: ${step.path.join('.')}: ${JSON.stringify(step.value)?.slice(0, 60)}`,
        step,
        document: taken(whole, step),
      }))
  })
}

/** A project that is sound, with this document in it. */
export function projectWith(kind: SchemaKind, document: unknown, root = '/nowhere', url = URL): Project {
  const texts = Object.entries({ ...SOUND, [kind]: document }).map(([each, value]): [string, string] => [
    FILES[each as SchemaKind],
    textOf(value).replaceAll(URL, url),
  ])
  const all = [...texts, ['data-model/model/orders.yml', MODEL], ['content/sales/old/folder.yaml', 'name: Old\n']]
  const files = new Map(all.map(([file = '', text = '']) => [file, new TextEncoder().encode(text)]))
  return { root, files, ...readProjectConfig(files, TODAY) }
}
