import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readManifest } from '../../scripts/manifest.mjs'
import { catalogOf } from '../../scripts/release/catalog.mjs'
import { readFragment, withRelease } from '../../scripts/release/changelog.mjs'
import { formulaOf } from '../../scripts/release/formula.mjs'
import { withNames, withVersion } from '../../scripts/release/prepare.mjs'
import { installedBy, sbomOf } from '../../scripts/release/sbom.mjs'
import { nextVersion } from '../../scripts/release/version.mjs'

describe('the version', () => {
  test.each([
    ['0.1.0', ['fixed'], '0.1.1'],
    ['0.1.9', ['fixed', 'fixed'], '0.1.10'],
    ['0.1.4', ['fixed', 'added'], '0.2.0'],
    ['0.1.4', ['changed'], '0.2.0'],
    ['0.9.4', ['removed', 'fixed'], '0.10.0'],
    ['1.4.2', ['fixed'], '1.4.3'],
    ['1.4.2', ['added', 'fixed'], '1.5.0'],
    ['1.4.2', ['changed'], '1.5.0'],
    ['1.4.2', ['added', 'removed', 'fixed'], '2.0.0'],
  ])('after %s with %j is %s', (before, kinds, after) => expect(nextVersion(before, kinds)).toBe(after))

  test.each([
    ['0.1.0', [], 'there is nothing to release'],
    ['0.1.0-beta.1', ['fixed'], '0.1.0-beta.1 is not a version that a release can follow'],
    ['1.2', ['fixed'], '1.2 is not a version that a release can follow'],
  ])('none follows %s with %j', (before, kinds, message) => expect(() => nextVersion(before, kinds)).toThrow(message))

  test('is in a manifest and in both places of a lock file', () => {
    expect(withVersion('{"name": "a", "version": "1.0.0"}', '1.1.0')).toBe(
      '{\n  "name": "a",\n  "version": "1.1.0"\n}\n',
    )
    const lock = { version: '1.0.0', packages: { '': { version: '1.0.0' }, 'node_modules/b': { version: '1.0.0' } } }
    expect(JSON.parse(withVersion(JSON.stringify(lock), '1.1.0'))).toEqual({
      version: '1.1.0',
      packages: { '': { version: '1.1.0' }, 'node_modules/b': { version: '1.0.0' } },
    })
  })

  test.each([
    ['npm install boardwright@1.0.0', 'npm install boardwright@1.1.0'],
    ['tar -xzf boardwright-1.0.0-linux-x64.tar.gz', 'tar -xzf boardwright-1.1.0-linux-x64.tar.gz'],
    ['component: tools/boardwright/boardwright@v1.0.0', 'component: tools/boardwright/boardwright@v1.1.0'],
    ['    rev: v1.0.0', '    rev: v1.1.0'],
    ['uses: actions/checkout@abc # v1.0.0', 'uses: actions/checkout@abc # v1.0.0'],
    ['boardwright@1.0.01, boardwright@0.9.0, other@1.0.0', 'boardwright@1.0.01, boardwright@0.9.0, other@1.0.0'],
  ])('%j becomes %j', (text, after) => expect(withNames(text, '1.0.0', '1.1.0')).toBe(after))

  test.each(['package.json', 'package-lock.json'])('is the only thing that changes in %s', (file) => {
    const text = readFileSync(file, 'utf8')
    expect(withVersion(text, JSON.parse(text).version)).toBe(text)
  })
})

describe('the changelog', () => {
  const fragments = [
    { kind: 'fixed', sentence: 'B is right.' },
    { kind: 'added', sentence: 'A, see [the guide](../docs/guide/ci.md).' },
    { kind: 'added', sentence: 'C.' },
  ]
  const FIRST = `# Changelog

## 0.2.0, 2026-01-02

### Added

- A, see [the guide](docs/guide/ci.md).
- C.

### Fixed

- B is right.
`

  test('starts with the first release', () => {
    expect(withRelease(undefined, { version: '0.2.0', date: '2026-01-02', fragments })).toBe(FIRST)
  })

  test('has the newest release at its top, and the older ones unchanged', () => {
    const next = { version: '0.3.0', date: '2026-02-03', fragments: [{ kind: 'removed', sentence: 'D is gone.' }] }
    const text = withRelease(FIRST, next)
    expect(text).toBe(
      FIRST.replace('# Changelog\n', '# Changelog\n\n## 0.3.0, 2026-02-03\n\n### Removed\n\n- D is gone.\n'),
    )
  })

  test('of an unknown form is not overwritten', () => {
    expect(() => withRelease('# History\n', { version: '0.2.0', date: '2026-01-02', fragments })).toThrow('its title')
  })

  test('takes every fragment in the folder', () => {
    const files = readdirSync('changes').filter((file) => file !== 'README.md')
    for (const file of files) {
      const { sentence } = readFragment(file, readFileSync(`changes/${file}`, 'utf8'))
      expect(sentence).toMatch(/\.$/)
    }
    expect(() => readFragment('changes/a.md', 'just text\n')).toThrow('changes/a.md is not a fragment')
  })
})

describe('the bill of materials', () => {
  const integrity = `sha512-${Buffer.from('abc').toString('base64')}`
  const lock = {
    packages: {
      '': {
        name: 'ours',
        version: '1.0.0',
        license: 'Apache-2.0',
        dependencies: { a: '^1' },
        devDependencies: { d: '^1' },
      },
      'node_modules/a': { version: '1.0.0', license: 'MIT', integrity, dependencies: { b: '^1', '@s/c': '^1' } },
      'node_modules/a/node_modules/b': { version: '1.5.0', license: 'MIT OR ISC', dependencies: { '@s/c': '^2' } },
      'node_modules/b': { version: '2.0.0', dev: true, license: 'MIT' },
      'node_modules/@s/c': { version: '2.1.0', optional: true, license: 'ISC' },
      'node_modules/d': { version: '3.0.0', dev: true, license: 'MIT', peerDependencies: { b: '^2', none: '*' } },
    },
  }
  const facts = { timestamp: '2026-01-02T00:00:00.000Z' }

  test('names what an install brings, with hash, licence and whether it is optional', () => {
    const { components } = sbomOf(lock, installedBy(lock), facts)
    expect(components).toEqual([
      {
        ...{ type: 'library', 'bom-ref': 'pkg:npm/%40s/c@2.1.0', purl: 'pkg:npm/%40s/c@2.1.0' },
        ...{ group: '@s', name: 'c', version: '2.1.0', scope: 'optional', licenses: [{ license: { id: 'ISC' } }] },
      },
      {
        ...{ type: 'library', 'bom-ref': 'pkg:npm/a@1.0.0', purl: 'pkg:npm/a@1.0.0', name: 'a', version: '1.0.0' },
        hashes: [{ alg: 'SHA-512', content: '616263' }],
        ...{ scope: 'required', licenses: [{ license: { id: 'MIT' } }] },
      },
      {
        ...{ type: 'library', 'bom-ref': 'pkg:npm/b@1.5.0', purl: 'pkg:npm/b@1.5.0', name: 'b', version: '1.5.0' },
        ...{ scope: 'required', licenses: [{ expression: 'MIT OR ISC' }] },
      },
    ])
  })

  test('lists dependencies: a nested package before one beside it', () => {
    expect(sbomOf(lock, installedBy(lock), facts).dependencies).toEqual([
      { ref: 'pkg:npm/ours@1.0.0', dependsOn: ['pkg:npm/a@1.0.0'] },
      { ref: 'pkg:npm/%40s/c@2.1.0', dependsOn: [] },
      { ref: 'pkg:npm/a@1.0.0', dependsOn: ['pkg:npm/%40s/c@2.1.0', 'pkg:npm/b@1.5.0'] },
      { ref: 'pkg:npm/b@1.5.0', dependsOn: ['pkg:npm/%40s/c@2.1.0'] },
    ])
  })

  test('names what is bundled, and the Node in the program, as parts of ours', () => {
    const bom = sbomOf(lock, ['node_modules/d', 'node_modules/b'], { ...facts, runtime: '20.1.0' })
    expect(bom.components.map((component) => component['bom-ref'])).toEqual([
      'node@20.1.0',
      'pkg:npm/b@2.0.0',
      'pkg:npm/d@3.0.0',
    ])
    expect(bom.dependencies[0]).toEqual({ ref: 'pkg:npm/ours@1.0.0', dependsOn: ['node@20.1.0', 'pkg:npm/d@3.0.0'] })
    expect(bom.dependencies).toContainEqual({ ref: 'pkg:npm/d@3.0.0', dependsOn: ['pkg:npm/b@2.0.0'] })
  })
})

test('the formula names the package, its hash and its licence', () => {
  const url = 'https://acme.example/v1.0.0/boardwright-1.0.0.tgz'
  const text = formulaOf({ license: 'Apache-2.0', homepage: 'https://acme.example', url, sha256: 'a'.repeat(64) })
  const stanzas = [...text.matchAll(/^ {2}(desc|homepage|url|sha256|license|depends_on) "(.*)"$/gm)]
  expect(stanzas.map(([, name, value]) => [name, value])).toEqual([
    ['desc', expect.stringMatching(/^[A-Z].{20,79}[^.]$/)],
    ['homepage', 'https://acme.example'],
    ['url', url],
    ['sha256', 'a'.repeat(64)],
    ['license', 'Apache-2.0'],
    ['depends_on', 'git'],
    ['depends_on', 'node'],
  ])
  const opened = text.match(/^ *(class|def|test do)\b/gm)?.length
  expect(text.match(/^ *end$/gm)?.length).toBe(opened)
})

test('the catalogue gives the files of each schema, if it is for files', () => {
  const schemas = [
    { name: 'project', description: 'A project', files: ['boardwright.yaml'] },
    { name: 'plan', description: 'A plan', files: [] },
  ]
  expect(catalogOf(schemas, 'https://acme.example/v1').schemas).toEqual([
    {
      ...{ name: 'Boardwright: project', description: 'A project', fileMatch: ['boardwright.yaml'] },
      url: 'https://acme.example/v1/project.schema.json',
    },
    { name: 'Boardwright: plan', description: 'A plan', url: 'https://acme.example/v1/plan.schema.json' },
  ])
})

describe('the workflow of a release', () => {
  const { on, permissions, jobs } = parse(readFileSync('.github/workflows/release.yml', 'utf8'))
  const { build, publish } = jobs
  const linesOf = ({ steps }: { readonly steps: readonly { readonly run?: string }[] }): string =>
    steps.map(({ run = '' }) => run).join('\n')

  test('runs for tags only, and keeps no registry token', () => {
    expect(on).toEqual({ push: { tags: ['v[0-9]+.[0-9]+.[0-9]+'] } })
    expect(Object.keys(jobs)).toEqual(['build', 'publish'])
    expect(JSON.stringify(jobs)).not.toContain('secrets.')
    for (const { uses, run } of [...build.steps, ...publish.steps])
      expect(uses ?? run).toMatch(uses ? /@[0-9a-f]{40}$/ : /./)
  })

  test('gives rights only to a job that runs no code of the repository', () => {
    expect([permissions, build.permissions]).toEqual([{ contents: 'read' }, undefined])
    expect(publish.permissions).toEqual({ contents: 'write', 'id-token': 'write', attestations: 'write' })
    expect([publish.needs, publish.environment, build.environment]).toEqual(['build', 'release', undefined])
    expect(JSON.stringify(publish)).not.toMatch(/checkout|scripts\/|npm run|npx/)
    expect(existsSync(/node (scripts\S+) made\/release /.exec(linesOf(build))?.[1] ?? '')).toBe(true)
  })

  test('installs everything from lock files, npm itself too, and runs no install scripts', () => {
    const lines = [build, publish].flatMap((job) => linesOf(job).split('\n'))
    const installing = lines.filter((line) => /\b(npm|npx|yarn|pnpm) (ci|i|install|exec|-)/.test(line))
    expect(installing).toEqual([
      expect.stringMatching(/^npm ci --ignore-scripts /),
      expect.stringMatching(/^npm ci --prefix npm --ignore-scripts /),
    ])
    expect(lines.filter((line) => line.includes('publish'))).toEqual([
      expect.stringMatching(/^npm\/node_modules\/\.bin\/npm publish .* --provenance --ignore-scripts$/),
    ])
    const { packages } = JSON.parse(readFileSync('.github/npm/package-lock.json', 'utf8'))
    const { dependencies } = readManifest('.github/npm')
    const { version, integrity } = packages['node_modules/npm']
    expect(dependencies).toEqual({ npm: version })
    expect(integrity).toMatch(/^sha512-/)
    // Trusted publishing needs 11.5.1.
    expect(Number(version.split('.')[0])).toBeGreaterThanOrEqual(11)
  })

  test('signs everything by its checksums before it publishes any of it', () => {
    const [signed = 0, released = 0, published = 0] = ['subject-checksums', 'gh release', 'npm publish'].map((part) =>
      publish.steps.findIndex((step: object) => JSON.stringify(step).includes(part)),
    )
    expect([signed, released, published]).toEqual([3, 4, 5])
    expect(publish.steps[signed].with).toEqual({ 'subject-checksums': 'release/SHA256SUMS' })
  })
})
