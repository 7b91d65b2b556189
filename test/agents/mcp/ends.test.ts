// Slow: it starts servers and lets them die.
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { type Sandbox, startSandbox } from '../../../packages/sandbox/index.ts'
import { cliProject, TREE } from '../../cli/project.ts'
import { endOf, start } from '../../support/program.ts'
import { openAgent, startAgent } from './client.ts'

/** A platform that does not answer before it is told to. */
async function slowPlatform(): Promise<{ root: string; sandbox: Sandbox; asked: Promise<void> }> {
  let hear = (): void => {}
  const asked = new Promise<void>((resolve) => {
    hear = resolve
  })
  const sandbox = await startSandbox({
    seed: 'acme',
    onRequest: () => {
      hear()
      return sleep(60_000, undefined, { ref: false })
    },
  })
  onTestFinished(() => sandbox.close())
  const config = TREE['boardwright.yaml'].replaceAll('https://acme.example', sandbox.url)
  const { root } = await cliProject({ ...TREE, 'boardwright.yaml': config })
  return { root, sandbox, asked }
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a cancelled call ends, and the next one is answered', async () => {
  const { root, sandbox, asked } = await slowPlatform()
  const agent = await startAgent(root, { BOARDWRIGHT_TOKEN: sandbox.keys.admin })
  const cancel = new AbortController()
  const plan = agent.client.callTool({ name: 'plan', arguments: { target: 'production' } }, { signal: cancel.signal })
  const ended = expect(plan).rejects.toThrow()
  await asked
  cancel.abort()
  await ended
  expect((await agent.call('read', { path: 'content' })).isError).toBe(false)
})

test('the server ends when its client goes away during a call', async () => {
  const { root, sandbox, asked } = await slowPlatform()
  const agent = await startAgent(root, { BOARDWRIGHT_TOKEN: sandbox.keys.admin })
  const plan = agent.client.callTool({ name: 'plan', arguments: { target: 'production' } })
  const ended = expect(plan).rejects.toThrow()
  await asked
  await agent.client.close()
  await ended
  await expect.poll(() => isAlive(agent.pid)).toBe(false)
})

test('long work reports its progress', async () => {
  const sandbox = await startSandbox({ seed: 'acme' })
  onTestFinished(() => sandbox.close())
  const config = TREE['boardwright.yaml'].replaceAll('https://acme.example', sandbox.url)
  const { root } = await cliProject({ ...TREE, 'boardwright.yaml': config })
  const agent = await openAgent(root, { BOARDWRIGHT_TOKEN: sandbox.keys.admin })
  const said: unknown[] = []
  await agent.client.callTool(
    { name: 'plan', arguments: { target: 'production' } },
    { onprogress: (progress) => said.push(progress) },
  )
  expect(said[0]).toMatchObject({ progress: 1, message: expect.any(String) })
})

test('outside a project it ends at once, and stdout has nothing but the protocol', async () => {
  const child = start(['mcp', '-C', '/'])
  let [stdout, stderr] = ['', '']
  child.stdout?.on('data', (chunk) => (stdout += chunk))
  child.stderr?.on('data', (chunk) => (stderr += chunk))
  const [code] = await once(child, 'close')
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toContain('BW-E1403')
})

test('a server without a client ends with exit 0', async () => {
  const { root } = await cliProject(TREE)
  const child = start(['mcp'], {}, root)
  expect(await endOf(child)).toEqual({ code: 0, stdout: '', stderr: '' })
})
