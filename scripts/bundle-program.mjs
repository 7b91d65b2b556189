import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import process from 'node:process'
import { bundleForNode, LICENSES, licensesOf } from './bundling.mjs'

/** Bundles the program and the library: to load five hundred small files takes longer than most of what they do. */
const [outdir = 'dist'] = process.argv.slice(2)
const PARTS = resolve(outdir, 'parts')

const { outputFiles, metafile } = await bundleForNode({
  entryPoints: ['src/cli/main.ts', 'src/index.ts', 'src/sandbox/index.ts'],
  outbase: 'src',
  outdir,
  chunkNames: 'parts/[name]-[hash]',
  write: false,
})
const made = new Map(outputFiles.map(({ path, contents }) => [path, Buffer.from(contents)]))
made.set(resolve(outdir, LICENSES), Buffer.from(licensesOf([metafile])))

// Somebody may be starting the program: parts come before what loads them, and those of an earlier build go last.
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

/** Declarations are for who uses the library: what its entries do not lead to stays out. */
const declared = new Set(['index.d.ts', 'sandbox/index.d.ts'].map((name) => resolve(outdir, name)))
for (const file of declared) {
  for (const [, path] of readFileSync(file, 'utf8').matchAll(/(?:from |import\()['"](\.[^'"]+)\.ts['"]/g)) {
    declared.add(resolve(dirname(file), `${path}.d.ts`))
  }
}
for (const name of readdirSync(outdir, { recursive: true })) {
  if (name.endsWith('.d.ts') && !declared.has(resolve(outdir, name))) rmSync(resolve(outdir, name), { force: true })
}
