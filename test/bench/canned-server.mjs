import { createServer } from 'node:http'

/** Answers from bytes made once, in a process of its own, so that its cost is nobody's. Tells its port to its parent. */
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

/** Every field of a report, about 1 KB as JSON. */
function makeReport(number) {
  const owner = { id: 7, email: 'ada@acme.example', firstName: 'Ada', picture: null }
  return {
    id: 410_000 + number,
    publicId: `aB3dE5fG${String(number).padStart(4, '0')}`,
    deploymentId: 2,
    type: 'REPORT',
    name: `Revenue by month ${number}`,
    userId: owner.id,
    user: owner,
    refreshedByUser: owner,
    createdAt: '2026-01-02T03:04:05.678Z',
    updatedAt: '2026-02-03T04:05:06.789Z',
    title: 'Revenue by month',
    description: null,
    workbookId: 501,
    folderId: 12,
    folderPath: [{ id: 12, name: 'Sales' }],
    sqlQuery: null,
    jsonQuery: JSON.stringify({
      measures: ['orders.revenue'],
      timeDimensions: [{ dimension: 'orders.created_at', granularity: 'month', dateRange: 'last 12 months' }],
      order: { 'orders.created_at': 'asc' },
    }),
    pivotItems: { columns: ['orders.status'], measures: ['orders.revenue'], rows: [], filters: [] },
    meta: { kind: 'vega', spec: { mark: 'bar', encoding: { x: { field: 'month' }, y: { field: 'revenue' } } } },
    source: 'PLAYGROUND',
    version: 3,
    createdBy: owner.id,
    refreshedBy: null,
    currentQueryChecksum: '9f86d081884c7d659a2feaa0c55ad015',
    canEdit: true,
    canManage: false,
    rolesWithAccess: [],
    externalWorkbookId: null,
    resultLocation: null,
    endResultCell: null,
    externalWorkbookPlacements: null,
  }
}
