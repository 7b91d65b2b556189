import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import process from 'node:process'
import { PACKAGES } from '../bundling.mjs'
import { readManifest } from '../manifest.mjs'
import { HELD, makeBinary } from './binary.mjs'
import { catalogOf } from './catalog.mjs'
import { formulaOf } from './formula.mjs'
import { installedBy, sbomOf } from './sbom.mjs'

/** Makes the files of a release from the built tree that it runs in, and lists them. */
const [out, timestamp, url] = process.argv.slice(2)

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))
const write = (name, text) => writeFileSync(join(out, name), text)
const writeJson = (name, value) => write(name, `${JSON.stringify(value, null, 2)}\n`)
const run = (file, ...args) => execFileSync(file, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
const hashOf = (name) =>
  createHash('sha256')
    .update(readFileSync(join(out, name)))
    .digest('hex')

const { name, version, license } = readManifest()
const lock = readJson('package-lock.json')
const scratch = mkdtempSync(join(tmpdir(), 'boardwright-release-'))
try {
  run('npm', 'pack', '--ignore-scripts', '--pack-destination', out)
  const inside = HELD.flatMap((from) => readJson(join(from, PACKAGES)))
  const tarball = `${name}-${version}.tgz`
  writeJson(`${name}-${version}.cdx.json`, sbomOf(lock, [...installedBy(lock), ...inside], { timestamp }))

  const folder = `${name}-${version}-${process.platform}-${process.arch}`
  mkdirSync(join(scratch, folder))
  const { packages, licenses } = await makeBinary(join(scratch, folder, name))
  writeFileSync(join(scratch, folder, 'LICENSES.txt'), licenses)
  copyFileSync('LICENSE', join(scratch, folder, 'LICENSE'))
  run('tar', '-czf', join(out, `${folder}.tar.gz`), '-C', scratch, folder)
  writeJson(`${folder}.cdx.json`, sbomOf(lock, packages, { timestamp, runtime: process.versions.node }))

  const schemas = writeSchemas(join(scratch, 'project'))
  if (url !== undefined) {
    const address = url.replace(/\/$/, '')
    writeJson('schema-catalog.json', catalogOf(schemas, address))
    const facts = { license, homepage: address, url: `${address}/${tarball}`, sha256: hashOf(tarball) }
    write('boardwright.rb', formulaOf(facts))
  }
} finally {
  rmSync(scratch, { recursive: true })
}

const made = readdirSync(out)
  .filter((each) => statSync(join(out, each)).isFile())
  .sort()
write('SHA256SUMS', made.map((each) => `${hashOf(each)}  ${each}\n`).join(''))
for (const each of [...made, 'SHA256SUMS']) {
  const { size } = statSync(join(out, each))
  process.stdout.write(`${String(Math.ceil(size / 1000)).padStart(7)} kB  ${each}\n`)
}
if (url === undefined)
  process.stdout.write('\nNo formula and no catalogue: they name the address of the release, --url URL.\n')

/** Writes the schemas of the files that people write, as the program installs them, and those of our JSON output. */
function writeSchemas(project) {
  cpSync('examples/minimal', project, { recursive: true })
  run(process.execPath, 'dist/cli/main.js', 'setup', 'editor', '-C', project)
  const globs = readJson(join(project, '.vscode/settings.json'))['yaml.schemas']
  const installed = join(project, '.vscode/boardwright')
  const ofFiles = readdirSync(installed).map((file) => join(installed, file))
  const ofMachines = readdirSync('docs/schemas')
    .filter((file) => file.endsWith('.json'))
    .map((file) => join('docs/schemas', file))
  return [...ofFiles, ...ofMachines].map((file) => {
    const kind = basename(file).replace(/(\.schema)?\.json$/, '')
    copyFileSync(file, join(out, `${kind}.schema.json`))
    const { title } = readJson(file)
    return { name: kind, description: title, files: globs[`./.vscode/boardwright/${basename(file)}`] ?? [] }
  })
}
