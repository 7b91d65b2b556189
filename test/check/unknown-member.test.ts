import { expect, test } from 'vitest'
import { readModel } from '../../packages/platform/model/model.ts'
import { readDataModel } from '../../packages/sandbox/seeds/seed.ts'
import { unknownMember } from '../../src/check/unknown-member.ts'

test('a member that nothing knows is one that the model lacks, or that a tree without a model cannot know', () => {
  const acme = readModel(
    [...readDataModel('acme')].map(([path, bytes]) => ({ file: path, text: `${Buffer.from(bytes)}` })),
  )
  expect(unknownMember('orders.cuont', acme)).toMatchObject({
    message: 'the data model has no "orders.cuont"',
    hint: 'Did you mean "orders.count"?',
  })
  const none = readModel([])
  expect(unknownMember('orders.count', none)).toMatchObject({
    message: 'this tree has no data model, so nothing is known of "orders.count"',
    hint: expect.stringContaining('Give a target a `dataModel:` and export it'),
  })
})
