import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'

// Keeps the disk out of the measurements.
if (existsSync('/dev/shm')) process.env.TMPDIR ??= '/dev/shm'

/**
 * `npm run bench -- NAME ...`: each file here is a bench and exports `run`, which returns whether its goals are met.
 * Without names, runs all of them.
 */
const files = await readdir(import.meta.dirname)
const all = files.filter((file) => file.endsWith('.mjs') && file !== 'main.mjs').map((file) => file.slice(0, -4))
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !all.includes(name))

if (unknown.length > 0) {
  console.error(`Usage: npm run bench -- [NAME ...], where NAME is one of: ${all.sort().join(', ')}`)
  process.exitCode = 64
} else {
  for (const name of asked.length > 0 ? asked : all.sort()) {
    console.log(`${name}:`)
    const { run } = await import(`./${name}.mjs`)
    if (!(await run())) process.exitCode = 1
  }
}
