#!/usr/bin/env node
import process from 'node:process'
import { packageDirectory, runScript } from '@boardwright/common/machine'
import { readVersion } from './version.ts'

/** The only place that sets the exit status. Everything else is imported lazily, so that --version is fast. */
async function main(args: readonly string[]): Promise<void> {
  if (runScript(args)) return
  try {
    packageDirectory()
  } catch (cause) {
    const { reportError } = await import('./output.ts')
    process.exitCode = reportError(cause, { json: args.includes('--json'), verbose: false })
    return
  }
  const [first, ...rest] = args
  if ((first === '--version' || first === '-V') && rest.length === 0) {
    process.stdout.write(`${readVersion()}\n`)
    return
  }
  // If a promise never settles, Node exits as if all went well. So assume failure until `run` returns.
  process.exitCode = 70
  const { run } = await import('./run.ts')
  process.exitCode = await run(args)
}

void main(process.argv.slice(2))
