import { execFileSync } from 'node:child_process'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'

const LIMITS = { maxOldGenerationSizeMb: 64 }
const TELL = `
const { parentPort } = require('node:worker_threads')
const { getHeapStatistics } = require('node:v8')
parentPort.postMessage(getHeapStatistics().heap_size_limit)`
const ASK = `
const { Worker } = require('node:worker_threads')
new Worker(${JSON.stringify(TELL)}, { eval: true, resourceLimits: ${JSON.stringify(LIMITS)} }).on('message', (limit) => console.log(limit))`

test('a thread has as much memory in tests as outside', async () => {
  const inTests = await new Promise<number>((done, fail) => {
    new Worker(TELL, { eval: true, resourceLimits: LIMITS }).on('message', done).on('error', fail)
  })
  const plain = Number(execFileSync(process.execPath, ['-e', ASK], { env: { ...process.env, NODE_OPTIONS: '' } }))
  expect(inTests).toBe(plain)
})
