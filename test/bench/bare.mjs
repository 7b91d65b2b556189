import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** A bare program in a process of its own: fetches these paths ten at a time and parses them, and the tree if it is told. */
export async function bare({ sandbox, paths, root }) {
  const start = performance.now()
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-program.mjs')], {
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  child.stdin.end(JSON.stringify({ url: sandbox.url, token: sandbox.keys.admin, paths, root }))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`the bare program ended with ${code}`)
  return { ms: performance.now() - start }
}
