import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startSandbox } from '../packages/sandbox/index.ts'
import { heardElsewhere } from './support/messages-elsewhere.ts'
import { heardHere } from './support/no-messages.ts'
import { sandboxProcess } from './support/program.ts'
import { RUNGS, rungsOf, testFilesBelow } from './support/rungs.ts'

interface Reached {
  readonly url: string
  readonly keys: { readonly admin: string }
}

/** Adds somebody to a schedule that is on, and takes them off again before anybody looks. */
async function mistakeIn({ url, keys }: Reached): Promise<void> {
  const schedules = `${url}/api/v1/deployments/2/notifications`
  const headers = { authorization: `Bearer ${keys.admin}`, 'content-type': 'application/json' }
  const { items } = (await (await fetch(schedules, { headers })).json()) as {
    items: { id: number; isEnabled: boolean }[]
  }
  const { id } = items.find(({ isEnabled }) => isEnabled) ?? { id: 0 }
  const send = async (method: string, recipient: object) => {
    const body = JSON.stringify({ recipients: [{ type: 'USER', ...recipient }] })
    expect((await fetch(`${schedules}/${id}/recipients`, { method, headers, body })).ok).toBe(true)
  }
  await send('POST', { userId: 4 })
  await send('DELETE', { id: 4 })
}

const MISTAKE = [expect.objectContaining({ deployment: 2, to: expect.anything() })]

test('a message that nobody meant is heard in a sandbox of this process', async () => {
  const sandbox = await startSandbox({ seed: 'acme' })
  try {
    await mistakeIn(sandbox)
    expect(heardHere()).toEqual(MISTAKE)
  } finally {
    await sandbox.close()
  }
})

test('it is heard in a sandbox of another process, also if that is killed', async () => {
  const sandbox = await sandboxProcess(['--seed', 'acme'])
  await mistakeIn(sandbox)
  await sandbox.end('SIGKILL')
  expect(heardElsewhere()).toEqual(MISTAKE)
})

const SILENT: readonly string[] = ['unit', 'alone']

test('no test that could start a sandbox is on a rung where nobody listens', () => {
  const rungs = rungsOf(['test', 'packages', 'examples/library'].flatMap(testFilesBelow))
  const silent = RUNGS.filter((rung) => SILENT.includes(rung)).flatMap((rung) => rungs[rung])
  const starting = /\bstartSandbox\(|\bsandboxProcess\(|\bspawn\(|\bfork\(/
  expect(silent.filter((file) => starting.test(readFileSync(file, 'utf8')))).toEqual([])
})

test('whoever starts the program with a sandbox in it by hand has it tell', () => {
  const all = ['test', 'packages', 'examples/library'].flatMap(testFilesBelow)
  const byHand = /(?:spawn|fork)\w*\([^)]*'(?:sandbox|demo)'/
  const found = all.filter((file) => byHand.test(readFileSync(file, 'utf8')))
  expect(found.filter((file) => !readFileSync(file, 'utf8').includes('...TELLING'))).toEqual([])
})
