import { expect, test } from 'vitest'
import { BoardwrightError } from '../../packages/common/errors.ts'
import { describeEnding } from '../../src/cli/endings.ts'
import { reportKey } from '../../src/content/model.ts'
import type { Applied } from '../../src/project/apply.ts'

const step = { phase: 'reports', key: reportKey('Rep000000001'), title: ['Sales', 'New'], verb: 'create' } as const

async function endingAfter(error: BoardwrightError): Promise<string> {
  const result = {
    ...{
      applied: [],
      published: [],
      failed: [{ ...step, error }],
      skipped: [],
      review: [],
      slipped: [],
      shown: [],
      left: [step],
    },
    ...{
      counts: { deleted: { done: 0, total: 0 } },
      viewers: { see: 'old', old: [step], newModel: false },
      interrupted: false,
      timedOut: false,
    },
  }
  const plan = { objects: [], held: [], commit: null, applied: null, target: { name: 'production' } }
  const lines: string[] = []
  for await (const line of describeEnding({ plan, result, why: 'applied', exit: 5 } as unknown as Applied))
    lines.push(line)
  return lines.join('\n')
}

test('a conflict with a way out of its own is not taken for an apply that somebody overtook', async () => {
  const overtaken = await endingAfter(new BoardwrightError('CONFLICT', 'it changed since the plan'))
  expect(overtaken).toContain('Next       run the same command again: it plans with what is live then')
  const lasting = await endingAfter(
    new BoardwrightError('CONFLICT', 'its public id is already taken', { hint: 'Give it another id.' }),
  )
  expect(lasting).toContain('Viewers see the old version of every dashboard.')
  expect(lasting).toContain(
    'Next       Give it another id.\n           Then run the same command again: it does the 1 step',
  )
})
