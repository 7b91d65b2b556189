import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { request } from 'undici'

/** The program. */
export const MAIN = join(import.meta.dirname, '../../../dist/cli/main.js')
export const programOf = (name) => join(import.meta.dirname, name)

const AT_EXIT = `
import { writeSync } from 'node:fs'
process.on('exit', () => writeSync(3, JSON.stringify(process.resourceUsage())))`

/**
 * Runs a program to its end, and returns its time and its processor time in seconds, and its peak memory. `speaking`
 * is the time from its first output to the end. Its input stays open until it has printed `until`.
 */
export async function runNode(args, { input = '', env = {}, until } = {}) {
  const start = performance.now()
  const child = spawn(process.execPath, ['--import', `data:text/javascript,${encodeURIComponent(AT_EXIT)}`, ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
  })
  const [stdout, stderr, usage] = child.stdio.slice(1).map(textOf)
  let spoke
  child.stdout.once('data', () => (spoke = performance.now()))
  if (until === undefined) child.stdin.end(input)
  else {
    let said = ''
    child.stdin.write(input)
    child.stdout.on('data', (chunk) => {
      said += chunk
      if (said.includes(until)) child.stdin.end()
    })
  }
  const [code] = await once(child, 'close')
  const end = performance.now()
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${(await stderr).slice(-2000)}`)
  const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(await usage)
  return {
    ...{ wall: (end - start) / 1000, processor: (userCPUTime + systemCPUTime) / 1e6, megabytes: maxRSS / 1024 },
    ...{ speaking: (end - (spoke ?? end)) / 1000, stdout: await stdout, stderr: await stderr },
  }
}

async function textOf(stream) {
  const chunks = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

/** A sandbox in a separate process. */
export async function startSandbox(options) {
  const child = fork(programOf('sandbox-server.mjs'), [JSON.stringify(options)])
  const ended = once(child, 'exit')
  const [message] = await Promise.race([once(child, 'message'), ended])
  if (typeof message !== 'object') throw new Error('the sandbox did not start')
  const { url, admin, control } = message

  /** On a new connection: one that was idle for so long may be closed at this very moment. */
  async function send(method, path, body, key = admin) {
    const { statusCode, body: answer } = await request(new URL(path, url), {
      ...{ method, reset: true, headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' } },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (statusCode >= 300) throw new Error(`${method} ${path} answered ${statusCode}: ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }
  const tell = (method, what, body) => send(method, `/_sandbox/${what}`, body, control)

  return {
    ...message,
    send,
    tell,
    /** Delays every answer, as if the platform were that far away. */
    async setLatency(delayMs) {
      await tell('DELETE', 'faults')
      if (delayMs > 0) await tell('POST', 'faults', { path: '/**', kind: 'delay', delayMs, times: 1_000_000 })
    },
    /** The requests that it got while something ran. */
    async during(work) {
      await tell('DELETE', 'requests')
      const result = await work()
      return { result, requests: await tell('GET', 'requests') }
    },
    async memory() {
      child.send('memory')
      const [{ rss }] = await once(child, 'message')
      return rss
    },
    async stop() {
      child.disconnect()
      await ended
    },
  }
}
