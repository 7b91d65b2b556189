import { describe, expect, test } from 'vitest'
import { type JobContext, readContext } from '../context.ts'
import { type Forge, openForge } from '../forge.ts'
import type { Clock } from '../retry.ts'
import { answerWith, ERRORS, type ForgeServer, startForge } from './server.ts'

const MARKER = '<!-- boardwright:7f3kQ2m9 -->'
const textOf = (what: string): string => `${MARKER}\n### Boardwright: ${what}\n`
const TOKEN = 'ghs_SecretSecretSecret'

const waits: number[] = []
const clock: Clock = {
  now: () => Date.parse('2026-11-20T09:00:00Z'),
  sleep: async (ms) => {
    waits.push(ms)
  },
}

function contextOf(server: ForgeServer, run?: number): JobContext {
  const common = run === undefined ? {} : { GITHUB_RUN_ID: String(run), CI_PIPELINE_ID: String(run) }
  const env = {
    ...{ CI_API_V4_URL: server.url, GITLAB_TOKEN: TOKEN, CI_PROJECT_ID: '5', CI_MERGE_REQUEST_IID: '12' },
    ...{ GITHUB_API_URL: server.url, GITHUB_TOKEN: TOKEN, GITEA_TOKEN: 'job' },
    ...{ GITHUB_REPOSITORY: 'acme/analytics', GITHUB_REF: 'refs/pull/12/merge' },
  }
  return readContext(server.player, { ...env, ...common }, undefined)
}

const forgeOf = (server: ForgeServer, run?: number): Forge => {
  waits.length = 0
  return openForge(contextOf(server, run), {}, { clock, random: () => 0 })
}

const post = async (server: ForgeServer, what: string, run?: number): Promise<string> => {
  const forge = forgeOf(server, run)
  try {
    return (await forge.comment({ marker: MARKER, body: textOf(what), record: undefined })).posted
  } finally {
    await forge.close()
  }
}

describe.each(['github', 'gitlab', 'gitea'] as const)('the one comment on %s', (player) => {
  test('is created, updated in place, and left alone while it is right', async () => {
    const server = await startForge(player)
    server.addComment('Looks good to me')
    expect(await post(server, 'one')).toBe('created')
    expect(await post(server, 'two')).toBe('updated')
    expect(await post(server, 'two')).toBe('unchanged')
    expect(server.bodies()).toEqual(['Looks good to me', textOf('two')])
  })

  test('is found behind hundreds of others', async () => {
    const server = await startForge(player)
    for (let n = 0; n < 230; n += 1) server.addComment(`comment ${n}`)
    await post(server, 'one')
    expect(await post(server, 'two')).toBe('updated')
    expect(server.bodies().filter((body) => body.startsWith(MARKER))).toEqual([textOf('two')])
  })

  test('is recognised by its first line alone, not by text below or in a quote', async () => {
    const server = await startForge(player)
    server.addComment(`> ${MARKER}\n> quoted`)
    server.addComment(`Why does it say\n${MARKER}`)
    server.addComment('<!-- boardwright:otherone -->\nof another project')
    expect(await post(server, 'one')).toBe('created')
    expect(server.comments).toHaveLength(4)
  })

  test('of somebody else is not overwritten', async () => {
    const server = await startForge(player)
    server.addComment(textOf('planted'), { id: 9, login: 'mallory', type: 'User' })
    expect(await post(server, 'one')).toBe('created')
    expect(server.bodies()).toEqual([textOf('planted'), textOf('one')])
  })

  test('that may not be edited is skipped, and a new one is created', async () => {
    const server = await startForge(player)
    const id = server.addComment(textOf('locked'))
    server.insteads.push(({ method, url }, response) =>
      /PATCH|PUT/.test(method) && url.endsWith(`/${id}`) ? answerWith(response, 403, ERRORS['github 403']) : true,
    )
    expect(await post(server, 'one')).toBe('created')
    expect(server.bodies()).toEqual([textOf('locked'), textOf('one')])
  })

  test('is created again if it was deleted before the update', async () => {
    const server = await startForge(player)
    server.addComment(textOf('one'))
    server.insteads.push(({ method }) => {
      if (/PATCH|PUT/.test(method)) server.comments.length = 0
      return true
    })
    expect(await post(server, 'two')).toBe('created')
    expect(server.bodies()).toEqual([textOf('two')])
  })

  test('of two runs at once is one comment, with the text of the later run', async () => {
    const server = await startForge(player)
    let lists = 0
    let letBothGo = (): void => {}
    const both = new Promise<void>((resolve) => {
      letBothGo = resolve
    })
    // Both list before either creates.
    server.insteads.push(async ({ method, url }) => {
      if (method !== 'GET' || !/comments|notes/.test(url)) return true
      lists += 1
      if (lists === 2) letBothGo()
      if (lists <= 2) await both
      return true
    })
    const posted = await Promise.all([post(server, 'of the later run', 20), post(server, 'of the earlier run', 10)])
    expect(server.bodies()).toEqual([`${textOf('of the later run')}\n<!-- boardwright-run:20 -->\n`])
    expect(posted).toContain('superseded')
  })

  test('of a later run stays when an earlier one ends after it', async () => {
    const server = await startForge(player)
    await post(server, 'later', 20)
    expect(await post(server, 'earlier', 10)).toBe('superseded')
    expect(await post(server, 'again', 20)).toBe('updated')
    expect(await post(server, 'latest', 21)).toBe('updated')
    expect(server.bodies()).toEqual([`${textOf('latest')}\n<!-- boardwright-run:21 -->\n`])
  })

  test('duplicates from earlier runs are reduced to one', async () => {
    const server = await startForge(player)
    const first = server.addComment(textOf('one'))
    server.addComment(textOf('one'))
    server.addComment(textOf('zero'))
    expect(await post(server, 'two')).toBe('updated')
    expect(server.comments.map(({ id }) => id)).toEqual([first])
  })

  test('is not created twice if the answer was lost', async () => {
    const server = await startForge(player)
    let isFirst = true
    server.insteads.push(({ method, body }, response) => {
      if (method !== 'POST' || !isFirst) return true
      isFirst = false
      server.addComment(String(body['body']))
      response.socket?.destroy()
      return false
    })
    expect(await post(server, 'one')).toBe('created')
    expect(server.bodies()).toEqual([textOf('one')])
  })
})

describe('refusals of the forge', () => {
  const once = (
    server: ForgeServer,
    status: number,
    body: unknown,
    headers: Record<string, string> = {},
    times = 1,
  ): void => {
    let left = times
    server.insteads.push(({ url }, response) => {
      if (url === '/user' || left === 0) return true
      left -= 1
      return answerWith(response, status, body, headers)
    })
  }

  test.each([
    ['429 with seconds', 429, { message: 'slow down' }, { 'retry-after': '7' }, 7_000],
    ['429 with a date', 429, { message: 'slow down' }, { 'retry-after': 'Fri, 20 Nov 2026 09:00:30 GMT' }, 30_000],
    ['a secondary limit', 403, ERRORS['github secondary'], {}, 60_000],
    [
      'a used-up allowance',
      403,
      { message: 'API rate limit exceeded' },
      { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Date.parse('2026-11-20T09:00:12Z') / 1000) },
      12_000,
    ],
    ['502', 502, '<html>Bad gateway</html>', {}, 0],
  ] as const)('%s causes a wait and another try', async (_, status, body, headers, wait) => {
    const server = await startForge('github')
    once(server, status, body, headers)
    expect(await post(server, 'one')).toBe('created')
    expect(waits).toEqual([wait])
  })

  test.each([
    ['403', 403, ERRORS['github 403'], 'BW-E3101', 3, 'Resource not accessible by integration'],
    ['401', 401, { message: 'Bad credentials' }, 'BW-E3101', 3, 'Bad credentials'],
    ['404', 404, ERRORS['github 404'], 'BW-E3102', 1, 'Not Found'],
    ['422', 422, ERRORS['github 422'], 'BW-E3103', 1, 'Body is too long'],
    ['400 with fields', 400, ERRORS['gitlab 400'], 'BW-E3103', 1, "can't be blank"],
    ['HTML for 200', 200, '<html>Sign in</html>', 'BW-E3106', 1, 'an HTML page instead of JSON'],
    ['HTML for 404', 404, '<html>Nothing here</html>', 'BW-E3102', 1, 'an HTML page instead of JSON'],
    ['another kind of JSON', 200, { items: [] }, 'BW-E3106', 1, 'not a list'],
    ['a redirect', 302, '', 'BW-E3106', 1, 'the token goes to no other address'],
  ] as const)('%s is an error with a code', async (_, status, body, code, exit, message) => {
    const server = await startForge('github')
    once(server, status, body, status === 302 ? { location: 'https://evil.example/' } : {}, 99)
    const failed = await post(server, 'one').catch((cause: unknown) => cause)
    expect(failed).toMatchObject({ code, exit, message: expect.stringContaining(message) })
    expect(server.sent.filter(({ method }) => method !== 'GET')).toEqual([])
  })

  test('a rate limit of an hour ends the call: the error says how long it is', async () => {
    const server = await startForge('github')
    once(server, 429, { message: 'slow down' }, { 'retry-after': '3600' }, 99)
    await expect(post(server, 'one')).rejects.toMatchObject({
      code: 'BW-E3104',
      message: expect.stringContaining('wait 3600 s'),
    })
    expect(waits).toEqual([])
  })

  test('5xx every time ends the call, which names the request and the number of tries', async () => {
    const server = await startForge('github')
    once(server, 503, { message: 'unavailable' }, {}, 99)
    await expect(post(server, 'one')).rejects.toMatchObject({
      code: 'BW-E3105',
      http: { endpoint: 'GET /repos/acme/analytics/issues/12/comments', status: 503, tries: 5, requestId: 'C0DE:1' },
    })
  })

  test.each([
    ['gives the same page for ever', () => 1, 'gave the same page twice'],
    ['gives new rows for ever', (page: number) => page * 100, 'gave 100 full pages'],
  ])('a list that %s ends, and does not count as complete', async (_, first, message) => {
    const server = await startForge('github')
    server.insteads.push(({ url }, response) => {
      if (url === '/user') return true
      const from = first(Number(new URL(url, 'http://x').searchParams.get('page')))
      const rows = Array.from({ length: 100 }, (_, index) => ({ id: from + index, body: 'x', user: null }))
      return answerWith(response, 200, rows)
    })
    await expect(post(server, 'one')).rejects.toMatchObject({
      code: 'BW-E2010',
      message: expect.stringContaining(message),
    })
    expect(server.sent.filter(({ method }) => method !== 'GET')).toEqual([])
  })

  test('an unreachable forge', async () => {
    const server = await startForge('github')
    const { url } = server
    await server.close()
    const failed = await post({ ...server, url }, 'one').catch((cause: unknown) => cause)
    expect(failed).toMatchObject({ code: 'BW-E3002' })
  })

  test('no error shows the token, even if the answer repeats it', async () => {
    const server = await startForge('github')
    once(server, 422, { message: `bad header Bearer ${TOKEN}` }, {}, 99)
    const failed = await post(server, 'one').catch((cause: unknown) => cause)
    expect(JSON.stringify(failed)).not.toContain(TOKEN)
    expect((failed as Error).message).toContain('[token]')
  })
})
