import { readFileSync } from 'node:fs'
import { Agent, request } from 'undici'

/**
 * The shortest program that creates this many reports in workbooks that show and publish them, and then changes each:
 * ten requests at once, one for each write; a report is read again before it is changed. Prints how long both took.
 */
const { url, token, reports, perWorkbook } = JSON.parse(readFileSync(0, 'utf8'))
const CONCURRENCY = 10
const dispatcher = new Agent({ connections: CONCURRENCY })
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }

async function send(method, path, body) {
  const target = `${url}/api/v1/deployments/2/${path}`
  const answer = await request(target, { dispatcher, method, headers, ...(body && { body: JSON.stringify(body) }) })
  const text = await answer.body.text()
  if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${text}`)
  return JSON.parse(text)
}

async function each(items, work) {
  const waiting = items.values()
  const worker = async () => {
    for (const item of waiting) await work(item)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
}

async function timed(work) {
  const start = performance.now()
  await work()
  return { wall: (performance.now() - start) / 1000 }
}

const books = Array.from({ length: reports / perWorkbook }, (_, n) => ({ slug: `w${n}`, reports: [] }))
const layout = ({ slug, reports }) => ({
  title: slug,
  widgets: reports.slice(0, 10).map(({ id }, y) => ({
    ...{ id: `c${y}`, type: 'CHART', position: { x: 0, y, w: 1, h: 1 }, config: { reportId: id } },
  })),
})
const publish = (book) => send('POST', `workbooks/${book.id}/publish`, { workbookId: book.id, config: layout(book) })

const creates = await timed(async () => {
  const folder = await send('POST', 'folders', { name: 'Sales', parentId: null })
  await each(books, async (book) => {
    const body = { name: book.slug, folderId: folder.id, meta: {} }
    book.id = (await send('PUT', `workbooks/by-slug/${book.slug}`, body)).id
  })
  const all = books.flatMap((book, w) =>
    Array.from({ length: perWorkbook }, (_, r) => ({ book, index: w * perWorkbook + r })),
  )
  await each(all, async ({ book, index }) => {
    const publicId = `bench${String(index).padStart(7, '0')}`
    const body = { name: `Report ${index}`, sqlQuery: 'select 1', workbookId: book.id, publicId }
    book.reports.push(await send('POST', 'reports', body))
  })
  await each(books, (book) => send('PUT', `workbooks/${book.id}/dashboard`, { dashboardDraft: layout(book) }))
  await each(books, publish)
})
const updates = await timed(async () => {
  await each(
    books.flatMap((book) => book.reports),
    async ({ id }) => {
      const { version } = await send('GET', `reports/${id}`)
      await send('PUT', `reports/${id}`, { sqlQuery: 'select 2', expectedVersion: version })
    },
  )
  await each(books, publish)
})
await dispatcher.close()
process.stdout.write(JSON.stringify({ creates, updates }))
