#!/usr/bin/env node
import process from 'node:process'
import { readVersion } from './version.ts'

/** The only exit. Everything else is imported lazily, so that --version costs nothing. */
const [first, ...rest] = process.argv.slice(2)
if ((first === '--version' || first === '-V') && rest.length === 0) {
  process.stdout.write(`${readVersion()}\n`)
} else {
  const { run } = await import('./run.ts')
  process.exitCode = await run(process.argv.slice(2))
}
