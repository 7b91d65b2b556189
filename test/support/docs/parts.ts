import { PLACEHOLDER_PUBLIC_ID, REPORT_REFERENCES, REVIEW_REQUIRED } from '../../../src/api/chosen.ts'
import type { Area } from '../../../src/api/endpoint.ts'
import { api } from '../../../src/api/index.ts'
import { ERRORS } from '../../../src/errors.ts'
import { CONTROLS } from '../../../src/sandbox/control/controls.ts'
import { Action } from '../../../src/sandbox/control/people.ts'
import { SWITCHES } from '../../../src/sandbox/control/switches.ts'
import { ROUTES } from '../../../src/sandbox/routes/index.ts'
import { fieldsTable, variantsTable } from './fields.ts'
import { code, type Parts, table } from './markdown.ts'

const AREAS: readonly Area[] = Object.values(api)

const OPERATIONS = AREAS.flatMap(({ tag, endpoints }) =>
  Object.entries(endpoints).map(([id, endpoint]) => ({ tag, id, endpoint })),
)

export function errorsTable(): string {
  const rows = Object.entries(ERRORS).map(([name, { code, exit, hint }]) => [
    `[${code}](#${anchorOf(`${code} ${name}`)})`,
    name,
    String(exit),
    hint,
  ])
  return table(['Code', 'Name', 'Exit', 'What to do'], rows)
}

/** As the forges make it from a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-')

export function switchesTable(): string {
  const rows = Object.entries(SWITCHES).map(([name, { schema, initial, mirrors }]) => {
    const values = 'options' in schema ? schema.options.map(code).join(', ') : `${code(String(initial))} ${boundsOf(schema)}`
    return [code(name), values, mirrors]
  })
  return table(['Switch', 'Values', 'Stands for'], rows)
}

const boundsOf = ({ minValue }: { readonly minValue: number | null }): string => `(at least ${minValue})`

export function referencesTable(): string {
  const rows = REPORT_REFERENCES.map(({ widget, key, many, meaning }) => [
    code(widget),
    code(`config.${key}`),
    many ? 'a list of ids' : 'one id',
    meaning,
  ])
  return table(['Widget', 'Key', 'Holds', 'Means'], rows)
}

export function constantsTable(): string {
  return table(
    ['What', 'Chosen'],
    [
      ['The shape of placeholder public ids', code(PLACEHOLDER_PUBLIC_ID.source)],
      ['The `code` of the 400 that a publish gets on a workbook which requires a review', code(REVIEW_REQUIRED)],
    ],
  )
}

export function chosenTable(): string {
  const rows = OPERATIONS.flatMap(({ id, endpoint: { chosen } }) => (chosen === undefined ? [] : [[code(id), chosen]]))
  return table(['Operation', 'Chosen'], rows)
}

/** Those that have a route: an area that is declared and not served yet is not shown. */
export function operationsTable(): string {
  const served = new Set(ROUTES.map(({ endpoint }) => endpoint))
  const rows = OPERATIONS.filter(({ endpoint }) => served.has(endpoint)).map(({ id, endpoint }) => [
    code(id),
    code(`${endpoint.method} ${endpoint.path}`),
    endpoint.admin ? `${endpoint.summary} Admins only.` : endpoint.summary,
  ])
  return table(['Operation', 'Request', 'Does'], rows)
}

const nameOf = ({ method, path }: (typeof CONTROLS)[number]): string => `${method} ${path}`

export const controlsTable = (): string =>
  table(
    ['Call', 'Does'],
    CONTROLS.map((control) => [code(`${control.method} /_sandbox${control.path}`), control.summary]),
  )

/** One table for each control that takes a body, but the switches, which have one of their own. */
const bodies: Parts = Object.fromEntries(
  CONTROLS.flatMap((control) => {
    const { body, path } = control
    return body === undefined || path === '/switches' ? [] : [[`body of ${nameOf(control)}`, () => fieldsTable(body)]]
  }),
)

export const PARTS: Parts = {
  errors: errorsTable,
  switches: switchesTable,
  references: referencesTable,
  constants: constantsTable,
  chosen: chosenTable,
  operations: operationsTable,
  controls: controlsTable,
  actions: () => variantsTable(Action, 'do'),
  ...bodies,
}
