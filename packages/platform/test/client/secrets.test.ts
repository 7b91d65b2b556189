import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { drop, hang, type Reply, reply, startServer } from '../../../../test/support/http.ts'
import { createClient } from '../../client/client.ts'
import type { Client } from '../../client/types.ts'
import { connect, errorOf, FOLDER, page, TOKEN } from './support.ts'

const path = { deploymentId: 2 }

/** Everything that a log, a crash report or a curious caller could print. */
function everythingIn(value: unknown): string {
  const deep = inspect(value, {
    depth: 20,
    showHidden: true,
    getters: true,
    maxArrayLength: null,
    maxStringLength: null,
  })
  const chain: string[] = []
  for (let error = value; error instanceof Error; error = error.cause) {
    chain.push(
      String(error),
      error.stack ?? '',
      JSON.stringify(error),
      JSON.stringify(Object.getOwnPropertyDescriptors(error)),
    )
  }
  return [deep, String(value), JSON.stringify(value), ...chain].join('\n')
}

describe('the token appears nowhere', () => {
  test('in a client, before and after it was used', async () => {
    const server = await startServer(reply(429), reply(200, page(FOLDER)))
    const client = connect(server.url)
    expect(everythingIn(client)).not.toContain(TOKEN)
    await client.folders.getFolders({ path })
    expect(everythingIn(client)).not.toContain(TOKEN)
  })

  const failures: [string, Reply][] = [
    ['a refusal', reply(401, '{"message":"bad token"}')],
    ['a message that repeats it', reply(401, `{"message":"Bearer ${TOKEN} is unknown"}`)],
    ['a body that is nothing else', reply(500, TOKEN, { 'x-request-id': TOKEN })],
    ['a code that repeats it', reply(409, `{"code":"${TOKEN}"}`)],
    ['a web page', reply(200, `<html>${TOKEN}</html>`)],
    ['a broken schema', reply(200, `{"id":"${TOKEN}"}`)],
    ['no JSON', reply(200, TOKEN)],
    ['a redirect', reply(302, '', { location: `https://thief.example/?${TOKEN}` })],
    ['a redirect to itself', reply(302, '', { location: `https://${TOKEN}.example/` })],
    ['a dropped connection', drop],
    ['a timeout', hang],
  ]
  test.each(failures)('in the error after %s', async (_, answer) => {
    const server = await startServer(answer)
    const events: unknown[] = []
    const client = connect(server.url, { requestTimeoutMs: 30, onRetry: (event) => events.push(event) })
    for (const call of calls(client)) {
      expect(everythingIn(await errorOf(call()))).not.toContain(TOKEN)
    }
    expect(everythingIn(events)).not.toContain(TOKEN)
  })

  test('in the error of a platform that is not there', async () => {
    const client = connect('http://127.0.0.1:1')
    expect(everythingIn(await errorOf(client.users.getMe()))).not.toContain(TOKEN)
  })

  test('in the refusal of a write', async () => {
    const client = connect('http://127.0.0.1:1', { readOnly: true })
    const error = await errorOf(client.folders.createFolder({ path, body: { name: 'x' } }))
    expect(everythingIn(error)).not.toContain(TOKEN)
  })
})

describe('a token that no header can hold is refused and not shown', () => {
  test.each([
    '',
    ' ',
    '\n',
    `${TOKEN}\n`,
    `${TOKEN}\r\nx-evil: 1`,
    `Bearer ${TOKEN}`,
    `${TOKEN}\u0000`,
    `${TOKEN}é`,
    `\u{feff}${TOKEN}`,
  ])('%j', (token) => {
    let error: unknown
    try {
      createClient({ url: 'https://acme.example', token })
    } catch (cause) {
      error = cause
    }
    expect(error).toMatchObject({ kind: 'TOKEN_INVALID', exit: 3 })
    expect(everythingIn(error)).not.toContain(TOKEN)
  })

  test('seven characters are too short to be removed from messages, eight are not', () => {
    const make = (token: string) => () => createClient({ url: 'https://acme.example', token })
    expect(make('sevench')).toThrow('too short')
    expect(make('eightcha')).not.toThrow()
  })
})

function calls(client: Client): (() => Promise<unknown>)[] {
  return [() => client.folders.getFolders({ path }), () => client.folders.createFolder({ path, body: { name: 'x' } })]
}
