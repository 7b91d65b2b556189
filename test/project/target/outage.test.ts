import { expect, test } from 'vitest'
import { BoardwrightError } from '../../../packages/common/errors.ts'
import { createOutage } from '../../../src/project/target/outage.ts'

const silence = async (): Promise<never> => {
  throw new BoardwrightError('UNREACHABLE', 'no answer')
}

test.each([
  ['atOnce', 8],
  ['inTurn', 3],
] as const)('of a platform that is down no more are asked, and another is: %s', async (how, most) => {
  const outage = createOutage(how)
  let asked = 0
  const ask = (url: string): Promise<unknown> =>
    outage
      .ask(url, () => {
        asked += 1
        return silence()
      })
      .catch(({ message }: Error) => message)
  for (let n = 0; n < most; n += 1) expect(await ask('https://down.example/a')).toBe('no answer')
  const why = `was not tried: https://down.example did not answer for any of the ${most} targets before it`
  expect([await ask('https://down.example/b'), asked]).toEqual([why, most])
  expect([await ask('https://other.example'), asked]).toEqual(['no answer', most + 1])
})

test('an answer, even a refusal, begins the row anew', async () => {
  const outage = createOutage('inTurn')
  const ask = (kind: 'UNREACHABLE' | 'FORBIDDEN') =>
    outage.ask('https://a.example', async () => Promise.reject(new BoardwrightError(kind, kind))).catch(String)
  for (const kind of ['UNREACHABLE', 'UNREACHABLE', 'FORBIDDEN', 'UNREACHABLE', 'UNREACHABLE'] as const)
    expect(await ask(kind)).toContain(kind)
  expect(await ask('FORBIDDEN')).toContain('FORBIDDEN')
})
