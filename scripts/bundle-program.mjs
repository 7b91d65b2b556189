import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import process from 'node:process'
import { bundleForNode, LICENSES, licensesOf } from './bundling.mjs'
import { behind, doorOf } from './doors.mjs'

/**
 * Bundles the program and the library, because loading five hundred small files takes longer than most of what they do.
 */
const [outdir = 'dist'] = process.argv.slice(2)
const PARTS = resolve(outdir, 'parts')

const { outputFiles, metafile } = await bundleForNode({
  entryPoints: { 'cli/main': 'src/cli/main.ts', index: 'src/index.ts', 'sandbox/index': 'packages/sandbox/index.ts' },
  outdir,
  chunkNames: 'parts/[name]-[hash]',
  write: false,
})
const made = new Map(outputFiles.map(({ path, contents }) => [path, Buffer.from(contents)]))
made.set(resolve(outdir, LICENSES), Buffer.from(licensesOf([metafile])))

// Somebody may be starting the program meanwhile. So write parts before the files that load them, and remove those of
// an earlier build last.
const isPart = (path) => dirname(path) === PARTS
for (const [path, bytes] of [...made].sort(([a], [b]) => isPart(b) - isPart(a))) {
  if (existsSync(path) && readFileSync(path).equals(bytes)) continue
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, bytes)
}
for (const name of readdirSync(outdir, { recursive: true })) {
  const path = resolve(outdir, name)
  const isOurs = /\.js(\.map)?$/.test(name) && dirname(path) !== resolve(join(outdir, 'viewer'))
  if (isOurs && !made.has(path)) rmSync(path, { force: true })
}

/**
 * Copies only the declarations that the library's entries lead to. All of them remain where tsc wrote them. The packages
 * of this repository are not published, so what is imported through a door is imported from the file behind it.
 */
const all = resolve(outdir, '.declarations')
const placeOf = (file) => file.replace(/^(?:src|packages)\//, '')
const reached = new Set(['src/index.d.ts', 'packages/sandbox/index.d.ts'])

const LED =
  /(?<verb>import|export) (?<type>type )?\{(?<list>[^}]*)\} from ['"](?<door>@boardwright[^'"]+)['"];|import\(["'](?<asked>@boardwright[^"']+)["']\)\.(?<name>\w+)|(?<before>from |import\()['"](?<path>\.[^'"]+\.ts)['"]/g

for (const file of reached) {
  const to = (source) => {
    reached.add(source.replace(/\.ts$/, '.d.ts'))
    const path = relative(dirname(placeOf(file)), placeOf(source))
    return `'${path.startsWith('.') ? path : `./${path}`}'`
  }
  const each = (verb, type, door) => (part) => {
    const [, ofType = '', asked, called = asked] = /^(type )?(\S+)(?: as (\S+))?$/.exec(part.trim())
    const { file: source, name } = behind(doorOf(door), asked)
    return `${verb} ${type ?? ''}{ ${ofType}${name}${name === called ? '' : ` as ${called}`} } from ${to(source)};`
  }
  const text = readFileSync(join(all, file), 'utf8').replace(LED, (...found) => {
    const { verb, type, list, door, asked, name, before, path } = found.at(-1)
    if (path !== undefined) return `${before}${to(join(dirname(file), path))}`
    if (list !== undefined)
      return list
        .split(',')
        .filter((part) => part.trim())
        .map(each(verb, type, door))
        .join('\n')
    const is = behind(doorOf(asked), name)
    return `import(${to(is.file)}).${is.name}`
  })
  const place = resolve(outdir, placeOf(file))
  mkdirSync(dirname(place), { recursive: true })
  writeFileSync(place, text)
}
const declared = new Set([...reached].map(placeOf))
for (const name of readdirSync(outdir, { recursive: true })) {
  const isOld = name.endsWith('.d.ts') && !name.startsWith('.declarations') && !declared.has(name)
  if (isOld) rmSync(resolve(outdir, name), { force: true })
}
