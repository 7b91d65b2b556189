import { afterEach, beforeAll, expect, test } from 'vitest'
import type { Switches } from '../../../src/sandbox/index.ts'
import { type Embed, openEmbed } from '../embed-support.ts'
import { type Answer, expectRefused, HOME, type Wire } from '../support.ts'

/** One sentence of the specification that states a rule, and an exchange that shows that the sandbox keeps it. */
export interface Rule {
  /** Where the sentence stands in the specification. */
  readonly line: number
  /** Which sentence of its line, when it is not the first. */
  readonly part?: number
  /** In words of our own. */
  readonly rule: string
  readonly run: (world: World) => Promise<unknown>
}

/** `248.3` is the third sentence of line 248. */
export const placeOf = ({ line, part = 1 }: Pick<Rule, 'line' | 'part'>): string => `${line}.${part}`

interface Sent {
  readonly body?: unknown
  /** `admin` unless given; see `call`. */
  readonly as?: string
  /** Instead of the admin's. */
  readonly key?: string
}

export interface World extends Embed {
  /** What a request answers that succeeds, sent with the scheme that its path takes. */
  ok(method: string, path: string, sent?: Sent): Promise<Wire>
  /** The message of a request that is refused with this status. */
  refused(status: number, method: string, path: string, sent?: Sent): Promise<string>
  /** The message of a session that is refused with this status. */
  noSession(status: number, body: object, key?: string): Promise<string>
  /** Publishes on a new workbook of `production`: an empty config, unless the body has another. */
  publish(body?: object): Promise<Answer>
  /** A call of the data API: with this in `Authorization`, and nothing before it. */
  data(token: string, method: string, path: string, body?: object): Promise<Answer>
  /** What the token of a new session says of its settings, all layers joined. */
  settingsOf(settings?: object): Promise<Readonly<Record<string, unknown>>>
}

const takesApiKey = (path: string): boolean =>
  path.startsWith('/api/v1/embed-tenants') || path.startsWith('/api/v1/embed/generate-session')

function openWorld(): World {
  const embed = openEmbed()
  const { call, claims, generate, sandbox } = embed

  const send = (method: string, path: string, { body, as = 'admin', key }: Sent = {}): Promise<Answer> => {
    if (key === undefined && !takesApiKey(path)) return call(method, path, { as, body })
    const scheme = takesApiKey(path) ? 'Api-Key' : 'Bearer'
    const own = sandbox().keys
    const used = key ?? (as === 'member' || as === 'scoped' ? own[as] : own.admin)
    return call(method, path, { as: 'nobody', body, headers: { authorization: `${scheme} ${used}` } })
  }
  const messageOf = (answer: Answer, status: number): string => {
    expect({ status: answer.status, message: answer.body.message }).toEqual({ status, message: expect.any(String) })
    expectRefused(answer, status, answer.body.code)
    return answer.body.message
  }

  const world: World = {
    ...embed,
    async ok(method, path, sent) {
      const { status, body, text } = await send(method, path, sent)
      expect({ status, refused: isSuccess(status) ? undefined : text }).toEqual({ status, refused: undefined })
      return body
    },
    refused: async (status, method, path, sent) => messageOf(await send(method, path, sent), status),
    noSession: async (status, body, key) => messageOf(await generate(body, key), status),
    async publish(body = {}) {
      const workbook = await world.ok('POST', `${HOME}/workbooks`, { body: { name: 'Published' } })
      const sent = { workbookId: workbook.id, config: {}, ...body }
      return call('POST', `${HOME}/workbooks/${workbook.id}/publish`, { body: sent })
    },
    data: (token, method, path, body) => call(method, path, { as: 'nobody', body, headers: { authorization: token } }),
    settingsOf: async (settings = {}) => (await claims({ settings })).effectiveSettings,
  }
  return world
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300

const EMBEDDING = { enabled: true, useCreatorMode: true, allowUserTimezones: true, settings: {} }

/** One sandbox for all of these rules. What a row sets by a control is set back after it. */
export function testRules(...tables: readonly (readonly Rule[])[]): void {
  const world = openWorld()
  let switches: Switches | undefined
  beforeAll(() => {
    switches = { ...world.sandbox().controls.setSwitches({}) }
  })
  afterEach(() => {
    const { controls } = world.sandbox()
    if (switches) controls.setSwitches(switches)
    controls.setEmbedding(EMBEDDING)
    controls.setClock({ frozen: false })
  })
  const named = tables.flat().map((row) => [`line ${placeOf(row)}: ${row.rule}`, row] as const)
  test.for(named)('%s', async ([, { run }]) => {
    await run(world)
  })
}
