import { readdir } from 'node:fs/promises'

/** `npm run bench -- NAME`: each bench is a file here that exports `run`, and says what it measures in `goal`. */
const NOT_BENCHES = new Set([
  'main.mjs',
  'measure.mjs',
  'canned-server.mjs',
  'reports.mjs',
  'sandbox-server.mjs',
  'apply-program.mjs',
  'apply-tree.mjs',
  'model-program.mjs',
  'model-exchange.mjs',
])

const files = await readdir(import.meta.dirname)
const names = files.filter((file) => file.endsWith('.mjs') && !NOT_BENCHES.has(file)).map((file) => file.slice(0, -4))
const [name] = process.argv.slice(2)

if (names.includes(name)) {
  const { run } = await import(`./${name}.mjs`)
  const held = await run()
  process.exitCode = held ? 0 : 1
} else {
  console.error(`Usage: npm run bench -- NAME, where NAME is one of: ${names.join(', ')}`)
  process.exitCode = 64
}
