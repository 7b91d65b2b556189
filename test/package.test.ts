// Slow: it packs the package and installs it.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readManifest } from '../scripts/manifest.mjs'
import { commitAll, git } from './support/directory.ts'
import { TELLING } from './support/messages-elsewhere.ts'
import { makeTemporary, withTheirs } from './support/package.ts'
import { runProgram } from './support/program.ts'

/** The tarball as it would be published, installed by hand into empty directories: npm would ask a registry. */
const place = makeTemporary()
const lean = makeTemporary()
const installed = join(place.root, 'node_modules', 'boardwright')
let files: readonly { readonly path: string; readonly size: number }[] = []
let size = 0

beforeAll(() => {
  const npm = (...args: string[]): string =>
    execFileSync('npm', [...args, '--ignore-scripts'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  const [packed] = JSON.parse(npm('pack', '--json', '--pack-destination', place.root))
  files = packed.files
  size = packed.size
  const { dependencies, optionalDependencies } = readManifest()
  const names = Object.keys(dependencies)
  const tarball = join(place.root, packed.filename)
  install(tarball, place.root, withTheirs([...names, ...Object.keys(optionalDependencies)]))
  install(tarball, lean.root, withTheirs(names))
})
afterAll(() => {
  place.remove()
  lean.remove()
})

function install(tarball: string, root: string, others: readonly string[]): void {
  const own = join(root, 'node_modules', 'boardwright')
  mkdirSync(own, { recursive: true })
  execFileSync('tar', ['-xzf', tarball, '-C', own, '--strip-components', '1'])
  for (const name of others) {
    const link = join(root, 'node_modules', name)
    mkdirSync(join(link, '..'), { recursive: true })
    symlinkSync(resolve('node_modules', name), link)
  }
}

const program = join(installed, 'dist', 'cli', 'main.js')
const withoutSandbox = join(lean.root, 'node_modules', 'boardwright', 'dist', 'cli', 'main.js')
const environment = { PATH: process.env['PATH'] ?? '', HOME: place.root, GIT_CONFIG_GLOBAL: '/dev/null' }

describe('the package', () => {
  test('is complete and small', () => {
    const paths = files.map(({ path }) => path)
    expect(paths).toEqual(expect.arrayContaining(['README.md', 'LICENSE', 'package.json', 'docs/plan.svg']))
    expect(paths).toEqual(
      expect.arrayContaining(['dist/cli/main.js', 'dist/index.js', 'dist/sandbox/index.js', 'dist/index.d.ts']),
    )
    expect(paths).toEqual(
      expect.arrayContaining(['dist/LICENSES.txt', 'dist/viewer/LICENSES.txt', 'dist/draw/worker/LICENSES.txt']),
    )
    expect(paths).toEqual(expect.arrayContaining(['docs/schemas/plan.json', 'docs/schemas/events.json']))
    expect(paths).toEqual(expect.arrayContaining(['docs/guide/first-hour.md', 'examples/ci/scripts/plan.sh']))
    expect(paths.filter((path) => !/^(dist|docs|examples\/ci|packages\/sandbox\/seeds)\/|^[^/]+$/.test(path))).toEqual(
      [],
    )
    expect(paths.filter((path) => path.endsWith('.map') || path.startsWith('docs/design/'))).toEqual([])
    // Of it 1.6 MB draw pictures: points of SVG as WebAssembly, three faces of letters, the chart library for Node. The
    // outlines of countries under maps are 34 kB, once for pages and for pictures.
    expect(size).toBeLessThan(4_100_000)
  })

  test('contains the declarations that its entries need, and no others', () => {
    const declared = new Set(files.map(({ path }) => path).filter((path) => path.endsWith('.d.ts')))
    const led = [...declared].flatMap((path) =>
      [...readFileSync(join(installed, path), 'utf8').matchAll(/(?:from |import\()['"](\.[^'"]+)\.ts['"]/g)].map(
        ([, to]) => join(dirname(path), `${to}.d.ts`),
      ),
    )
    expect(new Set(['dist/index.d.ts', 'dist/sandbox/index.d.ts', ...led])).toEqual(declared)
  })

  /** Files of a dependency that stand in ours, by its name: as the bundler marks them. */
  const bundledOf = (name: string): string[] => {
    const mark = new RegExp(`^// .*node_modules/(${name}/.*)$`, 'gm')
    return files
      .filter(({ path }) => path.endsWith('.js') && path.startsWith('dist/') && !path.startsWith('dist/viewer/'))
      .flatMap(({ path }) => {
        const text = readFileSync(join(installed, path), 'utf8')
        return [...new Set([...text.matchAll(mark)].map(([, module = '']) => module))]
      })
  }

  test('contains zod once, with a single language', () => {
    const places = bundledOf('zod')
    expect(places).toContain('zod/v4/core/core.js')
    expect(places.filter((module, at) => places.indexOf(module) !== at)).toEqual([])
    expect(places.filter((module) => module.includes('/locales/'))).toEqual(['zod/v4/locales/en.js'])
  })

  test('loads the prompts for the terminal only when it asks something', () => {
    const isAsking = (text: string): boolean => text.includes('node_modules/@clack/')
    const texts = files
      .filter(({ path }) => /^dist\/(cli|parts)\/.*\.js$/.test(path))
      .map(({ path }) => [path.replace(/^.*\//, ''), readFileSync(join(installed, path), 'utf8')] as const)
    const [name = '', ...more] = texts.flatMap(([file, text]) => (isAsking(text) ? [file] : []))
    expect(more).toEqual([])
    const naming = texts.flatMap(([, text]) => text.match(new RegExp(`^.*/${name}".*$`, 'gm')) ?? [])
    expect(naming.map((line) => /\bimport\("/.test(line))).toEqual([true])
  })

  test('contains what the client needs of undici once, with its licence', () => {
    const places = bundledOf('undici')
    expect(places).toContain('undici/lib/dispatcher/agent.js')
    expect(places.filter((module, at) => places.indexOf(module) !== at)).toEqual([])
    expect(
      places.filter((module) => /^undici\/(index|lib\/(mock|cache|interceptor|web\/websocket)\/.*)\.js$/.test(module)),
    ).toEqual([])
    expect(readFileSync(join(installed, 'dist/LICENSES.txt'), 'utf8')).toMatch(
      /^undici [\d.]+\n[\s\S]*^undici [\d.]+, lib\/web\/fetch\n/m,
    )
  })

  test('has every file that its documents link to', () => {
    const linked = files
      .map(({ path }) => path)
      .filter((path) => path.startsWith('docs/guide/') || path === 'README.md')
      .flatMap((path) =>
        [...readFileSync(join(installed, path), 'utf8').matchAll(/\]\(([^)#\s:]+)[)#]/g)].map(([, target = '']) =>
          join(installed, path, '..', target),
        ),
      )
    const missing = linked.filter((target) => !existsSync(target)).map((target) => target.slice(installed.length))
    expect(new Set(missing)).toEqual(
      new Set([
        ...['dashboard', 'plan', 'swipe', 'wall'].map((name) => `/docs/pictures/${name}.png`),
        ...['/CONTRIBUTING.md', '/docs/design'],
      ]),
    )
  })

  test('runs the sandbox and works as a library; without its optional packages it runs the rest of the tour and contains nothing native', async () => {
    expect(readdirSync(join(place.root, 'node_modules'))).toContain('libsql')
    const packages = readdirSync(join(lean.root, 'node_modules'))
    expect(packages.filter((name) => /libsql|neon/.test(name))).toEqual([])
    const native = packages.flatMap((name) =>
      readdirSync(realpathSync(join(lean.root, 'node_modules', name)), { recursive: true, encoding: 'utf8' }),
    )
    expect(native.filter((file) => file.endsWith('.node'))).toEqual([])

    const sandbox = spawn(process.execPath, [...TELLING, program, 'sandbox', '--json', '--port', '0'], {
      env: environment,
    })
    try {
      const [line] = (await once(createInterface({ input: sandbox.stdout }), 'line')) as [string]
      const { url, keys } = JSON.parse(line)
      const root = join(place.root, 'analytics')
      mkdirSync(root)
      const run = (...args: string[]): string =>
        execFileSync(process.execPath, args, {
          ...{ cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
          env: { ...environment, BOARDWRIGHT_TOKEN: keys.admin },
        })
      const boardwright = (...args: string[]): string => run(withoutSandbox, ...args)
      git(root, 'init', '--quiet')
      boardwright('init', '--url', url, '--deployment', '2', '--project', 'acme')
      boardwright('export')
      commitAll(root)
      expect(boardwright('adopt', '--yes')).toContain('No content changed.')
      expect(boardwright('plan')).toContain('No changes. 42 objects match the repo.')
      expect(readdirSync(join(root, 'content'))).toContain('sales')

      const { version } = readManifest()
      expect(boardwright('--version')).toBe(`${version}\n`)
      const script = `import('boardwright').then(({ planTarget, startSandbox }) => console.log(typeof planTarget, typeof startSandbox))`
      expect(run('--input-type=module', '--eval', script)).toBe('function function\n')
    } finally {
      sandbox.kill('SIGKILL')
      await once(sandbox, 'close')
    }
  })

  test('without its optional packages says what the sandbox needs', async () => {
    const temporary = join(lean.root, 'temporary')
    mkdirSync(temporary)
    const refused = await runProgram(process.execPath, [withoutSandbox, 'sandbox', '--port', '0'], {
      env: { ...environment, TMPDIR: temporary },
    })
    expect(refused.code).toBe(1)
    expect(readdirSync(temporary)).toEqual([])
    expect(refused.stderr).toMatch(/^error BW-E4004 {2}the database of the sandbox is not installed for \w+-\w+\n/)
    expect(refused.stderr).toContain('npm install libsql')
  })
})
