import { isMap } from '../../packages/common/maps.ts'
import { LISTS, OPT_IN } from '../../src/content/kinds.ts'
import { type Project, readProjectConfig } from '../../src/project/local/project.ts'
import { type DeclaredKind, jsonSchemaOf } from '../../src/setup/schemas.ts'
import { isLong } from '../support/long.ts'
import { type Step, type StepPath, type StepSchema, stepsFrom, taken } from '../support/schema-steps.ts'
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
  targets: { production: { url: URL, deployment: 2, manage: OPT_IN.map((kind) => LISTS[kind]) } },
  targetFiles: ['targets/*.yaml'],
}
const WORKBOOK = 'content/sales/revenue'
export const FILES: Readonly<Record<DeclaredKind, string>> = {
  project: 'boardwright.yaml',
  target: 'targets/eu.yaml',
  folder: 'content/sales/folder.yaml',
  workbook: `${WORKBOOK}/workbook.yaml`,
  dashboard: `${WORKBOOK}/dashboard.yaml`,
  report: `${WORKBOOK}/reports/by-month.yaml`,
  notification: `${WORKBOOK}/notifications/weekly.yaml`,
  group: 'account/groups/analysts.yaml',
  attribute: 'account/attributes/region.yaml',
  role: 'account/roles/sellers.yaml',
  settings: 'account/settings.yaml',
  tenantGroup: 'account/tenants/initech/groups/editors.yaml',
  rule: 'rules/short-name.yaml',
}
const SOUND: Readonly<Record<DeclaredKind, unknown>> = {
  project: PROJECT,
  target: { url: URL, deployment: 3, labels: ['fr'] },
  folder: { name: 'Sales' },
  workbook: { slug: 'revenue', name: 'Revenue' },
  dashboard: { widgets: [] },
  report: { id: 'byMonth00001', name: 'By month' },
  notification: { slug: 'weekly', schedule: '0 7 * * 1', timezone: 'UTC' },
  group: { name: 'Analysts' },
  attribute: { name: 'region', type: 'string' },
  role: { name: 'Sellers', policies: [] },
  settings: { hasSupportAccess: false },
  tenantGroup: { name: 'Editors' },
  rule: { on: { kind: 'report' }, must: { name: { minLength: 2 } }, message: '{name} is short' },
}

export const overlayFileOf = (kind: DeclaredKind): string => `overlays/production/${FILES[kind]}`

/** JSON is YAML. Each value is on a line of its own. */
export const textOf = (document: unknown): string => `${JSON.stringify(document, null, 2)}\n`

export interface SchemaOf {
  readonly schema: StepSchema
  readonly resolve: (schema: StepSchema) => StepSchema
}

export function schemaOf(kind: DeclaredKind): SchemaOf {
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
export function triesOf(kind: DeclaredKind, short: number, documents = WHOLE[kind]): Tried[] {
  const { schema, resolve } = schemaOf(kind)
  return documents.flatMap((whole) => {
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

/** What an overlay says that takes one step, and the document as it is with that. */
export interface Overlaid extends Tried {
  readonly whole: unknown
  readonly overlay: unknown
}

/** The same steps, each taken by an overlay. It cannot empty a map or a list item: maps merge, and items go by their id. */
export function overlaysOf(kind: DeclaredKind, short: number): Overlaid[] {
  const steps = WHOLE[kind].flatMap((whole) => triesOf(kind, short, [whole]).map((tried) => ({ ...tried, whole })))
  return steps.flatMap(({ step, what, whole }): Overlaid[] => {
    if (step.path.at(-1) === 'id' && step.path.length > 1) return []
    const was = valueAt(whole, step.path)
    const isMerged = isMap(was) && isMap(step.value) && !isInPlainList(whole, step.path)
    const value = isMerged ? { ...was, ...(step.value as object) } : step.value
    return [{ what, step, whole, overlay: overlayTaking(whole, step), document: taken(whole, { ...step, value }) }]
  })
}

const valueAt = (value: unknown, path: StepPath): unknown =>
  path.reduce<unknown>((at, key) => (at as Readonly<Record<string, unknown>> | undefined)?.[key], value)

const hasIds = (list: readonly unknown[]): boolean =>
  list.every((each) => isMap(each) && typeof each['id'] === 'string')

/** Whether it is in a list that an overlay can only replace. */
const isInPlainList = (value: unknown, path: StepPath): boolean =>
  path.some((_, depth) => {
    const around = valueAt(value, path.slice(0, depth))
    return Array.isArray(around) && !hasIds(around)
  })

/** Nests the step as an overlay does: by keys, by the ids of list items, and a list without ids as a whole. */
function overlayTaking(at: unknown, { path: [first, ...rest], value }: Step): unknown {
  if (first === undefined) return value === undefined ? { $remove: true } : value
  if (!Array.isArray(at)) {
    const inner = (at as Readonly<Record<string, unknown>> | undefined)?.[first]
    return { [first]: overlayTaking(inner, { path: rest, value }) }
  }
  const item = at[Number(first)]
  if (!at.every((each) => isMap(each) && typeof each['id'] === 'string'))
    return taken(at, { path: [first, ...rest], value })
  const change = overlayTaking(item, { path: rest, value })
  return isMap(change) ? [{ id: item.id, ...change }] : taken(at, { path: [first, ...rest], value })
}

/** A project that is sound, with this document in it, and this overlay of it for production. */
export function projectWith(
  kind: DeclaredKind,
  document: unknown,
  {
    root = '/nowhere',
    url = URL,
    overlay,
  }: { readonly root?: string; readonly url?: string; readonly overlay?: unknown } = {},
): Project {
  const texts = Object.entries({ ...SOUND, [kind]: document }).map(([each, value]): [string, string] => [
    FILES[each as DeclaredKind],
    textOf(value).replaceAll(URL, url),
  ])
  const over = overlay === undefined ? [] : [[overlayFileOf(kind), textOf(overlay)]]
  const all = [
    ...texts,
    ...over,
    ['data-model/model/orders.yml', MODEL],
    ['content/sales/old/folder.yaml', 'name: Old\n'],
  ]
  const files = new Map(all.map(([file = '', text = '']) => [file, new TextEncoder().encode(text)]))
  return { root, files, ...readProjectConfig(files, TODAY) }
}
