import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { ERRORS } from '../../packages/common/errors.ts'
import { createPlaces } from '../../packages/common/yaml/place.ts'
import { validateProject } from '../../src/check/validate.ts'
import { printProblems } from '../../src/cli/problems.ts'
import { readConfig } from '../../src/config/config.ts'
import type { PlaceOf } from '../../src/content/problem.ts'
import { frameOf, openProject } from '../../src/project/local/project.ts'
import { temporaryDirectory, writeFiles } from '../support/directory.ts'

/** A sound project of one workbook. Each case breaks one thing in it. */
const WORKBOOK = 'content/sales/revenue'
const REPORT = `${WORKBOOK}/reports/by-month.yaml`
const SQL = `${WORKBOOK}/reports/by-month.sql`
const DASHBOARD = `${WORKBOOK}/dashboard.yaml`
const PROJECT: Readonly<Record<string, string>> = {
  'boardwright.yaml': [
    'version: 1',
    'project: acme',
    'projectId: 7f3kQ2m9',
    'home: production',
    'targets: {production: {url: "https://acme.example", deployment: 2}}',
    '',
  ].join('\n'),
  'content/sales/folder.yaml': 'name: Sales\n',
  [`${WORKBOOK}/workbook.yaml`]: 'slug: revenue\nname: Revenue\n',
  [DASHBOARD]: [
    'title: Revenue',
    'widgets:',
    '  - id: months',
    '    type: CHART',
    '    report: by-month',
    '    position: {x: 0, y: 0, w: 6, h: 6}',
    '',
  ].join('\n'),
  [REPORT]: 'id: byMonth00001\nname: Revenue by month\n',
  [SQL]: 'select 1\n',
  [`${WORKBOOK}/reports/customers.yaml`]: 'id: customers001\nname: Customers\nquery: {measures: [orders.count]}\n',
}

/** Directories one in another, each with a folder of this name. */
const nested = (names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.map((name, index) => [`content/${names.slice(0, index + 1).join('/')}/folder.yaml`, `name: ${name}\n`]),
  )

const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1')
const LAUGHS = [
  'id: byMonth00001',
  'name: x',
  'meta:',
  '  a: &a [lol, lol, lol, lol, lol, lol, lol, lol, lol]',
  ...[...'bcdefghi'].map((key, n) => `  ${key}: &${key} [${Array(9).fill(`*${'abcdefgh'[n]}`).join(', ')}]`),
  '',
].join('\n')

/** What is written, and what is said of it: `code file:line:column  words of the message`. */
const CASES: readonly (readonly [what: string, files: Record<string, string | Uint8Array>, ...said: RegExp[]])[] = [
  ['YAML that does not parse', { [REPORT]: 'id: byMonth00001\nname: [a\n' }, /BW-E1103 .*by-month\.yaml:[23]:\d+ /],
  ['a quote that does not end', { [REPORT]: 'id: byMonth00001\nname: "a\n' }, /BW-E1103 .*by-month\.yaml:[23]:\d+ /],
  ['a key twice', { [REPORT]: 'id: byMonth00001\nname: a\nname: b\n' }, /BW-E1104 .*by-month\.yaml:3:1 .*"name"/],
  ['an anchor', { [REPORT]: 'id: byMonth00001\nname: &n a\ntitle: *n\n' }, /BW-E1105 .*:2:7 /, /BW-E1105 .*:3:8 /],
  ['a merge key', { [REPORT]: 'id: byMonth00001\nname: a\nmeta: {<<: {a: 1}}\n' }, /BW-E1105 .*:3:8 /],
  ['a billion laughs', { [REPORT]: LAUGHS }, /BW-E1105 .*by-month\.yaml:4:6 /],
  ['a tag', { [REPORT]: 'id: !!str byMonth00001\nname: !js/function a\n' }, /BW-E1105 .*:1:5 /, /BW-E1105 .*:2:7 /],
  ['several documents', { [REPORT]: 'id: byMonth00001\nname: a\n---\nname: b\n' }, /BW-E1105 .*by-month\.yaml:3:1 /],
  ['a tab', { [REPORT]: 'id: byMonth00001\nname: a\nmeta:\n\ta: 1\n' }, /BW-E1103 .*by-month\.yaml:4:1 .*[Tt]ab/],
  ['a byte order mark', { [REPORT]: '\ufeffid: byMonth00001\nname: a\n' }, /BW-E1101 .*:1:1 .*byte order mark/],
  ['Windows line ends', { [REPORT]: 'id: byMonth00001\r\nname: a\r\n' }, /BW-E1101 .*:1:17 .*CRLF/],
  [
    'invalid UTF-8',
    { [REPORT]: latin1('id: byMonth00001\nname: caf\xe9\n') },
    /BW-E1101 .*by-month\.yaml:2:10 .*UTF-8/,
  ],
  [
    'invalid UTF-8 in a text beside it',
    { [SQL]: latin1("select 'caf\xe9'\n") },
    /BW-E1101 .*by-month\.sql:1:12 .*UTF-8/,
  ],
  ['a NUL', { [REPORT]: 'id: byMonth00001\nname: "a\0b"\n' }, /BW-E1101 .*:2:9 .*NUL/],
  ['nothing but depth', { [REPORT]: `meta: ${'['.repeat(5000)}` }, /BW-E110[36] .*by-month\.yaml:1:\d+ /],
  ['an empty file', { [REPORT]: '' }, /BW-E1201 .*by-month\.yaml/],
  ['a list where a map belongs', { [REPORT]: '- a\n' }, /BW-E1201 .*by-month\.yaml/],
  ['a number that is not one', { [REPORT]: 'id: byMonth00001\nname: a\nmeta: {n: .nan}\n' }, /BW-E1108 .*:3:\d+ /],
  ['a key that is not text', { [REPORT]: 'id: byMonth00001\nname: a\nmeta: {? [a] : 1}\n' }, /BW-E1107 .*:3:\d+ /],
  ['an unknown key', { [REPORT]: 'id: byMonth00001\nname: a\ntitel: b\n' }, /BW-E1201 .*:3:1 .*"titel"/, /"title"/],
  ['a value of another type', { [REPORT]: 'id: byMonth00001\nname: 5\n' }, /BW-E1201 .*by-month\.yaml:2:7 /],
  ['an id of the wrong shape', { [REPORT]: 'id: short\nname: a\n' }, /BW-E1201 .*by-month\.yaml:1:5 .*12/],
  ['a placeholder for an id', { [REPORT]: 'id: "000000001abc"\nname: a\n' }, /BW-E1201 .*:1:5 .*placeholder/],
  ['an id twice', { [REPORT]: 'id: customers001\nname: a\n' }, /BW-E1204 .*"customers001"/],
  [
    'a slug twice',
    { 'content/sales/b/workbook.yaml': 'slug: revenue\nname: B\npublish: false\n' },
    /BW-E1204 .*"revenue"/,
  ],
  [
    'swapped slugs',
    {
      [`${WORKBOOK}/workbook.yaml`]: 'slug: revenue\nwas: costs\nname: Revenue\n',
      'content/sales/costs/workbook.yaml': 'slug: costs\nwas: revenue\nname: Costs\npublish: false\n',
    },
    /BW-E1204 .*workbook\.yaml:2:6 .*swap/,
  ],
  [
    'swapped names of groups',
    {
      'account/groups/a.yaml': 'name: Analysts\nwas: Board\n',
      'account/groups/b.yaml': 'name: Board\nwas: Analysts\n',
    },
    /BW-E1204 account\/groups\/a\.yaml:2:6 .*leads back to "Analysts": groups cannot swap their names at once/,
    /BW-E1204 account\/groups\/b\.yaml:2:6 .*leads back to "Board"/,
  ],
  [
    'one name before for two groups',
    {
      'account/groups/a.yaml': 'name: Analysts\nwas: Data people\n',
      'account/groups/b.yaml': 'name: Board\nwas: data people\n',
    },
    /BW-E1204 account\/groups\/b\.yaml:2:6 .*the group that was "data people" is in account\/groups\/a\.yaml too/,
  ],
  [
    'one slug before for two workbooks',
    {
      [`${WORKBOOK}/workbook.yaml`]: 'slug: revenue\nwas: costs\nname: Revenue\n',
      'content/sales/b/workbook.yaml': 'slug: b\nwas: costs\nname: B\npublish: false\n',
    },
    /BW-E1204 .*workbook\.yaml:2:6 .*the workbook that was "costs" is in content\/sales\/.*\/workbook\.yaml too/,
  ],
  [
    'one name before for two folders',
    {
      'content/sales/east/folder.yaml': 'name: East\nwas: Abroad\n',
      'content/sales/west/folder.yaml': 'name: West\nwas: Abroad\n',
    },
    /BW-E1204 content\/sales\/west\/folder\.yaml:2:6 .*the folder that was "Abroad" is in content\/sales\/east\//,
  ],
  ['a text twice', { [REPORT]: 'id: byMonth00001\nname: a\nsql: select 1\n' }, /BW-E1205 .*:3:1 .*by-month\.sql/],
  [
    'a query in two places',
    { [`${WORKBOOK}/reports/customers.query.json`]: '{}' },
    /BW-E1205 .*customers\.yaml:3:1 .*customers\.query\.json/,
  ],
  ['a text that belongs to no report', { [`${WORKBOOK}/reports/gone.sql`]: 'select 1\n' }, /BW-E1202 .*gone\.sql/],
  ['a file that belongs to nothing', { 'content/sales/notes.txt': 'x' }, /BW-E1202 .*notes\.txt/],
  [
    'a name with a typo',
    { 'content/sales/b/workbok.yaml': 'slug: b\nname: B\n' },
    /BW-E1202 .*workbok\.yaml/,
    /workbook\.yaml/,
  ],
  ['a device', { 'content/con/folder.yaml': 'name: Con\n' }, /BW-E1206 .*content\/con\/folder\.yaml/],
  [
    'folders whose names differ in blanks',
    { 'content/one/folder.yaml': 'name: Two\n', 'content/two/folder.yaml': "name: ' Two'\n" },
    /BW-E1204 content\/two\/folder.yaml:1:7 .*the folder " Two" differs only in spaces from the one in content\/one\//,
  ],
  [
    'twins that differ in case',
    { 'content/Sales/folder.yaml': 'name: Sales two\n' },
    /BW-E1206 .*content\/Sales\/folder\.yaml/,
    /BW-E1206 .*content\/sales\/folder\.yaml/,
  ],
  ['a name with an escape', { 'content/sales/a\x1b[31m.txt': 'x' }, /BW-E120[26] .*a\\u001b\[31m\.txt/],
  [
    'a report that is not there',
    { [DASHBOARD]: PROJECT[DASHBOARD]?.replace('by-month', 'by-mont') ?? '' },
    /BW-E1203 .*:5:13 .*"by-mont"/,
    /"by-month"/,
  ],
  [
    'a folder that is too deep, named like another one',
    { ...nested([...'abcdefghij', 'west']), ...nested(['a', 'west']) },
    /BW-E1201 .*content\/a\/b\/c\/d\/e\/f\/g\/h\/i\/j\/west\/folder\.yaml .*at 11/,
  ],
  ['a folder without a name', { 'content/a/b/folder.yaml': 'name: B\n' }, /BW-E1207 .*content\/a/],
  [
    'a widget outside the grid',
    { [DASHBOARD]: PROJECT[DASHBOARD]?.replace('x: 0', 'x: 9') ?? '' },
    /BW-E1208 .*:6:15 .*warning/,
  ],
  [
    'two widgets of one id',
    { [DASHBOARD]: `${PROJECT[DASHBOARD]}  - {id: months, type: TEXT, position: {x: 6, y: 0, w: 6, h: 6}}\n` },
    /BW-E1204 .*:7:10 .*"months"/,
  ],
  [
    'a variable without a value',
    { [SQL]: 'select 1\nfrom ${var.shema}.x\n' },
    /BW-E13\d\d .*by-month\.sql:2:6 .*"shema"/,
  ],
  [
    'an overlay of nothing',
    { 'overlays/production/content/x/folder.yaml': 'name: X\n' },
    /BW-E1310 .*overlays\/production\/content\/x/,
  ],
  [
    'a broken configuration',
    { 'boardwright.yaml': 'version: 1\nproject: a\n' },
    /BW-E1201 .*boardwright\.yaml:1:1 .*"projectId"/,
  ],
  [
    'a control character in a message',
    { [REPORT]: 'id: byMonth00001\nname: a\n"\\e[31m": 1\n' },
    /BW-E1201 .*:3:1 .*\\u001b\[31m/,
  ],
]

/** As `validate` prints it, in lines of `code file:line:column  message` with what is below each. */
async function printed(root: string): Promise<string> {
  const project = await openProject(root, '2026-11-20')
  const { problems } = validateProject(project, undefined)
  for (const { kind, message } of problems)
    expect([ERRORS[kind].code, message]).toEqual([expect.any(String), expect.any(String)])
  return printProblems(problems, 'text', (problem) => frameOf(project, problem)).replace(
    /^(\S+) {2}(BW-E\d+)/gm,
    (_, place, code) => `${code} ${place} `,
  )
}

const RAW = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/

test('the intact project has no problems', async () => {
  const root = temporaryDirectory()
  await writeFiles(root, PROJECT)
  expect(await printed(root)).toBe('')
})

test.for(CASES)('%s', async ([, files, ...said]) => {
  const root = temporaryDirectory()
  await writeFiles(root, { ...PROJECT, ...files })
  const text = await printed(root)
  for (const each of said) expect(text).toMatch(each)
  expect(text).not.toMatch(RAW)
})

test('all mistakes in a tree are reported at once', async () => {
  const root = temporaryDirectory()
  const broken = CASES.filter(([what]) => /key twice|text of nobody|file of nobody|slug twice|device/.test(what))
  await writeFiles(root, Object.assign({}, PROJECT, ...broken.map(([, files]) => files)))
  const text = await printed(root)
  for (const [, , ...said] of broken) for (const each of said) expect(text).toMatch(each)
})

test('a file of 200 MB, a directory that contains itself, a directory instead of a file', async () => {
  const root = temporaryDirectory()
  await writeFiles(root, PROJECT)
  await writeFile(join(root, REPORT), '')
  await truncate(join(root, REPORT), 200 * 1024 * 1024)
  await symlink('..', join(root, dirname(REPORT), 'loop'))
  await mkdir(join(root, WORKBOOK, 'reports/folder.yaml'))
  const text = await printed(root)
  expect(text).toMatch(/BW-E1102 .*by-month\.yaml .*64 MB/)
  expect(text).toMatch(/BW-E1401 .*reports\/loop .*symbolic link/)
})

describe('a file with a problem at each of its keys', () => {
  const keys = Array.from({ length: 200 }, (_, n) => `k${n}`)
  const text = keys.map((key) => `${key}: 1\n`).join('')

  test('is searched once for all places', () => {
    const spelled = vi.fn((key: string) => key)
    const placeOf = createPlaces(text, REPORT, spelled)
    expect(keys.map((key) => placeOf([key], 'key').at.line)).toEqual(keys.map((_, n) => n + 1))
    expect(spelled).toHaveBeenCalledTimes(keys.length)
  })

  test('is decoded once for all frames', () => {
    const decoding = vi.spyOn(TextDecoder.prototype, 'decode')
    const files = new Map([[REPORT, Buffer.from(text)]])
    const frames = keys.map((_, n) =>
      frameOf({ files }, { kind: 'SCHEMA', message: '', at: { file: REPORT, line: n + 1 } }),
    )
    expect(frames.map((frame) => frame?.includes('^'))).toEqual(keys.map(() => true))
    expect(decoding).toHaveBeenCalledTimes(1)
    decoding.mockRestore()
  })

  test('is asked for each place a few times, if its keys look like targets', () => {
    const placeOf = vi.fn<PlaceOf>(([key]) => ({
      at: { file: 'boardwright.yaml', line: keys.indexOf(String(key)) + 1 },
      length: 1,
    }))
    const value = Object.fromEntries(keys.map((key) => [key, { url: 'https://acme.example' }]))
    const { problems } = readConfig({ file: 'boardwright.yaml', value, placeOf }, [], '2027-01-31')
    expect(problems.filter(({ hint }) => hint?.includes('below "targets:"'))).toHaveLength(keys.length)
    expect(placeOf.mock.calls.length).toBeLessThan(5 * keys.length)
  })
})
