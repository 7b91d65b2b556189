import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { Ajv } from 'ajv'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../../packages/sandbox/index.ts'
import { readManifest } from '../../scripts/manifest.mjs'
import { linkModules } from '../../scripts/release/modules.mjs'
import { nextVersion } from '../../scripts/release/version.mjs'
import { SCHEMA_KINDS } from '../../src/setup/schemas.ts'
import { commitAll, filesOfClone, git, writeFiles } from '../support/directory.ts'
import { type Ended, runProgram } from '../support/program.ts'

/** It builds, packs and compresses a hundred megabytes. */
const LONG = 600_000

const MACHINE = `${process.platform}-${process.arch}`
const SCHEMAS = [...SCHEMA_KINDS, 'plan', 'events', 'problems', 'error']

const text = { type: 'string', minLength: 1 } as const
const component = {
  type: 'object',
  required: ['type', 'bom-ref', 'name', 'version', 'licenses'],
  properties: {
    type: { enum: ['application', 'library', 'platform'] },
    ...{ 'bom-ref': text, name: text, version: text, group: { type: 'string', pattern: '^@' } },
    purl: { type: 'string', pattern: '^pkg:npm/(%40[\\w.-]+/)?[\\w.-]+@\\d+\\.\\d+\\.\\d+' },
    scope: { enum: ['required', 'optional'] },
    hashes: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['alg', 'content'],
        properties: { alg: { const: 'SHA-512' }, content: { type: 'string', pattern: '^[0-9a-f]{128}$' } },
      },
    },
    licenses: {
      type: 'array',
      minItems: 1,
      items: {
        oneOf: [
          { type: 'object', required: ['expression'], properties: { expression: text }, additionalProperties: false },
          {
            type: 'object',
            required: ['license'],
            properties: { license: { type: 'object', required: ['id'], properties: { id: text } } },
            additionalProperties: false,
          },
        ],
      },
    },
  },
  additionalProperties: false,
} as const

/** What CycloneDX 1.6 asks for, of what we use of it, and what we promise besides: a licence, and hashes as npm has them. */
const BOM = {
  type: 'object',
  required: ['bomFormat', 'specVersion', 'version', 'metadata', 'components', 'dependencies'],
  properties: {
    bomFormat: { const: 'CycloneDX' },
    specVersion: { const: '1.6' },
    version: { type: 'integer', minimum: 1 },
    metadata: {
      type: 'object',
      required: ['timestamp', 'component'],
      properties: {
        timestamp: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d.000Z$' },
        component,
      },
      additionalProperties: false,
    },
    components: { type: 'array', minItems: 1, items: component },
    dependencies: {
      type: 'array',
      items: {
        type: 'object',
        required: ['ref', 'dependsOn'],
        properties: { ref: text, dependsOn: { type: 'array', items: text, uniqueItems: true } },
        additionalProperties: false,
      },
    },
  },
  additionalProperties: false,
} as const

const URL_OF_RELEASE = 'https://acme.example/boardwright/next'

const release = (...args: string[]): Promise<Ended> =>
  runProgram(process.execPath, ['scripts/release.mjs', ...args], {
    cwd: clone,
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', TMPDIR: tmpdir() },
  })

const root = mkdtempSync(join(tmpdir(), 'boardwright-release-test-'))
const out = join(root, 'out')
const readOut = (name: string): string => readFileSync(join(out, name), 'utf8')

/** This tree as a repository, with two fragments. */
const clone = join(root, 'clone')
const { version: before } = readManifest()
const version = nextVersion(before, ['added', 'fixed'])
const read = (file: string): string => readFileSync(join(clone, file), 'utf8')
let dry: Ended

async function makeClone(): Promise<void> {
  for (const file of filesOfClone('--cached', '--others', '--exclude-standard')) {
    if (existsSync(file) && !/^(changes\/|CHANGELOG)/.test(file)) cpSync(file, join(clone, file))
  }
  await writeFiles(join(clone, 'changes'), {
    'README.md': readFileSync('changes/README.md'),
    'one.md': '---\nkind: fixed\n---\nWhat was wrong is right.\n',
    'two.md': '---\nkind: added\n---\nSomething is there, see [the guide](../docs/guide/ci.md).\n',
  })
  linkModules('.', clone)
  git(clone, 'init', '--quiet')
  commitAll(clone)
  git(clone, 'config', 'user.name', 'Test')
  git(clone, 'config', 'user.email', 'test@example.com')
}

beforeAll(async () => {
  await makeClone()
  dry = await release('--dry-run', '--out', out, '--url', URL_OF_RELEASE)
}, LONG)
afterAll(() => rmSync(root, { recursive: true, force: true }))

describe('a dry run', () => {
  test('makes everything in its folder, and leaves the tree unchanged', () => {
    expect(dry, dry.stderr).toMatchObject({ code: 0 })
    expect(dry.stdout).toContain(`Boardwright ${version}, in ${out}:`)
    expect(git(clone, 'status', '--porcelain', '--ignored')).toBe('!! node_modules/\n')
    expect(readdirSync(out).sort()).toEqual(
      [
        ...['SHA256SUMS', 'boardwright.rb', 'schema-catalog.json'],
        ...[`boardwright-${version}.tgz`, `boardwright-${version}.cdx.json`],
        ...[`boardwright-${version}-${MACHINE}.tar.gz`, `boardwright-${version}-${MACHINE}.cdx.json`],
        ...SCHEMAS.map((name) => `${name}.schema.json`),
      ].sort(),
    )
  })

  test('packs the new version with the changelog, and puts it into the install instructions', () => {
    const inPackage = (path: string): string =>
      execFileSync('tar', ['-xzOf', join(out, `boardwright-${version}.tgz`), `package/${path}`], {
        ...{ encoding: 'utf8', maxBuffer: 1e9 },
      })
    expect(JSON.parse(inPackage('package.json'))).toMatchObject({ version })
    expect(inPackage('CHANGELOG.md').replace(/, \d{4}-\d\d-\d\d$/m, ', DATE')).toBe(
      [
        ...['# Changelog', '', `## ${version}, DATE`, ''],
        ...['### Added', '', '- Something is there, see [the guide](docs/guide/ci.md).', ''],
        ...['### Fixed', '', '- What was wrong is right.', ''],
      ].join('\n'),
    )
    expect(inPackage('docs/guide/ci.md')).toContain(`boardwright@${version}`)
    const install = readFileSync('docs/guide/install.md', 'utf8')
    expect(install).toContain(before)
    expect(inPackage('docs/guide/install.md')).toBe(install.replaceAll(before, version))
    // Where it was built is in no file.
    expect(inPackage('dist')).not.toContain(root)
    expect(inPackage('dist')).not.toContain(resolve('.'))
  })

  test('writes the checksum of each file', () => {
    const sums = readOut('SHA256SUMS')
      .trimEnd()
      .split('\n')
      .map((line) => line.split('  '))
    expect(sums.map(([, name]) => name)).toEqual(
      readdirSync(out)
        .filter((name) => name !== 'SHA256SUMS')
        .sort(),
    )
    for (const [sum, name = ''] of sums) {
      expect(
        createHash('sha256')
          .update(readFileSync(join(out, name)))
          .digest('hex'),
        name,
      ).toBe(sum)
    }
    expect(readOut('boardwright.rb')).toContain(sums.find(([, name]) => name === `boardwright-${version}.tgz`)?.[0])
    expect(readOut('boardwright.rb')).toContain(`url "${URL_OF_RELEASE}/boardwright-${version}.tgz"`)
  })

  test.for(['', `-${MACHINE}`])('writes a bill of materials by its format: boardwright%s', (suffix) => {
    const bom = JSON.parse(readOut(`boardwright-${version}${suffix}.cdx.json`))
    const check = new Ajv({ allErrors: true }).compile(BOM)
    expect(check(bom) ? [] : check.errors).toEqual([])
    const refs: string[] = bom.components.map((component: { 'bom-ref': string }) => component['bom-ref'])
    expect(new Set(refs).size).toBe(refs.length)
    const ours = `pkg:npm/boardwright@${version}`
    expect(bom.dependencies.map(({ ref }: { ref: string }) => ref)).toEqual(
      [ours, ...refs].filter((ref) => !ref.startsWith('node@')),
    )
    const needed = bom.dependencies.flatMap(({ dependsOn }: { dependsOn: string[] }) => dependsOn)
    expect(needed.filter((ref: string) => !refs.includes(ref))).toEqual([])
    // What is installed, what is in the program, and what the viewer is made of.
    const has = (name: string): boolean => refs.some((ref) => ref.startsWith(`pkg:npm/${name}@`))
    expect(['yaml', 'zod', 'undici', 'vega', 'dompurify'].filter((name) => !has(name))).toEqual([])
    expect(has('libsql')).toBe(suffix === '')
    expect(refs.includes(`node@${process.versions.node}`)).toBe(suffix !== '')
    expect(['vitest', 'typescript', 'esbuild', 'postject'].filter(has)).toEqual([])
  })

  test('writes a catalogue of schemas that exist', () => {
    const { schemas } = JSON.parse(readOut('schema-catalog.json'))
    expect(schemas.map(({ url }: { url: string }) => url)).toEqual(
      expect.arrayContaining(SCHEMAS.map((name) => `${URL_OF_RELEASE}/${name}.schema.json`)),
    )
    expect(schemas).toContainEqual(expect.objectContaining({ fileMatch: ['boardwright.yaml'] }))
    for (const name of SCHEMAS) expect(JSON.parse(readOut(`${name}.schema.json`))).toHaveProperty('$schema')
  })

  test('writes nothing into a folder with content', async () => {
    const again = await release('--dry-run', '--out', out)
    expect(again).toMatchObject({ code: 1, stderr: `${out} is not empty: name another folder with --out DIR.\n` })
    expect(readdirSync(out)).not.toContain('tree')
  })
})

describe('the standalone program', () => {
  let sandbox: Sandbox
  const place = join(root, 'standalone')
  const alone = join(root, 'git-alone')
  const program = (): string => join(place, `boardwright-${version}-${MACHINE}`, 'boardwright')
  const env = (): Record<string, string> => ({ PATH: alone, HOME: place, BOARDWRIGHT_TOKEN: sandbox.keys.admin })
  const run = (...args: string[]): Promise<Ended> => runProgram(program(), args, { env: env(), cwd: place })

  beforeAll(async () => {
    sandbox = await startSandbox()
    for (const directory of [place, alone]) mkdirSync(directory)
    execFileSync('tar', ['-xzf', join(out, `boardwright-${version}-${MACHINE}.tar.gz`), '-C', place])
    const places = (process.env['PATH'] ?? '').split(delimiter).map((directory) => join(directory, 'git'))
    symlinkSync(places.find((file) => existsSync(file)) ?? '', join(alone, 'git'))
  })
  afterAll(() => sandbox.close())

  test('prints its version and validates, without Node', async () => {
    expect(await run('--version')).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
    expect(await run('validate', '-C', resolve('examples/minimal'))).toMatchObject({ code: 0 })
    expect(readdirSync(join(program(), '..')).sort()).toEqual(['LICENSE', 'LICENSES.txt', 'boardwright'])
    expect(readFileSync(join(program(), '../LICENSES.txt'), 'utf8')).toMatch(/^Node\.js v20[\s\S]*^yaml [\s\S]*^vega /m)
  })

  test('exports a tenant, plans it, and draws it', async () => {
    const project = join(place, 'analytics')
    mkdirSync(project)
    git(project, 'init', '--quiet')
    const url = ['--url', sandbox.url, '--deployment', '2', '--project', 'acme']
    expect(await run('init', '-C', project, ...url)).toMatchObject({ code: 0 })
    expect(await run('export', '-C', project)).toMatchObject({ code: 0 })
    commitAll(project)
    const planned = await run('plan', '-C', project)
    expect(planned.code, planned.stderr).toBe(0)
    expect(planned.stdout).toContain('7 workbooks and 19 reports match the repo')

    const preview = spawn(program(), ['preview', '-C', project, '--port', '0'], {
      env: env(),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    try {
      const [line] = (await once(createInterface({ input: preview.stdout }), 'line')) as [string]
      const address = /http:\/\/[\w.:]+/.exec(line)?.[0] ?? line
      const page = await (await fetch(address)).text()
      const [, script = ''] = /src="([^"]+\.js)"/.exec(page) ?? []
      expect((await fetch(new URL(script, address))).status).toBe(200)
      expect((await fetch(new URL('none.js', new URL(script, address)))).status).toBe(404)
    } finally {
      preview.kill()
      await once(preview, 'close')
    }
  })

  test('has no sandbox, and says so', async () => {
    expect(await run('sandbox')).toMatchObject({ code: 1, stderr: expect.stringMatching(/^error BW-E4004 /) })
  })
})

test(
  'a release is a tagged commit with everything that a dry run shows',
  async () => {
    git(clone, 'rm', '--quiet', '--cached', 'LICENSE')
    expect(await release()).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Not everything is committed'),
    })
    git(clone, 'reset', '--quiet')

    const made = await release()
    expect(made, made.stderr).toMatchObject({ code: 0 })
    expect(git(clone, 'status', '--porcelain')).toBe('')
    expect(git(clone, 'log', '--format=%s')).toBe(`Release ${version}\nall of it\n`)
    expect(git(clone, 'describe')).toBe(`v${version}\n`)
    expect(readdirSync(join(clone, 'changes'))).toEqual(['README.md'])
    expect(JSON.parse(read('package.json')).version).toBe(version)
    expect(JSON.parse(read('package-lock.json')).packages[''].version).toBe(version)
    expect(read('CHANGELOG.md')).toContain(`## ${version}, `)
    expect(readdirSync(join(clone, 'release'))).toContain(`boardwright-${version}.tgz`)
    expect(readdirSync(join(clone, 'release'))).not.toContain('boardwright.rb')

    const again = await release('--out', 'next')
    expect(again).toMatchObject({ code: 1, stderr: 'there is nothing to release: changes/ holds no fragment\n' })
    expect(git(clone, 'status', '--porcelain')).toBe('')
  },
  LONG,
)
