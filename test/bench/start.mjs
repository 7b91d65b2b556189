import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { compare, inTurns, judge, medianOf } from './support/measure.mjs'
import { MAIN, runNode } from './support/node.mjs'

const VERSION_GOAL = 1.5
const SANDBOX_GOAL_MS = 1000

/**
 * How long the program takes to print its version, compared to a node that does nothing; and how long a sandbox takes
 * to be ready.
 */
export async function run() {
  const version = await compare('boardwright --version, beside node -e 0', {
    ours: () => runNode([MAIN, '--version']),
    floor: () => runNode(['-e', '0']),
    ...{ rounds: 10, warmUp: 2, goal: VERSION_GOAL },
  })
  const { ours } = await inTurns({ ours: startSandbox }, { rounds: 5 })
  const ms = medianOf(ours, 'ms')
  const sandbox = judge('sandbox, from start to ready', [
    { said: `${ms.toFixed(0)} ms`, value: ms, goal: SANDBOX_GOAL_MS },
  ])
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
  return { ms }
}
