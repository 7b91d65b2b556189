import { describe, expect, test } from 'vitest'
import { expectRefused, HOME, openContract } from './support.ts'

const { call, everything } = openContract({ seed: 'empty' })

const json = { 'content-type': 'application/json' }
const create = (kind: string, body: unknown) => call('POST', `${HOME}/${kind}`, { body })

/** Texts that break programs. Each must come back as it was sent. */
const TEXTS: readonly (readonly [what: string, text: string])[] = [
  ['a quote', `'; drop table reports; --`],
  ['wildcards', '100%_*?[a-z]'],
  ['a path', '../../../../etc/passwd'],
  ['a device of Windows', 'NUL'],
  ['markup', '<script>alert(1)</script>&amp;'],
  ['a format', '%s %d {0} $' + '{HOME} $(id) `id`'],
  ['line ends', 'a\r\nb\nc\rd\u2028e\u2029f\u0085g'],
  ['control characters', 'a\u0001b\u001b[31mc\u007fd'],
  ['directions', 'a\u202egnp.exe\u202c'],
  ['no width at all', 'a\u200bb\u200dc\ufeffd'],
  ['composed and not', 'é e\u0301'],
  ['beyond the first plane', '👩‍👩‍👧‍👦 𝔘𝔫𝔦'],
  ['a backslash', 'a\\b\\u0041'],
  ['JSON', '{"a":[1,null]}'],
  ['a key of objects', '__proto__'],
  ['a word', 'null'],
]

describe('hostile texts', () => {
  test.for(TEXTS)('%s is kept, in every text field, and found again', async ([, text]) => {
    const { body: report, status } = await create('reports', {
      name: text,
      title: text,
      sqlQuery: text,
      jsonQuery: text,
      meta: { [text]: text },
    })
    const { body: folder } = await create('folders', { name: text })
    const { body: workbook } = await create('workbooks', { name: text, meta: { a: [text] } })

    expect(status).toBe(200)
    const again = async (path: string) => (await call('GET', `${HOME}/${path}`)).body
    expect(await again(`reports/${report.id}`)).toMatchObject({
      name: text,
      title: text,
      sqlQuery: text,
      jsonQuery: text,
    })
    expect((await again(`reports/${report.id}`)).meta[text]).toBe(text)
    expect(await again(`workbooks/${workbook.id}`)).toMatchObject({ name: text, meta: { a: [text] } })
    const found = await again(`workspace?search=${encodeURIComponent(text)}&first=1000`)
    expect(found.items.map(({ id }) => id)).toEqual(expect.arrayContaining([report.id, folder.id, workbook.id]))
  })

  test('sent again, they change nothing', async () => {
    for (const [, text] of TEXTS) {
      const body = { name: text, title: text, sqlQuery: text, meta: { [text]: text } }
      const { body: made } = await create('reports', body)
      const before = everything()
      await call('PUT', `${HOME}/reports/${made.id}`, { body })
      expect(everything()).toEqual(before)
    }
  })

  test('NUL and half of a surrogate pair are not text: kept inside meta, refused in text fields', async () => {
    const raw = '{"name":"x","meta":{"a\\ud800":"\\udfff\\u0000"}}'
    const { status, text } = await call('POST', `${HOME}/reports`, { raw, headers: json })
    expect([status, text]).toEqual([200, expect.stringContaining('"a\\ud800":"\\udfff\\u0000"')])

    const before = everything()
    for (const [kind, body] of [
      ['reports', '{"name":"a\\ud800b"}'],
      ['reports', '{"sqlQuery":"\\udfff"}'],
      ['reports', '{"title":"a\\u0000b"}'],
      ['folders', '{"name":"\\udfff"}'],
      ['workbooks', '{"name":"\\u0000"}'],
    ] as const) {
      expectRefused(await call('POST', `${HOME}/${kind}`, { raw: body, headers: json }), 400)
    }
    expectRefused(await call('PUT', `${HOME}/workbooks/by-slug/a%00b`, { body: {} }), 400)
    expect(everything()).toEqual(before)
  })
})

describe('hostile JSON', () => {
  test('numbers and the order of keys are kept exactly in free-form fields', async () => {
    const free =
      '{"big":12345678901234567890,"precise":0.1000000000000000055,"huge":1e400,"10":"b","9":"a","":{"__proto__":1}}'
    const { text, body } = await call('POST', `${HOME}/reports`, { raw: `{"meta":${free}}`, headers: json })
    expect(text).toContain(`"meta":${free}`)
    const widget = `{"id":"w","type":"TEXT","position":{"x":0,"y":0,"w":1,"h":1},"config":${free}}`
    const config = `{"settings":${free},"widgets":[${widget}]}`
    const { body: workbook } = await create('workbooks', {})
    const path = `${HOME}/workbooks/${workbook.id}`

    await call('PUT', `${path}/dashboard`, { raw: `{"dashboardDraft":${config}}`, headers: json })
    await call('POST', `${path}/publish`)
    expect((await call('GET', path)).text).toContain(`"dashboardPublished":${config}`)
    const { text: merged } = await call('PUT', `${HOME}/reports/${body.id}`, {
      raw: `{"meta":${free},"name":"again"}`,
      headers: json,
    })
    expect(merged).toContain(`"meta":${free}`)
  })

  test('deep nesting gets an answer, not a crash', async () => {
    const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
    for (const depth of [100, 900, 5_000, 200_000]) {
      const { status } = await call('POST', `${HOME}/reports`, { raw: `{"meta":${nested(depth)}}`, headers: json })
      expect([depth, status]).toEqual([depth, depth < 1000 ? 200 : 400])
    }
    expect((await call('GET', `${HOME}/reports`)).status).toBe(200)
  })

  test('of a duplicate key the last one counts', async () => {
    const { body } = await call('POST', `${HOME}/reports`, { raw: '{"name":"first","name":"last"}', headers: json })
    expect(body.name).toBe('last')
  })

  test('integers at the edge of exactness', async () => {
    expect((await create('folders', { name: 'x', position: Number.MAX_SAFE_INTEGER })).body['position']).toBe(
      Number.MAX_SAFE_INTEGER,
    )
    expect((await create('folders', { name: 'x', position: -7 })).body['position']).toBe(-7)
    const before = everything()
    for (const position of ['9007199254740993', '1e30', '12345678901234567890']) {
      const raw = `{"name":"x","position":${position}}`
      expectRefused(await call('POST', `${HOME}/folders`, { raw, headers: json }), 400)
    }
    expectRefused(
      await call('POST', `${HOME}/reports`, { raw: '{"workbookId":12345678901234567890}', headers: json }),
      400,
    )
    expect(everything()).toEqual(before)
  })

  test('a number that no double can hold is a number, not an object or a body', async () => {
    const before = everything()
    for (const [method, path, raw] of [
      ['PUT', '/api/v1/users/1', '{"settings":12345678901234567890}'],
      ['POST', `${HOME}/workbooks`, '{"meta":{"dashboardDraft":1e400}}'],
      ['POST', `${HOME}/folders`, '12345678901234567890'],
    ] as const) {
      expectRefused(await call(method, path, { raw, headers: json }), 400)
    }
    expect(everything()).toEqual(before)
  })

  test('internal fields of handlers cannot be passed in', async () => {
    const { body: report } = await create('reports', { name: 'Clean' })
    const sneaky = {
      id: 1,
      deployment_id: 1,
      deploymentId: 1,
      userId: 2,
      version: 99,
      createdAt: 'X',
      sheet: 'X',
      placements: [],
      public_id: 'X',
    }

    const { body } = await call('PUT', `${HOME}/reports/${report.id}`, { body: { name: 'Clean', ...sneaky } })
    expect(body).toEqual(report)
  })
})

describe('hostile URLs', () => {
  test.for(['%E0%A4%A', '%00', '%F0%9F%92%A9', 'a%0Ab', '%25zz'])('a slug of %s is answered', async (slug) => {
    const { status } = await call('PUT', `${HOME}/workbooks/by-slug/${slug}`, { body: {} })
    expect([200, 400]).toContain(status)
  })

  test('a query with broken escapes, or keys that every object has, gets an answer', async () => {
    for (const query of [
      'search=%E0%A4%A',
      'search=%00',
      '__proto__=1&constructor=2',
      'first=1;drop',
      'after=%FF',
      '&&&=',
    ]) {
      const { status } = await call('GET', `${HOME}/workspace?${query}`)
      expect([query, [200, 400].includes(status)]).toEqual([query, true])
    }
  })
})
