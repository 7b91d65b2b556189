import { expect } from 'vitest'
import { openEmbed } from '../embed-support.ts'
import { type Answer, expectRefused, HOME } from '../support.ts'
import type { Sent, World } from './rule.ts'

const takesApiKey = (path: string): boolean =>
  path.startsWith('/api/v1/embed-tenants') || path.startsWith('/api/v1/embed/generate-session')

/** A sandbox for the tests of one file. */
export function openWorld(): World {
  const embed = openEmbed()
  const { call, claims, everything, generate, sandbox } = embed

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
    async noSession(status, body, key) {
      const before = everything()
      const message = messageOf(await generate(body, key), status)
      expect(everything()).toEqual(before)
      return message
    },
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
