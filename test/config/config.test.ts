import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readConfig, targetFileGlobs } from '../../src/config/config.ts'
import type { Config } from '../../src/config/model.ts'
import { ConfigFile, TargetFile } from '../../src/config/schema.ts'
import { shown, written } from './support.ts'

const TODAY = '2026-11-20'
const read = (text: string, files: Record<string, string> = {}, today = TODAY) =>
  readConfig(
    written(text),
    Object.entries(files).map(([file, each]) => written(each, file)),
    today,
  )
const problemsOf = (...input: Parameters<typeof read>): string[] => read(...input).problems.map(shown)

function configOf(...input: Parameters<typeof read>): Config {
  const { config, problems } = read(...input)
  if (!config) throw new Error(problems.map(shown).join('\n'))
  return config
}
const targetOf = (config: Config, name: string) => config.targets.find((target) => target.name === name)

const HEAD = `version: 1
project: acme-analytics
projectId: 7f3kQ2m9
home: production
`
const DESIGN = `${HEAD}targets:
  dev:        {url: https://acme.example, deployment: 1, dataModel: {branch: develop, merge: none}, variables: {schema: analytics_dev}}
  production: {url: https://acme.example, deployment: 2, protected: true, dataModel: {branch: main}, variables: {schema: analytics}}
`

describe('targets', () => {
  test('are complete, with defaults for what is left out', () => {
    const { targets, ...rest } = configOf(DESIGN)
    expect(rest).toEqual({
      project: 'acme-analytics',
      projectId: '7f3kQ2m9',
      home: 'production',
      interpolate: [],
      rules: { used: [], weights: [], waivers: [], timeZone: 'UTC' },
      waves: [],
      try: {
        ...{ ttlMs: 7 * 86_400_000, budget: 200, rows: 10_000 },
        tolerances: { usual: 1e-9, byMeasure: new Map() },
      },
      apply: {},
    })
    expect(targets.map(({ at: _at, variablesAt: _places, ...target }) => target)).toEqual([
      {
        projectId: '7f3kQ2m9',
        name: 'dev',
        home: false,
        url: 'https://acme.example',
        deployment: 1,
        protected: false,
        content: true,
        dataModel: { branch: 'develop', paths: ['**'], route: 'auto', merge: 'none' },
        isModelShown: true,
        variables: { schema: 'analytics_dev' },
        scope: { include: { paths: [], kinds: [] }, exclude: { paths: [], kinds: ['spreadsheet'] }, manage: [] },
        limits: { deletePercent: 30, changePercent: 30, fromCount: 10 },
        links: undefined,
        accept: [],
        prune: false,
        labels: [],
        ignore: [],
      },
      expect.objectContaining({ name: 'production', home: true, protected: true, deployment: 2 }),
    ])
  })

  test('know where they and their variables are declared', () => {
    const dev = targetOf(configOf(DESIGN), 'dev')
    expect(dev?.at()).toEqual({ at: { file: 'boardwright.yaml', line: 6, column: 3 }, length: 3 })
    expect(dev?.variablesAt().get('schema')).toMatchObject({ at: { line: 6, column: 113 }, length: 6 })
  })

  test('merge the top of the file, defaults and templates; the nearer wins, maps key by key', () => {
    const config = configOf(`${HEAD}variables: {schema: analytics, currency: EUR, year: 2026, beta: false}
exclude: {paths: [archive/**]}
limits: {deletePercent: 5}
defaults:
  url: https://ACME.example:443/
  accept: []
  dataModel: {branch: main, paths: [cubes/**], merge: parent}
templates:
  customer: {content: off, variables: {currency: USD}, limits: {changePercent: 50}}
  large-customer: {extends: customer, accept: [ui-edits], prune: true, exclude: {kinds: []}}
targets:
  production: {deployment: 2}
  customer-a: {extends: large-customer, deployment: 3, content: on, dataModel: {branch: a}, variables: {schema: a}}
  customer-b: {extends: customer-a, deployment: 4, dataModel: off}
`)
    expect(config.targets.map(({ name }) => name)).toEqual(['production', 'customer-a', 'customer-b'])
    expect(targetOf(config, 'customer-a')).toMatchObject({
      url: 'https://acme.example',
      deployment: 3,
      content: true,
      dataModel: { branch: 'a', paths: ['cubes/**'], merge: 'parent', route: 'auto' },
      variables: { schema: 'a', currency: 'USD', year: '2026', beta: 'false' },
      scope: { exclude: { paths: ['archive/**'], kinds: [] } },
      limits: { deletePercent: 5, changePercent: 50, fromCount: 10 },
      accept: ['ui-edits'],
      prune: true,
    })
    expect(targetOf(config, 'customer-b')).toMatchObject({ dataModel: undefined, variables: { schema: 'a' } })
    expect(targetOf(config, 'customer-b')?.variablesAt().get('currency')?.at.line).toBe(13)
    expect(targetOf(config, 'production')?.variables).toEqual({
      schema: 'analytics',
      currency: 'EUR',
      year: '2026',
      beta: 'false',
    })
  })

  test('can be in files of their own, one each', () => {
    const text = `${HEAD}targetFiles: [targets/*.yaml]
defaults: {url: https://acme.example}
templates: {customer: {protected: true}}
targets: {production: {deployment: 2}}
`
    expect(targetFileGlobs(written(text).value)).toEqual(['targets/*.yaml'])
    const files = Object.fromEntries(
      Array.from({ length: 200 }, (_, n) => [
        `targets/customer-${n}.yaml`,
        `extends: customer\ndeployment: ${n + 10}\n`,
      ]),
    )
    const { targets } = configOf(text, files)
    expect(targets).toHaveLength(201)
    expect(targets.at(-1)).toMatchObject({ name: 'customer-199', deployment: 209, protected: true })
    expect(targets.at(-1)?.at()).toMatchObject({ at: { file: 'targets/customer-199.yaml', line: 1 } })
  })
})

describe('rules of severity', () => {
  const withRules = `${DESIGN}rules:
  use: [recommended]
  weigh:
    - {rule: member-unknown, severity: 'off', path: content/archive}
    - {rule: layout-invalid, severity: error}
`
  test('are read in their order', () => {
    expect(configOf(withRules).rules).toMatchObject({
      used: [{ rule: 'recommended' }],
      weights: [
        { rule: 'member-unknown', severity: 'off', path: 'content/archive' },
        { rule: 'layout-invalid', severity: 'error', at: { at: { file: 'boardwright.yaml' } } },
      ],
    })
    expect(configOf(DESIGN).rules).toEqual({ used: [], weights: [], waivers: [], timeZone: 'UTC' })
  })
  test.each([
    ['{rule: member-unknown, severity: fatal}', 'rules.weigh[0].severity'],
    ['{rule: member-unknown}', '"rules.weigh[0].severity" is missing'],
    ['{rule: member-unknown, severity: error, path: ../other}', 'rules.weigh[0].path'],
  ])('%s is refused', (rule, expected) => {
    expect(problemsOf(`${DESIGN}rules:\n  weigh:\n    - ${rule}\n`)).toEqual([expect.stringContaining(expected)])
  })
})

describe('waivers', () => {
  const more = 'reason: r, owner: o'
  const withWaivers = `${DESIGN}waivers:
  - {rule: difference, path: content/sales, units: [theme], targets: [dev], ${more}, expires: 2026-11-20}
  - {rule: difference, path: content/finance/**, ${more}, expires: 2026-11-19}
  - {rule: owner, path: content/finance/**, ${more}, expires: 2027-05-19}
  - {rule: owner, path: content/finance/**, ${more}, expires: 2027-05-20}
`
  test('apply until the end of their day, and differences for their targets', () => {
    const config = configOf(withWaivers)
    expect(targetOf(config, 'dev')?.ignore).toMatchObject([{ path: 'content/sales', units: ['theme'] }])
    expect(targetOf(config, 'production')?.ignore).toEqual([])
    expect(config.rules.waivers.map(({ rule, expires }) => `${rule} ${expires}`)).toEqual([
      'difference 2026-11-20',
      'owner 2027-05-19',
    ])
  })
  test('are a warning after that, and if they would last too long, and cover nothing', () => {
    expect(problemsOf(withWaivers)).toEqual([
      'boardwright.yaml:10:80+10 WAIVER_ENDED warning: the waiver ended on 2026-11-19: what it covered is reported again',
      'boardwright.yaml:12:75+10 WAIVER_ENDED warning: the waiver would last more than 180 days, so it covers nothing: its last day is 2027-05-19 at most',
    ])
    expect(configOf(withWaivers.replace('waivers:', 'rules: {waiverDays: 200}\nwaivers:')).rules.waivers).toHaveLength(
      3,
    )
  })
  const at = 'rule: owner, path: content/a'
  test.each([
    [`{${at}, owner: o, expires: 2027-01-01}`, 'SCHEMA: "waivers[0].reason" is missing'],
    [`{${at}, reason: r, expires: 2027-01-01}`, 'SCHEMA: "waivers[0].owner" is missing'],
    [`{${at}, ${more}}`, 'SCHEMA: "waivers[0].expires" is missing'],
    [`{${at}, ${more}, expires: soon}`, 'SCHEMA: "waivers[0].expires" must be a day, as in 2027-01-31'],
    [`{${at}, ${more}, expires: 2027-02-30}`, 'must be a day'],
    [
      `{${at}, ${more}, expires: 2027-01-01, targets: [prodution]}`,
      'TARGET_UNKNOWN: no target matches "prodution" (did you mean "production"?)',
    ],
    ...['"**"', '"*"', 'content', 'content/', '"content/**"', '"*/sales"', '"content/*/x"'].map((path) => [
      `{rule: owner, path: ${path}, ${more}, expires: 2027-01-01}`,
      '"waivers[0].path" covers everything',
    ]),
  ])('%s is refused', (waiver, expected) => {
    expect(problemsOf(`${DESIGN}waivers:\n  - ${waiver}\n`)).toEqual([expect.stringContaining(String(expected))])
  })
})

describe('what is wrong', () => {
  test('is reported all at once, each with its place', () => {
    const text = `version: 2
projectId: "a b"
home: prodution
excludes: []
include: {path: [a]}
targets:
  dev: {url: http://acme.example, deployment: zero, dataModel: on, protect: true}
  production: {url: https://acme.example, deployment: 2, dataModel: {brunch: main}, limits: {deletePercent: 101}}
  Prod: {extends: nothing, deployment: 3}
  ../up: {url: https://acme.example, deployment: 4}
  nul: {url: https://acme.example, deployment: 5}
  eu: {url: https://acme.example, deployment: 1.5, accept: [newer]}
`
    expect(problemsOf(text)).toEqual([
      'boardwright.yaml:1:1+7 SCHEMA: "project" is missing (Add "project": a text of 1 to 200 characters.)',
      'boardwright.yaml:1:10+1 SCHEMA: "version" must be 1, not 2 (Write 1.)',
      'boardwright.yaml:2:12+5 SCHEMA: "projectId" must be 4 to 64 letters, digits, "_" and "-" (Write 4 to 64 letters, digits, "_" and "-".)',
      'boardwright.yaml:3:7+9 TARGET_UNKNOWN: "home" names no target: "prodution" (did you mean "production"?)',
      'boardwright.yaml:4:1+8 SCHEMA: unknown key "excludes" (did you mean "exclude"?)',
      'boardwright.yaml:5:11+4 SCHEMA: unknown key "path" (did you mean "paths"?)',
      'boardwright.yaml:7:14+19 SCHEMA: "targets.dev.url" would send the token unencrypted to acme.example (Write an address such as https://acme.example, without user, query or fragment.)',
      'boardwright.yaml:7:47+4 SCHEMA: "targets.dev.deployment" must be a number, not a text (Write its number, which `boardwright doctor --url URL` lists.)',
      'boardwright.yaml:7:64+2 SCHEMA: "targets.dev.dataModel" must be "off" or a map, not "on" (Write "off" or a map with branch, paths, route, merge, compiler.)',
      'boardwright.yaml:7:68+7 SCHEMA: unknown key "protect" (did you mean "protected"?)',
      'boardwright.yaml:8:70+6 SCHEMA: unknown key "brunch" (did you mean "branch"?)',
      'boardwright.yaml:8:109+3 SCHEMA: "targets.production.limits.deletePercent" must be at most 100 (Write a whole number from 0 to 100.)',
      'boardwright.yaml:9:3+4 SCHEMA: "targets.Prod" must be lower-case words and digits, joined by "-" (Write lower-case words and digits, joined by "-".)',
      'boardwright.yaml:9:19+7 EXTENDS_BROKEN: no template or target is called "nothing"',
      'boardwright.yaml:10:3+5 SCHEMA: "targets.../up" is a path. It must be lower-case words and digits, joined by "-" (Write lower-case words and digits, joined by "-".)',
      'boardwright.yaml:11:3+3 SCHEMA: "targets.nul" is the name of a device: some file systems refuse its overlays (Choose another name.)',
      'boardwright.yaml:12:47+3 SCHEMA: "targets.eu.deployment" must be a whole number, not 1.5 (Write its number, which `boardwright doctor --url URL` lists.)',
      'boardwright.yaml:12:61+5 SCHEMA: "targets.eu.accept[0]" must be ui-edits, not "newer" (Write one of ui-edits.)',
    ])
    expect(read(text).config).toBeUndefined()
  })

  test.each<[string, string, string[]]>([
    ['an empty file', '', ['boardwright.yaml:1:1+1 SCHEMA: the file is empty: it has no keys']],
    ['no target', `${HEAD}targets: {}\n`, ['boardwright.yaml:1:1+7 TARGET_INCOMPLETE: there is no target']],
    ['two homes', DESIGN.replace('home: production', 'home: [dev, production]'), ['"home" must be a text, not a list']],
    [
      'a target that claims to be home',
      DESIGN.replace('deployment: 1', 'deployment: 1, home: true'),
      ['unknown key "home"'],
    ],
    [
      'a target that prunes what it does not manage',
      `${HEAD}targets: {production: {url: https://acme.example, deployment: 2, content: off, prune: true}}\n`,
      ['TARGET_CLASH: "production" has no content that could be pruned'],
    ],
    [
      'a target without content that manages something else',
      `${HEAD}targets: {production: {url: https://acme.example, deployment: 2, content: off, manage: [groups]}}\n`,
      ['TARGET_CLASH: "production" has no content, and a workbook has to list what else is managed'],
    ],
    [
      'a target without what it needs',
      `${HEAD}targets: {production: {dataModel: {merge: parent}}}\n`,
      [
        '5:11+10 TARGET_INCOMPLETE: the target "production" has no url',
        '5:11+10 TARGET_INCOMPLETE: the target "production" has no deployment',
        '5:24+9 TARGET_INCOMPLETE: the target "production" has no branch for its data model',
      ],
    ],
    [
      'two targets with content on one deployment',
      DESIGN.replace('deployment: 1', 'deployment: 2').replace('https://acme', 'https://Acme'),
      ['7:3+10 TARGET_CLASH: "production" and "dev" both write content to deployment 2 of https://acme.example'],
    ],
    [
      'two targets that share a token',
      `${HEAD}targets:\n  production: {url: https://a.example, deployment: 1}\n  prod-eu: {url: https://a.example, deployment: 2}\n  prod_eu: {url: https://a.example, deployment: 3}\n`,
      [
        'SCHEMA: "targets.prod_eu" must be lower-case words',
        '8:3+7 TARGET_CLASH: "prod_eu" and "prod-eu" would both use the token BOARDWRIGHT_TOKEN_PROD_EU',
      ],
    ],
    [
      'targets that extend each other',
      `${HEAD}targets:\n  production: {extends: a, url: https://a.example, deployment: 1}\n  a: {extends: b, deployment: 2}\n  b: {extends: a, deployment: 3}\n`,
      ['7:16+1 EXTENDS_BROKEN: it extends itself: a -> b -> a'],
    ],
    [
      'a target that extends itself',
      `${HEAD}targets: {production: {extends: production, url: https://a.example, deployment: 1}}\n`,
      ['EXTENDS_BROKEN: it extends itself: production -> production'],
    ],
    [
      'a template with the name of a target',
      `${DESIGN}templates: {dev: {}}\n`,
      ['6:3+3 TARGET_CLASH: "dev" is also the name of a template'],
    ],
    [
      'names of variables that no text can use',
      `${DESIGN}variables: {a b: 1, 2x: 1, ok-name: 1, empty: ~, list: []}\n`,
      [
        'SCHEMA: "variables.a b" must be letters, digits, "_" and "-", starting with a letter',
        'SCHEMA: "variables.2x" must be letters, digits, "_" and "-", starting with a letter',
        'SCHEMA: "variables.empty" must be a text, a number or true or false, not nothing',
        'SCHEMA: "variables.list" must be a text, a number or true or false, not a list',
      ],
    ],
    [
      'numbers whose text would change',
      `${DESIGN}variables: {version: 1.10, code: 0777, plain: 12, big: 12345678901234567890}\n`,
      [
        '8:22+4 SCHEMA: the variable "version" would become the text 1.1 (Put it in quotes',
        '8:34+4 SCHEMA: the variable "code" would become the text 777',
        '"variables.big" must be a text, a number or true or false, not 12345678901234567890',
      ],
    ],
    [
      'globs that lead out of the tree',
      `${DESIGN}include: {paths: [/a, ../b, 'a\\b', content/a, ok/**]}\n`,
      ['is an absolute path', 'leads out of the project', 'must have "/"', 'is below content/ already'],
    ],
  ])('%s', (_, text, expected) => {
    expect(problemsOf(text)).toEqual(expected.map((part) => expect.stringContaining(part)))
  })

  test('two targets with content may share a deployment if one of them leaves it alone', () => {
    expect(problemsOf(DESIGN.replace('deployment: 1', 'deployment: 2, content: off'))).toEqual([])
    expect(problemsOf(DESIGN.replace('deployment: 2', 'deployment: 1, content: off'))).toEqual([])
  })

  test('in target files', () => {
    const text = `${HEAD}targetFiles: [targets/**]\ntargets: {production: {url: https://a.example, deployment: 1}}\n`
    const files = {
      'targets/production.yaml': 'url: https://a.example\ndeployment: 2\n',
      'targets/Customer A.yaml': 'url: https://a.example\ndeployment: 3\n',
      'targets/customer-b.yaml': 'deploymint: 4\n',
      'targets/eu/customer-b.yaml': '',
    }
    expect(problemsOf(text, files)).toEqual([
      'targets/production.yaml:1:1+3 TARGET_CLASH: the target "production" is declared in boardwright.yaml too',
      'targets/Customer A.yaml+0 SCHEMA: its name becomes the target "Customer A", which must be lower-case words and digits, joined by "-" (Rename the file: git mv.)',
      'targets/customer-b.yaml:1:1+10 SCHEMA: unknown key "deploymint" (did you mean "deployment"?)',
      'targets/eu/customer-b.yaml:1:1+1 SCHEMA: the file is empty: it has no keys (Write its keys, bring it back with: git restore targets/eu/customer-b.yaml, or remove it.)',
      'targets/eu/customer-b.yaml:1:1+1 TARGET_CLASH: the target "customer-b" is declared in targets/customer-b.yaml too',
    ])
  })
})

describe('secrets in the file', () => {
  const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P'
  test.each([
    ['a token', 'token: abcdef'],
    ['an api key', 'apiKey: abcdef'],
    ['a key', 'key: abcdef'],
    ['a client secret', 'client_secret: abcdef'],
    ['a token under any name', `variables: {x: ${JWT}}`],
    ['a key of the platform', 'content: sk-0123456789abcdef0123'],
    ['a header', 'content: Bearer 0123456789abcdef'],
    ['a password in a URL', 'variables: {x: "postgres://me:hunter2@db.example/x"}'],
    ['a secret in a query', 'variables: {x: "https://a.example/?token=hunter2"}'],
    ['a numeric password', 'variables: {password: 12345678}'],
    ['a credential as a key', `variables: {${JWT}: x}`],
  ])('%s is refused and never shown', (_, line) => {
    const { config, problems } = read(
      `${HEAD}targets:\n  production: {url: https://a.example, deployment: 1, ${line}}\n`,
    )
    expect(config).toBeUndefined()
    expect(problems.map(({ kind }) => kind)).toContain('CONFIG_SECRET')
    expect(problems.every(({ hidden }) => hidden)).toBe(true)
    expect(JSON.stringify(problems)).not.toMatch(/abcdef|hunter2|eyJ|12345678/)
    expect(problems[0]).toMatchObject({
      at: { line: 6 },
      hint: expect.stringContaining('BOARDWRIGHT_TOKEN_PRODUCTION'),
    })
  })

  test('are hidden in every problem of their file, and of no other', () => {
    const text = `${HEAD}targetFiles: [t/*]\nzzz: 1\ntargets: {production: {url: https://a.example, deployment: 1, token: abcdef}}\n`
    const { problems } = read(text, { 't/x.yaml': 'deploymint: 1\n' })
    expect(problems.map(({ kind, hidden, warning }) => [kind, hidden, warning])).toEqual([
      ['SCHEMA', true, undefined],
      ['CONFIG_SECRET', true, undefined],
      ['SCHEMA', undefined, undefined],
    ])
  })

  test('in the URL of a target', () => {
    const { problems } = read(`${HEAD}targets:\n  production: {url: https://me:hunter2@a.example, deployment: 1}\n`)
    expect(problems.map(shown)).toEqual([
      expect.stringMatching(/:6:21\+28 CONFIG_SECRET hidden: "targets.production.url"/),
    ])
  })

  test('a text that only resembles one is shown', () => {
    const variables =
      '{primary_key: id, token_table: tokens, max_tokens: 4000, sheet: 1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms, key_column: id, monkey: x}'
    expect(problemsOf(`${DESIGN}variables: ${variables}\n`)).toEqual([])
  })
})

test('the schema becomes a JSON Schema that editors can use', () => {
  for (const schema of [ConfigFile, TargetFile]) {
    const json = z.toJSONSchema(schema, { io: 'input' })
    expect(json.additionalProperties).toBe(false)
    expect(JSON.stringify(json)).toContain('"The number of the deployment."')
  }
  const { properties } = z.toJSONSchema(ConfigFile, { io: 'input' })
  expect(properties?.['targets']).toMatchObject({ propertyNames: { pattern: expect.any(String) } })
})
