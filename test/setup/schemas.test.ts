import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import fastGlob from 'fast-glob'
import { describe, expect, test } from 'vitest'
import { stringifyJson } from '../../packages/common/json.ts'
import { isMap } from '../../packages/common/maps.ts'
import { readYaml } from '../../packages/common/yaml/read.ts'
import { ConfigFile, TargetFile } from '../../src/config/schema.ts'
import { DOCUMENTS } from '../../src/content/files.ts'
import { judgeTreeModel } from '../../src/lint/model/judged.ts'
import { RuleFile } from '../../src/rules/file.ts'
import { createRoles, workbookDirectories } from '../../src/serialize/layout.ts'
import { printTree } from '../../src/serialize/print.ts'
import { withMembers } from '../../src/setup/schemas/members.ts'
import { DECLARED_KINDS, filesOfKind, jsonSchemaOf, SCHEMA_KINDS, type SchemaKind } from '../../src/setup/schemas.ts'
import { content } from '../serialize/content.ts'
import { contentIn } from '../support/lists.ts'
import { isLong } from '../support/long.ts'

const ajv = new Ajv2020({
  allErrors: true,
  strict: true,
  allowUnionTypes: true,
  formats: { date: true },
  keywords: ['patternErrorMessage'],
})
const validators = Object.fromEntries(SCHEMA_KINDS.map((kind) => [kind, ajv.compile(jsonSchemaOf(kind))]))

function errorsOf(kind: SchemaKind, text: string): string[] {
  const { value, problems } = readYaml(text, '')
  expect(problems).toEqual([])
  const validate = validators[kind]
  validate?.(JSON.parse(stringifyJson(value)))
  return (validate?.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

const MODEL = `cubes:
  - name: o
    sql_table: o
    measures: [{name: n, type: count}, {name: hidden, type: count, public: false}]
    dimensions: [{name: at, type: time, sql: at}]
`

type Node = Readonly<Record<string, unknown>>

/** Every schema within a schema, with its path. */
function walk(schema: unknown, path: string, see: (schema: Node, path: string) => void): void {
  if (Array.isArray(schema)) for (const [index, each] of schema.entries()) walk(each, `${path}/${index}`, see)
  if (!isMap(schema)) return
  see(schema, path)
  for (const [key, each] of Object.entries(schema)) walk(each, `${path}/${key}`, see)
}

describe('the JSON Schemas', () => {
  test('accept every file of any tree', () => {
    fc.assert(
      fc.property(content, (made) => {
        const files = printTree(contentIn(made))
        const roleOf = createRoles(workbookDirectories(files.keys()))
        for (const [file, text] of files) {
          const role = roleOf(file)
          if (role.role !== 'document') continue
          const { kind } = role
          // Live may hold a query that the platform refuses.
          const errors = errorsOf(kind, text).filter((error) => !error.startsWith('/query'))
          expect([file, errors]).toEqual([file, []])
        }
      }),
      { numRuns: isLong ? 600 : 25 },
    )
  })

  test.each(['examples/acme', 'examples/minimal'])('accept every file of %s', (root) => {
    for (const kind of SCHEMA_KINDS) {
      for (const file of fastGlob.sync([...filesOfKind(kind, [])], { cwd: root }))
        expect([file, errorsOf(kind, readFileSync(join(root, file), 'utf8'))]).toEqual([file, []])
    }
  })

  const right: [SchemaKind, string][] = [
    [
      'project',
      'version: 1\nproject: a\nprojectId: abcd\nhome: p\ntargets: {p: {url: https://a.example, deployment: 1}}\n',
    ],
    ['target', 'extends: base\nvariables: {a: 1}\n'],
    ['workbook', 'slug: ${var.SLUG}\nname: a\nembedAccess: {acme: "${var.ACCESS}"}\n'],
    ['dashboard', 'widgets: []\n'],
    ['folder', 'name: a\nposition:\nwas: null\n'],
    ['workbook', 'slug: a\nname: b\npublish: null\nembedAccess: ~\nmeta:\n'],
    ['dashboard', 'title: null\nwidgets: null\n'],
    ['report', 'id: AAAAAAAAAAAA\nname: a\nsource: null\nquery: null\n'],
  ]
  test.each(right)('%s accepts %j', (kind, text) => {
    expect(errorsOf(kind, text)).toEqual([])
  })

  const wrong: [SchemaKind, string, string][] = [
    ['project', 'version: 2\nproject: a\nprojectId: abcd\nhome: p\n', '/version must be equal to constant'],
    [
      'project',
      'version: 1\nproject: a\nprojectId: abcd\nhome: p\ntarget: {}\n',
      'must NOT have additional properties',
    ],
    ['target', 'deployment: x\n', '/deployment must be integer'],
    ['folder', 'position: 1\n', "must have required property 'name'"],
    ['folder', 'name: null\n', '/name must be string'],
    ['folder', 'name: a\nnmae: b\n', 'must NOT have additional properties'],
    ['folder', `name: ${'x'.repeat(256)}\n`, '/name must NOT have more than 255 characters'],
    ['workbook', 'slug: Upper\nname: a\n', '/slug must match pattern'],
    ['workbook', 'slug: a\nname: b\npublish: yes please\n', '/publish must be boolean'],
    [
      'workbook',
      'slug: a\nname: b\nembedAccess: {acme: write}\n',
      '/embedAccess/acme must be equal to one of the allowed values',
    ],
    [
      'dashboard',
      'widgets: [{id: a, type: CHRT, position: {x: 0, y: 0, w: 1, h: 1}}]\n',
      '/widgets/0/type must be equal to one of',
    ],
    ['dashboard', 'widgets: [{id: a, type: CHART, position: {x: 0, y: 0, w: 1}}]\n', "must have required property 'h'"],
    ['report', 'id: short\nname: a\n', '/id must match pattern'],
    ['report', 'id: AAAAAAAAAAAA\nname: a\nsource: PAPER\n', '/source must be equal to one of'],
  ]
  test.each(wrong)('%s refuses %j', (kind, text, error) => {
    expect(errorsOf(kind, text).join('\n')).toContain(error)
  })

  test.each(SCHEMA_KINDS)('say of every key of %s what it means, and in words what a text must be', (kind) => {
    const wrong: string[] = []
    walk(jsonSchemaOf(kind), '', (schema, path) => {
      for (const [key, each] of Object.entries(isMap(schema['properties']) ? schema['properties'] : {})) {
        const isWord = isMap(each) && 'const' in each
        // Rules about several keys name some of them again.
        if (!isMap(each) || isWord || /(?:anyOf|oneOf|not|contains|then)\/?\d*$/.test(path)) continue
        if (!/^[A-Z\d`].*[.]$/s.test(String(each['description']))) wrong.push(`${path}/${key}: ${each['description']}`)
      }
      if (typeof schema['pattern'] === 'string' && !/^must /.test(String(schema['patternErrorMessage'])))
        wrong.push(`${path}: ${schema['pattern']}`)
    })
    expect(wrong).toEqual([])
  })

  test('offer what the config of a widget says, by its type', () => {
    const seen: string[] = []
    walk(jsonSchemaOf('dashboard'), '', (schema) => {
      const type = isMap(schema['if']) ? JSON.stringify(schema['if']) : ''
      if (type.includes('"FILTER"')) seen.push(JSON.stringify(schema['then']))
    })
    expect(seen).toEqual([expect.stringMatching(/"member":.*"operator":.*"multiple":/)])
  })

  test('offer the members of the model where one is named, and take any other', () => {
    const files = new Map([['data-model/model/a.yml', Buffer.from(MODEL)]])
    const { members } = judgeTreeModel(files)
    const schema = withMembers(jsonSchemaOf('report'), members)
    const text = JSON.stringify(schema)
    expect(text).toContain('"measures":{"description":"The numbers to ask for."')
    const offered = [...text.matchAll(/\{"enum":(\["o\.[^\]]*\])/g)].map(([, names]) => names)
    expect([...new Set(offered)].sort()).toEqual(['["o.at"]', '["o.n","o.at"]', '["o.n"]'])
    const isValid = ajv.compile(schema)
    expect(isValid({ id: 'AAAAAAAAAAAA', name: 'a', query: { measures: ['other.n'] } })).toBe(true)
    expect(isValid({ id: 'AAAAAAAAAAAA', name: 'a', query: { measures: ['n'] } })).toBe(false)
  })

  test('know every key of every kind, with a description', () => {
    const settings = { project: { schema: ConfigFile }, target: { schema: TargetFile }, rule: { schema: RuleFile } }
    const all = { ...DOCUMENTS, ...settings }
    for (const kind of DECLARED_KINDS) {
      const { properties, title } = jsonSchemaOf(kind) as { properties: object; title: string }
      expect(Object.keys(properties)).toEqual(Object.keys(all[kind].schema.shape))
      expect(title).toMatch(/\w/)
    }
  })
})
