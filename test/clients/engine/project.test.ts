// Slow: the engine's own compiler compiles data models.
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { expect, test } from 'vitest'
import '../../support/built.ts'
import { commitAll, temporaryDirectory, writeFiles } from '../../support/directory.ts'
import { runHere } from '../../support/in-process.ts'

const HEAD =
  'version: 1\nproject: acme\nprojectId: 7f3kQ2m9\nhome: production\ntargets:\n  production: {url: "https://acme.example", deployment: 2}\n'
const REPORT = (id: string, measure: string): string => `id: ${id}\nname: ${id}\nquery:\n  measures: [${measure}]\n`

const MODEL = {
  'data-model/model/cubes/orders.yml': `cubes:
  - name: orders
    sql_table: orders
    measures:
{%- for status in ["paid", "open"] %}
      - name: {{ status }}
        type: count
        filters: [{sql: "{CUBE}.status = '{{ status }}'"}]
{%- endfor %}
`,
  'data-model/model/cubes/customers.js':
    'for (const name of [`customers`, `leads`]) cube(name, { sql_table: name, measures: { count: { type: `count` } } })\n',
}

async function projectWith(files: Readonly<Record<string, string>>): Promise<string> {
  const root = temporaryDirectory()
  const installed = join(process.env['BOARDWRIGHT_ENGINE'] ?? '', 'node_modules')
  symlinkSync(installed, join(root, 'node_modules'))
  await writeFiles(root, { 'boardwright.yaml': HEAD, '.gitignore': '.boardwright\nnode_modules\n' })
  commitAll(root, 'begun')
  await writeFiles(root, { ...MODEL, ...files })
  return root
}

const validate = async (cwd: string, ...args: readonly string[]) => {
  const { code, stdout, stderr } = await runHere(['validate', '--strict', ...args], { cwd, env: {} })
  return { code, said: `${stdout}${stderr}` }
}

test('members of cubes in Jinja and JavaScript are checked with the compiler, and without it said not to be', async () => {
  const root = await projectWith({
    'content/a.report.yaml': REPORT('aaaaaaaaaaaa', 'orders.piad'),
    'content/b.report.yaml': REPORT('bbbbbbbbbbbb', 'leads.cuont'),
    'content/c.report.yaml': REPORT('cccccccccccc', 'orders.paid'),
  })
  const without = await validate(root)
  expect(without).toEqual({
    code: 0,
    said: expect.stringContaining('Members of queries: not checked (data-model/model/cubes/customers.js is code).'),
  })
  const { code, said } = await validate(root, '--compiler')
  expect(code).toBe(1)
  expect(said).toMatch(/content\/a\.report\.yaml:4:14 .*orders\.piad/)
  expect(said).toMatch(/content\/b\.report\.yaml:4:14 .*leads\.cuont/)
  expect(said).toContain('2 problems in 2 files')
  expect(said).toMatch(/Data model: judged by version 1\.7\.\d+ of the compiler\./)
  expect(said).not.toContain('not checked')
})

test('what the compiler refuses has a place', async () => {
  const wrong = {
    'data-model/model/cubes/broken.js':
      'cube(`broken`, {\n  sql_table: `x`,\n  measures: { count: { type: `count` }\n})\n',
    'data-model/model/cubes/loop.yml': 'cubes:\n{% for x in %}\n',
    'data-model/model/cubes/word.js':
      'cube(`word`, {\n  sql_table: `x`,\n  measures: { count: { type: `cuont` } }\n})\n',
  }
  const found = await Promise.all(
    Object.entries(wrong).map(
      async ([file, text]) => (await validate(await projectWith({ [file]: text }), '--compiler')).said,
    ),
  )
  expect(found.map((said) => said.split('\n')[0])).toMatchInlineSnapshot(`
    [
      "data-model/model/cubes/broken.js:4:2  BW-E1218  Syntax error during parsing: Unexpected token, expected "," (4:1)",
      "data-model/model/cubes/loop.yml:2  BW-E1218  syntax error: unexpected end of block (in cubes/loop.yml:2)",
      "data-model/model/cubes/word.js:1  BW-E1218  word cube: (measures.count.type = cuont) must be one of [count, number, string, boolean, time, sum, avg, min, max, countDistinct, countDistinctApprox]",
    ]
  `)
})

test('what one wrong file brings with it is not told of the others', async () => {
  const files = {
    'data-model/model/cubes/orders.yml':
      'cubes:\n  - {name: orders, sql_table: t, joins: [{name: customers, relationship: many_to_one, sql: "1"}], dimensions: [{name: id, sql: id, type: number, primary_key: true}]}\n',
    'data-model/model/views/sales.yml':
      'views:\n  - {name: sales, cubes: [{join_path: orders, includes: "*"}, {join_path: orders.customers, includes: [city]}]}\n',
    'content/a.report.yaml': REPORT('aaaaaaaaaaaa', 'sales.city'),
  }
  const cube = 'cube(`customers`, {sql_table: `c`, dimensions: {city: {sql: `city`, type: `string`}}})\n'
  const wrong: readonly (readonly [string, string])[] = [
    ['customers.yml', 'cubes: ['],
    ['customers.yml', 'cubes:\n  - {name: customers, sql_table: t, dimensions: 3}\n'],
    [
      'customers.yml',
      'cubes:\n  - {name: customers, sql_table: t, dimensions: [{name: city, sql: city, type: zork}]}\n',
    ],
    ['customers.yml', '{% import "nothing.yml" as nothing %}\ncubes: []\n'],
    ['customers.js', cube.slice(0, -4)],
    ['customers.js', cube.replace('string', 'zork')],
  ]
  for (const [name, text] of wrong) {
    const file = `data-model/model/cubes/${name}`
    const { said } = await validate(
      await projectWith({ ...files, 'data-model/model/cubes/customers.js': '', [file]: text }),
      '--compiler',
    )
    const found = [...said.matchAll(/^(\S+?):\d.* BW-E/gm)].map(([, at]) => at)
    expect(new Set(found), `${text}\n${said}`).toEqual(new Set([file]))
  }
})
