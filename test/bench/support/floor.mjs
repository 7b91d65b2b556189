import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Agent, request } from 'undici'
import { parse } from 'yaml'

/**
 * The floor: the shortest program that does the same. Fetches and parses these lists, ten requests at once; for
 * several tenants, whatever can be requested at once; reads a tree, or writes one with given texts; and sends these
 * changes, each after reading what it changes.
 */
const { url, token, lists = [], tenants, tree, write, changes = [] } = JSON.parse(readFileSync(0, 'utf8'))
const CONCURRENCY = 10
const dispatcher = new Agent({ connections: CONCURRENCY * (tenants?.atOnce ?? 1) })
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }

async function send(path, { method = 'GET', body } = {}) {
  const answer = await request(new URL(path, url), { dispatcher, method, headers, ...(body && { body }) })
  if (answer.statusCode >= 300) throw new Error(`${method} ${path} answered ${answer.statusCode}`)
  return answer.body.text()
}

/** Requests a page as soon as the one before it has arrived, before parsing that. */
async function readList(pages) {
  let next = send(pages[0])
  for (const following of [...pages.slice(1), undefined]) {
    const text = await next
    if (following !== undefined) next = send(following)
    JSON.parse(text)
  }
}

async function each(items, work, most = CONCURRENCY) {
  const waiting = items.values()
  const worker = async () => {
    for (const item of waiting) await work(item)
  }
  await Promise.all(Array.from({ length: most }, worker))
}

/** Each stage requests what the answers of the previous stage contain. */
async function readTenant(stages) {
  for (const paths of stages) await Promise.all(paths.map(async (path) => JSON.parse(await send(path))))
}

function readTree(root) {
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const text = readFileSync(join(entry.parentPath, entry.name), 'utf8')
    if (entry.name.endsWith('.yaml')) parse(text)
  }
}

function writeTree({ texts, into }) {
  for (const [path, text] of JSON.parse(readFileSync(texts, 'utf8'))) {
    mkdirSync(dirname(join(into, path)), { recursive: true })
    writeFileSync(join(into, path), text)
  }
}

await each(lists, readList)
if (tenants !== undefined) await each(tenants.stages, readTenant, tenants.atOnce)
if (tree !== undefined) readTree(tree)
if (write !== undefined) writeTree(write)
await each(changes, async ([read, path, body]) => {
  JSON.parse(await send(read))
  await send(path, { method: 'PUT', body })
})
await dispatcher.close()
