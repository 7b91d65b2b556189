import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { build } from 'esbuild'
import { doorOf } from './doors.mjs'
import { readManifest } from './manifest.mjs'

export const LICENSES = 'LICENSES.txt'
export const PACKAGES = 'packages.json'
export const AHEAD = 'ahead.json'

export const { version, dependencies } = readManifest()

/** We use a third of zod. The `z` object keeps all of it, but from a namespace the bundler can drop the rest. */
const usedOfZod = {
  name: 'used of zod',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      return { loader: 'ts', contents: text.replace(/^import \{ z \} from 'zod'$/m, "import * as z from 'zod'") }
    })
  },
}

const UNDICI = resolve('node_modules/undici')
const USED_OF_UNDICI = {
  Agent: 'lib/dispatcher/agent.js',
  buildConnector: 'lib/core/connect.js',
  EnvHttpProxyAgent: 'lib/dispatcher/env-http-proxy-agent.js',
  Pool: 'lib/dispatcher/pool.js',
}

/** The client uses a third of undici, and no request can be sent before it has loaded. */
const usedOfUndici = {
  name: 'used of undici',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^undici$/ }, ({ importer }) =>
      /[\\/]platform[\\/]client[\\/]/.test(importer) ? { path: 'undici', namespace: 'used' } : undefined,
    )
    onLoad({ filter: /./, namespace: 'used' }, () => ({
      resolveDir: UNDICI,
      contents: [
        ...Object.entries(USED_OF_UNDICI).map(([name, file]) => `export { default as ${name} } from './${file}'`),
        // Add one method to the prototype, as undici's own index does: it is needed to connect to a proxy.
        "import Dispatcher from './lib/dispatcher/dispatcher.js'",
        "import connect from './lib/api/api-connect.js'",
        'Dispatcher.prototype.connect = connect',
      ].join('\n'),
    }))
  },
}

/**
 * Gets Node's modules without `require`, so that these CommonJS packages can be bundled as modules. Loading their many
 * files takes twice as long.
 */
const builtinsOfOthers = {
  name: 'builtins of commander and undici',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/](commander|undici)[\\/].*\.js$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      return { contents: text.replace(/\brequire\('(node:[\w/]+)'\)/g, "globalThis.process.getBuiltinModule('$1')") }
    })
  },
}

const ON_DEMAND = /createRequire\(import\.meta\.url\)(?=\('[^']+'\))/g

/** What the program loads on demand has to be, in a single file, a `require` that the bundler can see. */
const loadedOnDemand = {
  name: 'loaded on demand',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      return text.search(ON_DEMAND) >= 0 ? { loader: 'ts', contents: text.replace(ON_DEMAND, 'require') } : undefined
    })
  },
}

/** Packages of this repository by their path here, whatever node_modules is. Nothing happens by loading a door. */
const ofThisRepository = {
  name: 'of this repository',
  setup({ onResolve }) {
    onResolve({ filter: /^@boardwright\// }, ({ path }) => {
      const door = doorOf(path)
      return door === undefined ? undefined : { path: resolve(door), sideEffects: false }
    })
  },
}

/** Where a package is installed again in a version that is installed elsewhere, with that place. */
function copies() {
  const first = new Map()
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  return Object.entries(packages).flatMap(([place, { version }]) => {
    const name = `${place.split('node_modules/').at(-1)} ${version}`
    const other = first.get(name)
    if (other === undefined) first.set(name, place)
    return other === undefined ? [] : [[join(resolve(place), sep), join(resolve(other), sep)]]
  })
}

/** npm installs a package beside each that needs it, where the rest needs another version. One of them is enough. */
const onlyOneCopy = {
  name: 'only one copy',
  setup({ onResolve, resolve: find }) {
    const known = copies()
    onResolve({ filter: /^[^./]/ }, async ({ path, pluginData, ...from }) => {
      if (pluginData === onlyOneCopy) return undefined
      const found = await find(path, { ...from, pluginData: onlyOneCopy })
      const copy = known.find(([place]) => found.path.startsWith(place))
      return copy && { path: found.path.replace(...copy), sideEffects: found.sideEffects }
    })
  },
}

/** If node_modules is a link, names files by where they are installed. */
export const RESOLVING = { preserveSymlinks: true, plugins: [ofThisRepository, onlyOneCopy] }

const FOR_NODE = {
  bundle: true,
  metafile: true,
  platform: 'node',
  target: 'node20.19',
  preserveSymlinks: true,
  legalComments: 'none',
  logLevel: 'warning',
}
const PLUGINS = [ofThisRepository, usedOfZod, usedOfUndici, builtinsOfOthers]

const BUNDLED = ['commander', 'zod']

/**
 * Bundles code for Node. Dependencies are not bundled, except for commander, the parts of undici that the client uses,
 * and zod, which is a hundred files, most of them languages.
 */
export const bundleForNode = (options) =>
  build({
    ...FOR_NODE,
    splitting: true,
    format: 'esm',
    external: Object.keys(dependencies).filter((name) => !BUNDLED.includes(name)),
    plugins: PLUGINS,
    ...options,
  })

/** Bundles the program with everything it depends on into one file that loads nothing from disk. */
export const bundleWhole = () =>
  build({
    ...FOR_NODE,
    entryPoints: ['src/cli/main.ts'],
    outfile: 'boardwright.cjs',
    write: false,
    format: 'cjs',
    define: { 'import.meta.url': '"file:///boardwright"', 'import.meta.dirname': '"/boardwright"' },
    plugins: [loadedOnDemand, ...PLUGINS],
  })

/** The packages that are bundled, by where they are installed. */
export function packagesOf(metafiles) {
  const inputs = metafiles.flatMap(({ inputs }) => Object.keys(inputs))
  return [...new Set(inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []))].sort()
}

/** The licences of the bundled packages, each text once. Some directories of a package have another one. */
export function licensesOf(metafiles) {
  const inputs = metafiles.flatMap(({ inputs }) => Object.keys(inputs))
  const byText = new Map()
  const add = (text, name) => byText.set(text, [...(byText.get(text) ?? []), name])
  for (const root of packagesOf(metafiles)) {
    const { name, version, license } = readManifest(root)
    const text = licenseIn(root) ?? `Licence: ${license}`
    add(text, `${name} ${version}`)
    const directories = new Set(inputs.filter((path) => path.startsWith(`${root}/`)).map((path) => dirname(path)))
    for (const directory of [...directories].sort()) {
      const own = directory === root ? undefined : licenseIn(directory)
      if (own !== undefined && own !== text) add(own, `${name} ${version}, ${directory.slice(root.length + 1)}`)
    }
  }
  const parts = [...byText].map(([text, names]) => `${names.join(', ')}\n\n${text}\n`)
  return ['The files from here on down hold code of these packages.\n', ...parts].join(`\n${'-'.repeat(80)}\n\n`)
}

function licenseIn(directory) {
  const file = readdirSync(directory).find((each) => /^licen[cs]e/i.test(each))
  return file && readFileSync(join(directory, file), 'utf8').trim()
}
