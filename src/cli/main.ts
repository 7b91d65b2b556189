#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import process from 'node:process'

/** The only exit. Everything else is loaded when it is needed, so that the version costs nothing. */
const [first, ...rest] = process.argv.slice(2)
if ((first === '--version' || first === '-V') && rest.length === 0) {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  process.stdout.write(`${version}\n`)
} else {
  const { run } = await import('./run.ts')
  process.exitCode = await run(process.argv.slice(2))
}
