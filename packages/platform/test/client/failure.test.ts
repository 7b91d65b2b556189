import { describe, expect, test } from 'vitest'
import { drop, reply, startServer } from '../../../../test/support/http.ts'
import { processorMs } from '../../../../test/support/processor-time.ts'
import { ERRORS, type ErrorName } from '../../../common/errors.ts'
import { connect, errorOf, FOLDER, page } from './support.ts'

const path = { deploymentId: 2 }

/** Asks for a list, once, of a server that answers so. */
async function failing(status: number, body: string, headers: Record<string, string> = {}) {
  const server = await startServer(reply(status, body, headers))
  return errorOf(connect(server.url).folders.createFolder({ path, body: { name: 'x' } }))
}

describe('the status', () => {
  const statuses: [number, ErrorName, number][] = [
    [400, 'REJECTED', 1],
    [401, 'UNAUTHORIZED', 3],
    [403, 'FORBIDDEN', 3],
    [404, 'NOT_FOUND', 1],
    [405, 'REJECTED', 1],
    [408, 'TIMED_OUT', 1],
    [409, 'CONFLICT', 1],
    [413, 'REJECTED', 1],
    [422, 'REJECTED', 1],
    [429, 'RATE_LIMITED', 1],
    [304, 'REJECTED', 1],
    [500, 'SERVER_FAILED', 1],
    [503, 'SERVER_FAILED', 1],
    [599, 'SERVER_FAILED', 1],
  ]
  test.each(statuses)('%d is %s', async (status, kind, exit) => {
    const error = await failing(status, '{"message":"because"}', { 'x-request-id': 'r-17' })
    expect(error).toMatchObject({ kind, exit, code: ERRORS[kind].code })
    expect(error.http).toMatchObject({
      endpoint: 'POST /api/v1/deployments/{deploymentId}/folders',
      status,
      requestId: 'r-17',
    })
    // An answer of status 304 has no body.
    if (status !== 304) expect(error.message).toContain(`/api/v1/deployments/2/folders answered ${status}: because`)
  })

  // client 3.4
  test('a conflict keeps the code from the platform', async () => {
    const error = await failing(409, '{"code":"ambiguous_legacy_id","message":"several reports"}')
    expect(error.http?.serverCode).toBe('ambiguous_legacy_id')
    expect((await failing(409, '{"message":"of another deployment"}')).http).not.toHaveProperty('serverCode')
  })
})

// client 3.2: every shape that clients met.
describe('the message from the platform', () => {
  const long = 'word '.repeat(400)
  const bodies: [string, string, string][] = [
    ['message', '{"message":"name is too long"}', 'name is too long'],
    ['error', '{"error":"name is too long"}', 'name is too long'],
    ['message before error', '{"error":"Bad Request","message":"too long","statusCode":400}', 'too long'],
    ['a list', '{"message":["a is wrong","b is wrong"]}', '["a is wrong","b is wrong"]'],
    ['an object', '{"message":{"name":"too long"}}', '{"name":"too long"}'],
    ['an object as error', '{"error":{"message":"too long"}}', '{"message":"too long"}'],
    ['null, then error', '{"message":null,"error":"no"}', 'no'],
    ['blank, then error', '{"message":"  ","error":"no"}', 'no'],
    ['empty, then error', '{"message":[],"error":"no"}', 'no'],
    ['a number, then error', '{"message":400,"error":"no"}', 'no'],
    ['a boolean, then error', '{"message":true,"error":"no"}', 'no'],
    ['neither', '{"detail":"no","code":7}', '{"detail":"no","code":7}'],
    ['both without words', '{"message":0,"error":false}', '{"message":0,"error":false}'],
    ['OAuth', '{"error":"invalid_grant","error_description":"expired"}', 'invalid_grant'],
    ['an array', '["no"]', '["no"]'],
    ['a string', '"no"', '"no"'],
    ['big numbers', '{"message":{"limit":12345678901234567890}}', '{"limit":12345678901234567890}'],
    ['white space', '{"message":"a\\n\\t b\\r\\n c"}', 'a b c'],
    ['plain text', 'upstream   connect\nerror', 'upstream connect error'],
    ['half JSON', '{"message":"no', '{"message":"no'],
    ['escape sequences', '{"message":"\\u001b[31mred\\u001b[0m \\u0007\\u202egnp.exe\\u009b1m"}', 'red gnp.exe 1m'],
    [
      'a web page',
      '<!DOCTYPE html><html><head><title>502</title><style>b{}</style></head><body><script>x()</script><h1>502 Bad Gateway</h1><hr>nginx</body></html>',
      '502 Bad Gateway nginx',
    ],
    ['a long one', `{"message":"${long}"}`, `${long.slice(0, 799)}…`],
  ]
  test.each(bodies)('%s', async (_, body, message) => {
    expect((await failing(400, body)).message).toBe(`POST /api/v1/deployments/2/folders answered 400: ${message}`)
  })

  test('falls back to the declared meaning of the status, if the answer is empty', async () => {
    const declared = /answered 404 and gave no reason. It does so when: There is no such deployment. /
    expect((await failing(404, '')).message).toMatch(declared)
    expect((await failing(404, '\u0000 \n')).message).toMatch(declared)
    expect((await failing(418, '')).message).toMatch(/answered 418 and gave no reason$/)
  })

  test.each(['<p ', '<head>', '<!--', '\u001b['])('of megabytes of %j is read quickly', async (piece) => {
    const ms = await processorMs(async () => {
      const error = await failing(500, `<html>${piece.repeat(1_000_000)}`)
      expect(error.message.length).toBeLessThan(1000)
    })
    expect(ms).toBeLessThan(2000)
  })
})

describe('an answer that cannot be used', () => {
  // client 3.1: unknown routes answer 200 with the web application.
  test.each(['<!DOCTYPE html><html></html>', '  \n<html>', '\u{feff}<div>'])(
    'a web page with 200 is not an endpoint: %j',
    async (body) => {
      const server = await startServer(reply(200, body, { 'content-type': 'text/html' }))
      const client = connect(server.url)
      for (const call of [
        () => client.folders.getFolders({ path }),
        () => client.folders.deleteFolder({ path: { ...path, folderId: 1 } }),
        () => client.folders.createFolder({ path, body: { name: 'x' } }),
      ]) {
        expect(await errorOf(call())).toMatchObject({ kind: 'NO_SUCH_ENDPOINT', http: { status: 200, tries: 1 } })
      }
      expect(server.seen).toHaveLength(3)
    },
  )

  const broken: [string, string, RegExp][] = [
    ['an empty body', '', /the body is empty/],
    ['another type', page(FOLDER.replace('"Sales"', '7')), /items\[0\]\.name: expected string/],
    ['a missing field', page(FOLDER.replace('"name":"Sales",', '')), /items\[0\]\.name: /],
    ['null for a number', page(FOLDER.replace('"position":0', '"position":null')), /items\[0\]\.position: /],
    ['an id that no double can hold', page(FOLDER.replace('"id":3', '"id":12345678901234567890')), /items\[0\]\.id: /],
    ['a bare list', `[${FOLDER}]`, /expected object/],
    ['null', 'null', /expected object/],
    ['text', 'OK', /not JSON: unexpected "O" at position 0/],
    ['XML', '<?xml version="1.0"?><error/>', /not JSON/],
  ]
  test.each(broken)('%s breaks the schema, and endpoint and field are named', async (_, body, message) => {
    const server = await startServer(reply(200, body, { 'x-request-id': 'r-18' }))
    const error = await errorOf(connect(server.url).folders.getFolders({ path }))
    expect(error).toMatchObject({
      kind: 'RESPONSE_INVALID',
      http: { endpoint: 'GET /api/v1/deployments/{deploymentId}/folders', status: 200, requestId: 'r-18', tries: 1 },
    })
    expect(error.message).toMatch(
      /^GET \/api\/v1\/deployments\/2\/folders gave an answer that does not match its schema: /,
    )
    expect(error.message).toMatch(message)
    expect(server.seen).toHaveLength(1)
  })

  test('204 where a body is declared breaks the schema', async () => {
    const server = await startServer(reply(204))
    expect(await errorOf(connect(server.url).folders.getFolders({ path }))).toMatchObject({ kind: 'RESPONSE_INVALID' })
  })

  test('bytes that are not UTF-8 are refused, not replaced', async () => {
    const server = await startServer((response) => {
      response.end(Buffer.from(page(FOLDER.replace('Sales', '\u00e9')), 'latin1'))
    })
    const error = await errorOf(connect(server.url).folders.getFolders({ path }))
    expect(error.message).toContain('the body is not UTF-8')
  })

  test('more than 256 MB is not read', async () => {
    const server = await startServer((response) => {
      response.writeHead(200, { 'content-length': 300 * 1024 * 1024 })
      response.write('{')
    })
    const error = await errorOf(connect(server.url).folders.getFolders({ path }))
    expect(error).toMatchObject({ kind: 'RESPONSE_INVALID', message: expect.stringContaining('256 MB') })
  })
})

describe('a write with an unknown outcome', () => {
  test.each([
    ['a server error', reply(500, '{"message":"oops"}')],
    ['a timeout of the platform', reply(408)],
    ['a broken connection', drop],
    ['half an answer', reply(200, FOLDER.slice(0, 40))],
  ])('after %s is called ambiguous, and not repeated', async (_, answer) => {
    const server = await startServer(answer)
    const error = await errorOf(connect(server.url).folders.createFolder({ path, body: { name: 'x' } }))
    expect(error.http).toMatchObject({ ambiguous: true, tries: 1 })
    expect(error.message).toMatch(/it may have been done anyway$/)
    expect(server.seen).toHaveLength(1)
  })

  test.each([400, 401, 403, 404, 409, 422, 429])('%d is a definite no', async (status) => {
    expect((await failing(status, '')).http).not.toHaveProperty('ambiguous')
  })

  test('is ambiguous even if only an earlier try got no answer', async () => {
    const server = await startServer(drop, reply(409, '{"message":"stale"}'))
    const error = await errorOf(
      connect(server.url).folders.updateFolder({ path: { ...path, folderId: 1 }, body: { name: 'x' } }),
    )
    expect(error).toMatchObject({ kind: 'CONFLICT', http: { tries: 2, ambiguous: true } })
  })

  test('a read is never ambiguous', async () => {
    const server = await startServer(reply(500))
    const error = await errorOf(connect(server.url).folders.getFolders({ path }))
    expect(error.http).not.toHaveProperty('ambiguous')
  })
})
