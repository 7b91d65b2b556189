import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { compare, median, report } from './measure.mjs'

const runProgram = promisify(execFile)
const MAIN = join(import.meta.dirname, '../../dist/cli/main.js')
const VERSION_GOAL = 1.5
const SANDBOX_GOAL_MS = 1000

/** How long the program takes to say its version, beside a node that does nothing; and a sandbox to be ready. */
export async function run() {
  const version = await compare('boardwright --version, beside node -e 0', {
    ours: () => runProgram(process.execPath, [MAIN, '--version']),
    theirs: () => runProgram(process.execPath, ['-e', '0']),
    warmUp: 2,
    rounds: 10,
    goal: VERSION_GOAL,
  })
  const times = []
  for (let round = 0; round < 5; round += 1) times.push(await startSandbox())
  const ms = median(times)
  const sandbox = report('sandbox, from start to ready', `${ms.toFixed(0)} ms`, ms <= SANDBOX_GOAL_MS, SANDBOX_GOAL_MS)
  return version && sandbox
}

async function startSandbox() {
  const start = performance.now()
  const child = spawn(process.execPath, [MAIN, 'sandbox', '--json', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  const line = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended])
  const ms = performance.now() - start
  if (child.exitCode !== null || !String(line[0]).startsWith('{')) throw new Error('the sandbox did not start')
  child.kill('SIGTERM')
  await ended
  return ms
}
