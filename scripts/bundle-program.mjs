import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import process from 'node:process'
import { bundleForNode, LICENSES, licensesOf } from './bundling.mjs'

/**
 * Bundles the program and the library, because loading five hundred small files takes longer than most of what they do.
 */
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

/** Copies only the declarations that the library's entries lead to. All of them remain where tsc wrote them. */
const all = resolve(outdir, '.declarations')
const declared = new Set(['index.d.ts', 'sandbox/index.d.ts'])
for (const name of declared) {
  const text = readFileSync(join(all, name), 'utf8')
  for (const [, path] of text.matchAll(/(?:from |import\()['"](\.[^'"]+)\.ts['"]/g)) {
    declared.add(join(dirname(name), `${path}.d.ts`))
  }
  mkdirSync(dirname(resolve(outdir, name)), { recursive: true })
  writeFileSync(resolve(outdir, name), text)
}
for (const name of readdirSync(outdir, { recursive: true })) {
  const isOld = name.endsWith('.d.ts') && !name.startsWith('.declarations') && !declared.has(name)
  if (isOld) rmSync(resolve(outdir, name), { force: true })
}
