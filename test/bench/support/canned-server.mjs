import { createServer } from 'node:http'
import { makeReport } from './reports.mjs'

/**
 * Answers with bytes made once, in a separate process, so that its cost is not measured. Tells its port to its
 * parent.
 */
const PAGE = 1000

const report = bytesOf(makeReport(1))
const pages = { '': bytesOf(makePage(0, true)), [`after-${PAGE}`]: bytesOf(makePage(PAGE, false)) }

const server = createServer((request, response) => {
  const url = new URL(request.url, 'http://127.0.0.1')
  const body = url.pathname.endsWith('/reports') ? pages[url.searchParams.get('after') ?? ''] : report
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
    'x-request-id': 'b7f0c1d2e3f4',
  })
  response.end(body)
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
process.on('disconnect', () => process.exit())

function bytesOf(value) {
  return Buffer.from(JSON.stringify(value))
}

function makePage(start, hasNextPage) {
  const items = Array.from({ length: PAGE }, (_, index) => makeReport(start + index + 1))
  const endCursor = `after-${start + PAGE}`
  const pageInfo = { hasNextPage, hasPreviousPage: start > 0, startCursor: `after-${start}`, endCursor }
  return { items, data: [], pageInfo, count: 2 * PAGE }
}
