import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/**
 * A bare program in a process of its own: fetches these paths with as many connections as ours and parses them, and then
 * the tree if it is told.
 */
export async function bare({ sandbox, paths, root }) {
  const start = performance.now()
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-program.mjs')], {
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  child.stdin.end(JSON.stringify({ url: sandbox.url, token: sandbox.keys.admin, lists: listsIn(paths), root }))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`the bare program ended with ${code}`)
  return { ms: performance.now() - start }
}

/** Paths that differ in their cursor only are the pages of one list, in their order. */
function listsIn(paths) {
  const lists = new Map()
  for (const path of paths) {
    const list = path.replace(/[?&]after=[^&]*/, '')
    lists.set(list, [...(lists.get(list) ?? []), path])
  }
  return [...lists.values()]
}
