import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../../packages/sandbox/index.ts'
import { validateProject } from '../../src/check/validate.ts'
import { requireConfig } from '../../src/project/local/project.ts'
import { planTarget } from '../../src/project/plan.ts'
import { DECLARED_KINDS } from '../../src/setup/schemas.ts'
import { temporaryDirectory } from '../support/directory.ts'
import { projectWith, triesOf } from './tree.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'empty' })
})
afterAll(() => sandbox.close())

describe.each(DECLARED_KINDS)('a file of the kind %s', (kind) => {
  test('that validate takes, a plan takes too', async () => {
    const root = temporaryDirectory()
    const env = { BOARDWRIGHT_TOKEN: sandbox.keys.admin }
    for (const { what, document } of triesOf(kind, 5)) {
      const project = projectWith(kind, document, { root, url: sandbox.url })
      if (validateProject(project, undefined).problems.some(({ warning }) => !warning)) continue
      const planned = planTarget(requireConfig(project), { env, target: 'production' })
      const said = await planned.then(
        ({ faults }) => faults.written.map(({ message }) => message),
        (cause: unknown) => [String(cause)],
      )
      expect([what, said]).toEqual([what, []])
    }
  })
})
