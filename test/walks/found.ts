import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Step, tellStep } from './steps.ts'

/** As deep as `test/walks/found`, so that a file works in both places. */
export const FOUND = 'build/walks/found'

/** Writes a test file that goes these steps again, and returns its path. */
export function writeFound(seed: number, promise: string, steps: readonly Step[], directory: string): string {
  const file = join(directory, `${seed}.test.ts`)
  mkdirSync(directory, { recursive: true })
  writeFileSync(file, foundTest(promise, steps))
  return file
}

const foundTest = (promise: string, steps: readonly Step[]): string => `// Slow: it walks.
import { expect, test } from 'vitest'
import { openStart } from '../../../test/walks/start.ts'
import { readSteps } from '../../../test/walks/steps.ts'
import { goSteps, inProcess } from '../../../test/walks/walks.ts'

const start = openStart()

test(${JSON.stringify(promise)}, async () => {
  const steps = readSteps(\`
${steps.map((step) => `    ${tellStep(step)}`).join('\n')}
  \`)
  expect(await goSteps(start, inProcess, steps)).toBe('')
})
`
