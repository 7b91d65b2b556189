import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTemporary } from './support/package.ts'

/** The tarball as it would be published, installed by hand into an empty directory: npm would ask a registry. */
const place = makeTemporary()
const installed = join(place.root, 'node_modules', 'boardwright')
let files: readonly { readonly path: string; readonly size: number }[] = []
let size = 0

beforeAll(() => {
  const npm = (...args: string[]): string =>
    execFileSync('npm', [...args, '--ignore-scripts'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  const [packed] = JSON.parse(npm('pack', '--json', '--pack-destination', place.root))
  files = packed.files
  size = packed.size
  mkdirSync(installed, { recursive: true })
  execFileSync('tar', ['-xzf', join(place.root, packed.filename), '-C', installed, '--strip-components', '1'])
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  for (const name of Object.keys(withTheirs(Object.keys(dependencies)))) {
    const link = join(place.root, 'node_modules', name)
    mkdirSync(join(link, '..'), { recursive: true })
    if (!existsSync(link)) symlinkSync(resolve('node_modules', name), link)
  }
})
afterAll(() => place.remove())

/** What the dependencies depend on, as an install would bring it. */
function withTheirs(names: readonly string[], seen: Record<string, true> = {}): Record<string, true> {
  for (const name of names) {
    const manifest = resolve('node_modules', name, 'package.json')
    if (seen[name] || !existsSync(manifest)) continue
    seen[name] = true
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(readFileSync(manifest, 'utf8'))
    withTheirs(Object.keys({ ...dependencies, ...optionalDependencies }), seen)
  }
  return seen
}

const program = join(installed, 'dist', 'cli', 'main.js')
const environment = { PATH: process.env['PATH'] ?? '', HOME: place.root, GIT_CONFIG_GLOBAL: '/dev/null' }

describe('the package', () => {
  test('is complete and small', () => {
    const paths = files.map(({ path }) => path)
    expect(paths).toEqual(expect.arrayContaining(['README.md', 'LICENSE', 'package.json', 'docs/plan.svg']))
    expect(paths).toEqual(
      expect.arrayContaining(['dist/cli/main.js', 'dist/index.js', 'dist/sandbox/index.js', 'dist/index.d.ts']),
    )
    expect(paths).toEqual(expect.arrayContaining(['dist/LICENSES.txt', 'dist/viewer/LICENSES.txt']))
    expect(paths).toEqual(expect.arrayContaining(['docs/schemas/plan.json', 'docs/schemas/events.json']))
    expect(paths).toEqual(expect.arrayContaining(['docs/guide/first-hour.md', 'examples/ci/scripts/plan.sh']))
    expect(paths.filter((path) => !/^(dist|docs|examples\/ci|src\/sandbox\/seeds)\/|^[^/]+$/.test(path))).toEqual([])
    expect(paths.filter((path) => path.endsWith('.map') || path.startsWith('docs/decisions/'))).toEqual([])
    expect(size).toBeLessThan(1_750_000)
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

  test('holds zod once, with one of its languages', () => {
    const places = bundledOf('zod')
    expect(places).toContain('zod/v4/core/core.js')
    expect(places.filter((module, at) => places.indexOf(module) !== at)).toEqual([])
    expect(places.filter((module) => module.includes('/locales/'))).toEqual(['zod/v4/locales/en.js'])
  })

  test('holds once what the client uses of undici, and its licence', () => {
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

  test('has every file that its documents name', () => {
    const linked = files
      .map(({ path }) => path)
      .filter((path) => path.startsWith('docs/guide/') || path === 'README.md')
      .flatMap((path) =>
        [...readFileSync(join(installed, path), 'utf8').matchAll(/\]\(([^)#\s:]+)[)#]/g)].map(([, target = '']) =>
          join(installed, path, '..', target),
        ),
      )
    expect(linked.filter((target) => !existsSync(target)).map((target) => target.slice(installed.length))).toEqual([
      '/docs/pictures/dashboard.png',
      '/CONTRIBUTING.md',
      '/docs/decisions',
    ])
  })

  test('runs the beginning of the tour, and is a library', async () => {
    const sandbox = spawn(process.execPath, [program, 'sandbox', '--json', '--port', '0'], { env: environment })
    try {
      const [line] = (await once(createInterface({ input: sandbox.stdout }), 'line')) as [string]
      const { url, keys } = JSON.parse(line)
      const root = join(place.root, 'analytics')
      mkdirSync(root)
      const run = (file: string, ...args: string[]): string =>
        execFileSync(file, args, {
          ...{ cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
          env: { ...environment, BOARDWRIGHT_TOKEN: keys.admin },
        })
      const boardwright = (...args: string[]): string => run(process.execPath, program, ...args)
      run('git', 'init', '--quiet')
      boardwright('init', '--url', url, '--deployment', '2', '--project', 'acme')
      boardwright('export')
      run('git', 'add', '--all')
      run('git', '-c', 'user.name=You', '-c', 'user.email=you@acme.com', 'commit', '--quiet', '--message', 'Export')
      expect(boardwright('adopt', '--yes')).toContain('No content changed.')
      expect(boardwright('plan')).toContain('No changes. 42 objects match the repo.')
      expect(readdirSync(join(root, 'content'))).toContain('sales')

      const script = `import('boardwright').then(({ planTarget, startSandbox }) => console.log(typeof planTarget, typeof startSandbox))`
      expect(run(process.execPath, '--input-type=module', '--eval', script)).toBe('function function\n')
    } finally {
      sandbox.kill('SIGKILL')
      await once(sandbox, 'close')
    }
  })
})
