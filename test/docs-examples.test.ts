import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../packages/sandbox/index.ts'
import { blocksOf, read } from './support/docs/markdown.ts'

interface Example {
  readonly method: string
  readonly path: string
  readonly body: string | undefined
  /** `204`, `400 slug`: a status and words of the answer; `cut`: no answer. */
  readonly expected: string
}

const blocks = blocksOf(read('docs/sandbox.md'), 'http').map(({ line, text }) => ({ line, steps: readSteps(text) }))

/** `METHOD PATH -> STATUS WORDS`, then the body; an empty line ends it. */
function readSteps(text: string): Example[] {
  return text.split('\n\n').map((step) => {
    const [, method = '', path = '', expected = '', body] = /^([A-Z]+) (\S+) -> (.+?)(?:\n(.*))?$/s.exec(step) ?? []
    return { method, path, expected: expected.split('\n')[0] ?? '', body }
  })
}

describe('the requests in sandbox.md', () => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await startSandbox()
  })
  afterAll(() => sandbox.close())

  async function send({ method, path, body }: Example): Promise<string> {
    const key = path.startsWith('/_sandbox') ? sandbox.control : sandbox.keys.admin
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const response = await fetch(`${sandbox.url}${path}`, { method, headers, ...(body === undefined ? {} : { body }) })
    return `${response.status} ${await response.text()}`
  }

  test.each(blocks)('the block at line $line gets the answer that it shows', async ({ steps }) => {
    await sandbox.controls.reset({ seed: 'acme' })
    for (const step of steps) {
      const [status, ...words] = step.expected.split(' ')
      const got = await send(step).catch(() => 'cut')
      expect(got, `${step.method} ${step.path}`).toMatch(new RegExp(`^${status}\\b`))
      expect(got, `${step.method} ${step.path}`).toContain(words.join(' '))
    }
  })
})
