// Slow: it sends thousands of requests.
import { describe, expect, test } from 'vitest'
import { isLong } from '../../../../test/support/long.ts'
import type { Schema } from './every-operation/arbitrary.ts'
import { expectSound, OPERATIONS, openDriver, type Sending } from './every-operation/driver.ts'
import { type Operation, wrongBodies } from './every-operation/requests.ts'

const { send, source, requests, everything } = openDriver({ prepares: false })

const named = (operations: readonly Operation[]) =>
  operations.map((operation) => [operation.operationId, operation] as const)
const WITH_BODY = OPERATIONS.filter(({ body }) => body !== undefined)
const JSON_BODY = WITH_BODY.filter(({ isForm }) => !isForm)

/** All of them in long runs; else `count` of them, different ones for each operation. */
const someOf = <T>(all: readonly T[], operation: Operation, count: number): readonly T[] => {
  const first = OPERATIONS.indexOf(operation)
  return isLong ? all : all.filter((_, index) => (index + first) % all.length < count)
}

const bodies = new Map<string, object>()

/** A body that the document allows, with as many fields as a few tries produce. */
function fullBody(operation: Operation): object {
  const known = bodies.get(operation.operationId)
  const body = known ?? makeBody(operation)
  bodies.set(operation.operationId, body)
  return body
}

function makeBody(operation: Operation): object {
  const found = requests(operation).map(({ body }) => body as object)
  return found.reduce((most, each) => (Object.keys(each).length > Object.keys(most).length ? each : most))
}

/** Each try must be a proper refusal, and have this status if one is given. */
async function expectRefusals(operation: Operation, tries: readonly [what: string, Sending][], status?: number) {
  for (const [what, sending] of tries) {
    const answer = await send(operation, sending)
    expectSound(operation, answer, { what, ...sending })
    if (status !== undefined) expect(`${what}: ${answer.status} ${answer.text}`).toMatch(`${what}: ${status} `)
  }
}

describe('a body', () => {
  /** In short runs, a field that several operations describe in the same words is only tried once. */
  const tried = new Set<string>()
  function isNew({ what, schema }: { what: string; schema: Schema | undefined }): boolean {
    const before = tried.size
    return tried.add(`${what} ${JSON.stringify(schema)}`).size > before
  }
  test.for(named(JSON_BODY))(
    '%s: each field with another type or one step beyond its limits, each required one left out: 400 that names it',
    async ([, operation]) => {
      const { body: schema } = operation
      if (!schema) return
      const before = everything()
      const wrong = wrongBodies(source(operation), schema, fullBody(operation)).filter(
        (each, index) => isLong || isNew(each) || index === 0,
      )
      for (const { what, name, body } of wrong) {
        const answer = await send(operation, { body })
        expectSound(operation, answer, { what, body })
        expect([what, answer.status, answer.text]).toEqual([what, 400, expect.stringContaining(name)])
      }
      expect(everything()).toEqual(before)
    },
  )

  const deep = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
  const BROKEN = ['null', '[]', '12345678901234567890', '{"a":}', deep(5000), '\u0000']

  test.for(named(JSON_BODY))('%s: not an object, not JSON, nested too deep: 400', async ([, operation]) => {
    await expectRefusals(
      operation,
      someOf(BROKEN, operation, 2).map((raw) => [raw.slice(0, 20), { raw }]),
      400,
    )
  })

  test.for(named(JSON_BODY))('%s: special keys, duplicate keys, extreme numbers: an answer', async ([, operation]) => {
    const fields = Object.keys(fullBody(operation))
    const numbers = ['12345678901234567890', '1e400', '-1e400', '1e-400', '9007199254740993']
    const raws = [
      '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"hasOwnProperty":1,"toString":null}',
      ...someOf(fields, operation, 2).map(
        (field, index) => `{${JSON.stringify(field)}:${numbers[(index + fields.length) % numbers.length]}}`,
      ),
      `{${fields.map((field) => `${JSON.stringify(field)}:{"__proto__":{"polluted":true}}`).join(',')}}`,
      `{${[...fields, ...fields].map((field) => `${JSON.stringify(field)}:"__proto__"`).join(',')}}`,
    ]
    await expectRefusals(
      operation,
      raws.map((raw) => [raw.slice(0, 80), { raw }]),
    )
    expect(Object.prototype).not.toHaveProperty('polluted')
  })

  test.for(named(WITH_BODY))('%s: another content type: 415', async ([, operation]) => {
    const types = ['text/plain', operation.isForm ? 'application/json' : 'multipart/form-data']
    await expectRefusals(
      operation,
      types.map((type) => [type, { raw: '{"name":"x"}', type }]),
      415,
    )
  })
})

describe('a path', () => {
  const parametersOf = ({ endpoint }: Operation): string[] =>
    [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const isNumber = (operation: Operation, name: string): boolean =>
    operation.endpoint.params.shape[name]?.safeParse(1).success === true
  const places = (
    operation: Operation,
    numbers: boolean,
    values: readonly (string | number)[],
  ): [string, Sending][] => {
    const body = operation.body === undefined ? {} : { body: fullBody(operation) }
    const names = parametersOf(operation).filter((name) => isNumber(operation, name) === numbers)
    return names.flatMap((name) =>
      values.map((value): [string, Sending] => [
        `${name} ${value}`.slice(0, 60),
        { ...body, place: { [name]: value } },
      ]),
    )
  }
  const WITH_PLACE = OPERATIONS.filter((operation) => parametersOf(operation).length > 0)

  test.for(named(WITH_PLACE))('%s: text instead of a number: 400', async ([, operation]) => {
    const wrong = ['abc', '-1', '99999999999999999999']
    await expectRefusals(operation, places(operation, true, someOf(wrong, operation, 1)), 400)
  })

  /**
   * Exceptions to 404: a session is for one deployment, and a role that does not exist is one that the user does not
   * have.
   */
  const NOTHING: Readonly<Record<string, number>> = {
    'sharedWorkspaceObjects deploymentId': 403,
    'removeRoleFromUser roleId': 204,
  }

  test.for(named(WITH_PLACE))('%s: an unknown id: 404', async ([operationId, operation]) => {
    for (const name of parametersOf(operation).filter((each) => isNumber(operation, each))) {
      const expected = NOTHING[`${operationId} ${name}`] ?? 404
      const statuses: number[] = []
      for (const { query, body } of requests(operation)) {
        const answer = await send(operation, { query, body, place: { [name]: 987_654_321 } })
        expectSound(operation, answer, { name, query, body })
        statuses.push(answer.status)
        // A body may be refused before its subject is looked up. Then the next body is tried.
        if (answer.status !== 400) break
      }
      expect([name, statuses.at(-1)]).toEqual([name, expected])
    }
  })

  test.for(named(WITH_PLACE))('%s: strange texts: an answer', async ([, operation]) => {
    const texts = ['\u0000', '%00/..', '💥', 'x'.repeat(3000), '__proto__']
    await expectRefusals(operation, places(operation, false, someOf(texts, operation, 2)))
  })
})

describe('a query', () => {
  const WITH_QUERY = OPERATIONS.filter(({ query }) => query.length > 0)
  const TEXTS = ['\u0000', '💥%__proto__', 'x'.repeat(3000)]

  test.for(named(WITH_QUERY))('%s: parameters of another type, or twice: 400', async ([, operation]) => {
    const typed = operation.query.filter(({ schema }) => schema.type !== 'string' || schema.enum)
    const once = operation.query.filter(({ schema }) => schema.type !== 'array')
    await expectRefusals(
      operation,
      [
        ...typed.map(({ name }): [string, Sending] => [name, { query: { [name]: 'no-such-thing' } }]),
        ...once.map(({ name }): [string, Sending] => [`${name} twice`, { query: { [name]: [1, 1] } }]),
        ...typed
          .filter(({ schema }) => schema.type === 'integer')
          .flatMap(({ name }) =>
            ['1.5', '99999999999999999999', ''].map((value): [string, Sending] => [
              `${name} ${value}`,
              { query: { [name]: value } },
            ]),
          ),
      ],
      400,
    )
  })

  test.for(named(WITH_QUERY))('%s: strange texts: an answer', async ([, operation]) => {
    const tries = operation.query.flatMap(({ name }) =>
      someOf(TEXTS, operation, 1).map((text): [string, Sending] => [
        `${name} ${text.slice(0, 20)}`,
        { query: { [name]: text } },
      ]),
    )
    await expectRefusals(operation, tries)
  })
})
