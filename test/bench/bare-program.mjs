import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Agent, request } from 'undici'
import { parse } from 'yaml'

const { url, token, lists, root } = JSON.parse(readFileSync(0, 'utf8'))
const dispatcher = new Agent({ connections: 10 })
const headers = { authorization: `Bearer ${token}` }
const waiting = [...lists]

/** The pages of a list follow one another: where one begins, only the one before it says. */
async function work() {
  for (let pages = waiting.shift(); pages !== undefined; pages = waiting.shift()) {
    for (const page of pages) {
      const { statusCode, body } = await request(new URL(page, url), { dispatcher, headers })
      if (statusCode !== 200) throw new Error(`${page} answered ${statusCode}`)
      JSON.parse(await body.text())
    }
  }
}
await Promise.all(Array.from({ length: 10 }, work))
await dispatcher.close()

if (root !== undefined) {
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.parentPath.includes('/.git')) continue
    const text = readFileSync(join(entry.parentPath, entry.name), 'utf8')
    if (entry.name.endsWith('.yaml')) parse(text)
  }
}
