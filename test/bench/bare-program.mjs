import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Agent, request } from 'undici'
import { parse } from 'yaml'

const { url, token, paths, root } = JSON.parse(readFileSync(0, 'utf8'))
const dispatcher = new Agent({ connections: 10 })
const headers = { authorization: `Bearer ${token}` }
const waiting = [...paths]

async function work() {
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const { body } = await request(new URL(path, url), { dispatcher, headers })
    JSON.parse(await body.text())
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
