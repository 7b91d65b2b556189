import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { ERRORS } from '../../../packages/common/errors.ts'
import { PLACEHOLDER_PUBLIC_ID, REPORT_REFERENCES, REVIEW_REQUIRED } from '../../../packages/platform/api/chosen.ts'
import type { Area, AuthScheme, Endpoint } from '../../../packages/platform/api/endpoint.ts'
import { api } from '../../../packages/platform/api/index.ts'
import { RULES } from '../../../packages/platform/api/refusals.ts'
import { REFUSED } from '../../../packages/platform/api/refused.ts'
import { CONTROLS } from '../../../packages/sandbox/control/controls.ts'
import { Action } from '../../../packages/sandbox/control/people.ts'
import { SWITCHES } from '../../../packages/sandbox/control/switches.ts'
import { DATA_API } from '../../../packages/sandbox/data/api.ts'
import { ROUTES } from '../../../packages/sandbox/routes/index.ts'
import {
  CHAPTERS,
  IN_PART,
  OUT_OF_REACH,
  type Tally,
  tally,
} from '../../../packages/sandbox/test/contract/specification/ledger.ts'
import { readManifest } from '../../../scripts/manifest.mjs'
import { TOOLS } from '../../../src/agents/mcp/server.ts'
import { FIELDS, type Field } from '../../../src/content/fields.ts'
import { DECLARED_KINDS } from '../../../src/setup/schemas.ts'
import { HOUSE } from '../house.ts'
import { documentsTable } from './documents.ts'
import { exitsTable } from './exits.ts'
import { fieldsTable, variantsTable } from './fields.ts'
import { keysTable } from './keys.ts'
import { anchorOf, code, type Parts, table } from './markdown.ts'
import { commandsReference } from './program.ts'
import { recommendedTable, ruleFieldsTables } from './rules.ts'

const AREAS: readonly Area[] = Object.values(api)

const OPERATIONS = AREAS.flatMap(({ tag, endpoints }) =>
  Object.entries(endpoints).map(([id, endpoint]) => ({ tag, id, endpoint })),
)

function errorsTable(): string {
  const byCode = Object.entries(ERRORS).sort(([, a], [, b]) => (a.code < b.code ? -1 : 1))
  const rows = byCode.map(([name, { code, exit, hint }]) => [
    `[${code}](#${anchorOf(`${code} ${name}`)})`,
    name,
    String(exit),
    hint,
  ])
  return table(['Code', 'Name', 'Exit', 'What to do'], rows)
}

function switchesTable(): string {
  const rows = Object.entries(SWITCHES).map(([name, { schema, initial, mirrors }]) => {
    const values =
      'options' in schema ? schema.options.map(code).join(', ') : `${code(String(initial))} ${boundsOf(schema)}`
    return [code(name), values, mirrors]
  })
  return table(['Switch', 'Values', 'Stands for'], rows)
}

const boundsOf = ({ minValue }: { readonly minValue: number | null }): string => `(at least ${minValue})`

function referencesTable(): string {
  const rows = REPORT_REFERENCES.map(({ widget, key, many, meaning }) => [
    code(widget),
    code(`config.${key}`),
    many ? 'a list of ids' : 'one id',
    meaning,
  ])
  return table(['Widget', 'Key', 'Holds', 'Means'], rows)
}

function constantsTable(): string {
  return table(
    ['What', 'Chosen'],
    [
      ['The shape of placeholder public ids', code(PLACEHOLDER_PUBLIC_ID.source)],
      ['The `code` of the 400 that a publish gets on a workbook which requires a review', code(REVIEW_REQUIRED)],
    ],
  )
}

function chosenTable(): string {
  const rows = OPERATIONS.flatMap(({ id, endpoint: { chosen } }) => (chosen === undefined ? [] : [[code(id), chosen]]))
  return table(['Operation', 'Chosen'], rows)
}

function refusalRulesTable(): string {
  const rows = RULES.map(({ status, reason, appliesTo }) => [
    String(status),
    reason,
    String(OPERATIONS.filter(({ endpoint }) => appliesTo(endpoint)).length),
  ])
  return table(['Status', 'Why', 'Operations'], rows)
}

function refusalsTable(): string {
  const rows = OPERATIONS.flatMap(({ id, endpoint }) =>
    Object.entries(endpoint.refused ?? {}).map(([status, reason]) => [code(id), status, reason]),
  )
  return table(['Operation', 'Status', 'Why'], rows)
}

interface Known {
  readonly tool: string
  readonly what: string | readonly string[]
  readonly count: number
  readonly reason: string
}

function clientsTable(): string {
  const known = JSON.parse(readFileSync('test/clients/known.json', 'utf8')) as Known[]
  return table(
    ['Tool', 'What it says', 'Times', 'Why it stays'],
    known.map(({ tool, what, count, reason }) => [
      code(tool),
      [what].flat().map(code).join('<br>'),
      String(count),
      reason,
    ]),
  )
}

const SCHEMES: Readonly<Record<AuthScheme, string>> = {
  bearer: 'Bearer',
  'api-key': 'Api-Key',
  'api-key-or-bearer': 'Api-Key or Bearer',
  none: 'none',
}

const JUDGED = 'test/clients/judged'
const ANSWERED = 'packages/sandbox/test/contract/specification/answered'

/** What the tests of judges recorded: the requests that each of them had answers of. */
const recordedIn = (folder: string): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map(
    readdirSync(folder).map((file) => [
      file.replace(/\.txt$/, ''),
      new Set(readFileSync(`${folder}/${file}`, 'utf8').trim().split('\n')),
    ]),
  )

function judgesTable(): string {
  const shown = [...recordedIn(ANSWERED).values()].flatMap((each) => [...each])
  const { engine = new Set<string>(), ...clients } = Object.fromEntries(recordedIn(JUDGED))
  const served = new Set(ROUTES.map(({ endpoint }) => endpoint))
  const operations = OPERATIONS.filter(({ endpoint }) => served.has(endpoint)).map(
    ({ endpoint: { method, path } }) => `${method} ${path}`,
  )
  const calls = DATA_API.flatMap(({ method, path }) => (path.startsWith('/v1/') ? [`${method} ${path}`] : []))
  const rows = [...operations, ...calls].map((request) => {
    const named = Object.entries(clients).flatMap(([name, requests]) => (requests.has(request) ? [name] : []))
    const judges = [
      ...(shown.includes(request) ? ['the specification'] : []),
      ...named,
      ...(engine.has(request) ? ['the engine'] : []),
    ]
    return [code(request), judges.length === 0 ? 'nobody' : judges.join(', ')]
  })
  return table(['Request', 'Judged by'], rows)
}

/** Lists only operations that have a route. Areas that are declared but not served yet are left out. */
function operationsTables(): string {
  const served = new Set(ROUTES.map(({ endpoint }) => endpoint))
  const shown = OPERATIONS.filter(({ endpoint }) => served.has(endpoint))
  const tags = [...new Set(shown.map(({ tag }) => tag))]
  return tags
    .map((tag) => {
      const rows = shown
        .filter((operation) => operation.tag === tag)
        .map(({ id, endpoint }) => [
          code(id),
          code(`${endpoint.method} ${endpoint.path}`),
          SCHEMES[endpoint.auth],
          describe(endpoint),
        ])
      return `### ${tag}\n\n${table(['Operation', 'Request', 'Scheme', 'Does'], rows)}`
    })
    .join('\n\n')
}

const describe = ({ summary, admin, account }: Endpoint): string =>
  [summary, admin ? 'Admins only.' : '', account ? 'No scoped keys.' : ''].filter((text) => text !== '').join(' ')

function refusedTable(): string {
  const served = OPERATIONS.flatMap(({ endpoint: { method, path, refuses } }) =>
    refuses === undefined ? [] : [{ method, path, reason: refuses }],
  )
  const rows = [...served, ...REFUSED].map(({ method, path, reason }) => [code(`${method} ${path}`), reason])
  return table(['Request', 'Why'], rows)
}

/** How much of the specification the tests show, by chapter. */
function rulesTable(): string {
  const cells = ({ sentences, rules, shown, inPart, outOfReach, rows }: Tally): string[] =>
    [sentences, rules, shown, inPart, outOfReach, rows].map(String)
  const rows = CHAPTERS.map((chapter) => [chapter.title, ...cells(tally([chapter]))])
  return table(
    ['Chapter', 'Sentences', 'State a rule', 'Shown', 'of these in part', 'Out of reach', 'Tests'],
    [...rows, ['All', ...cells(tally(CHAPTERS))]],
  )
}

const gapsTable = (
  gaps: readonly { readonly place: string; readonly rule: string; readonly reason: string }[],
): string =>
  table(
    ['Line', 'What', 'Why'],
    gaps.map(({ place, rule, reason }) => [place, rule, reason]),
  )

function houseTable(): string {
  const rooms = Object.entries(HOUSE).map(([room, { holds, imports }]) => {
    const place = existsSync(`src/${room}/`) ? `src/${room}/` : `src/${room}.ts`
    return [code(place), holds, imports.map(shortName).join(', ') || 'nothing']
  })
  const packages = readdirSync('packages').map((name) => {
    const { description, dependencies } = readManifest(`packages/${name}`)
    const ours = Object.keys(dependencies).filter((each) => each.startsWith('@boardwright/'))
    return [code(`packages/${name}/`), description, ours.map(shortName).join(', ') || 'nothing']
  })
  return table(['Room', 'Holds', 'May import'], [...rooms, ...packages])
}

/** Rooms and packages, each with those that it needs, but for what it reaches through another of them anyway. */
function housePicture(): string {
  const packages = readdirSync('packages').map((name) => {
    const { dependencies } = readManifest(`packages/${name}`)
    return [
      `@boardwright/${name}`,
      Object.keys(dependencies).filter((each) => each.startsWith('@boardwright/')),
    ] as const
  })
  const needs = new Map<string, readonly string[]>([
    ...Object.entries(HOUSE).map(([room, { imports }]) => [room, imports.map(ofPackage)] as const),
    ...packages,
  ])
  const reach = (name: string): string[] => (needs.get(name) ?? []).flatMap((next) => [next, ...reach(next)])
  const arrows = [...needs].flatMap(([name, all]) =>
    [...new Set(all)]
      .filter((each) => !all.some((other) => other !== each && reach(other).includes(each)))
      .map((each) => `  ${nodeOf(name)} --> ${nodeOf(each)}`),
  )
  const rooms = Object.keys(HOUSE).map((room) => `    ${nodeOf(room)}`)
  const doors = packages.map(([name]) => `    ${nodeOf(name)}`)
  const lines = [
    'flowchart TD',
    '  subgraph src',
    ...rooms,
    '  end',
    '  subgraph packages',
    ...doors,
    '  end',
    ...arrows,
  ]
  return ['```mermaid', ...lines, '```'].join('\n')
}

const ofPackage = (name: string): string => /^@boardwright\/\w+/.exec(name)?.[0] ?? name
const nodeOf = (name: string): string => name.replace('@boardwright/', '')

const shortName = (name: string): string => (name.startsWith('@') ? code(name.replace('@boardwright/', '')) : name)

const nameOf = ({ method, path }: (typeof CONTROLS)[number]): string => `${method} ${path}`

const controlsTable = (): string =>
  table(
    ['Call', 'Does'],
    CONTROLS.map((control) => [code(`${control.method} /_sandbox${control.path}`), control.summary]),
  )

/** One table for each control that takes a body, except for the switches, which have a different one. */
const bodies: Parts = Object.fromEntries(
  CONTROLS.flatMap((control) => {
    const { body, path } = control
    return body === undefined || path === '/switches' ? [] : [[`body of ${nameOf(control)}`, () => fieldsTable(body)]]
  }),
)

/** How every field is treated, kind by kind. */
const policiesTables = (): string =>
  Object.entries(FIELDS)
    .map(([kind, fields]) => {
      const rows = (fields as readonly Field[]).map(({ wire, policy, tree, reason }) => [
        code(wire),
        policy === 'written' || policy === 'create-only' ? code(tree ?? wire) : '',
        policy,
        reason,
      ])
      return `### ${kind}\n\n${table(['Field', 'In the tree', 'Policy', 'Why'], rows)}`
    })
    .join('\n\n')

const toolsTable = (): string =>
  table(
    ['Tool', 'Does', 'Files', 'Platform'],
    Object.entries(TOOLS).map(([name, { description, does, platform }]) => [
      code(name),
      description,
      does,
      platform ? 'reads' : 'nothing',
    ]),
  )

export const PARTS: Parts = {
  'rule fields': ruleFieldsTables,
  'recommended rules': recommendedTable,
  documents: documentsTable,
  fields: policiesTables,
  commands: commandsReference,
  tools: toolsTable,
  exits: exitsTable,
  ...Object.fromEntries(DECLARED_KINDS.map((kind) => [`keys of ${kind}`, () => keysTable(kind)])),
  errors: errorsTable,
  house: houseTable,
  picture: housePicture,
  switches: switchesTable,
  references: referencesTable,
  constants: constantsTable,
  chosen: chosenTable,
  operations: operationsTables,
  'refusal rules': refusalRulesTable,
  refusals: refusalsTable,
  clients: clientsTable,
  judges: judgesTable,
  refused: refusedTable,
  rules: rulesTable,
  'rules out of reach': () => gapsTable(OUT_OF_REACH),
  'rules in part': () => gapsTable(IN_PART),
  controls: controlsTable,
  actions: () => variantsTable(Action, 'do'),
  ...bodies,
}
