import { expect, test } from 'vitest'
import { ownersIn, wholesOf } from '../../packages/platform/model/whole.ts'
import { readMemberFacts } from '../../src/lint/member-facts.ts'

test('a measure drills into members of its cube and of others, and in a view only into those that the view shows', () => {
  const cube = {
    name: 'sales',
    measures: [{ name: 'revenue', type: 'sum', drill_members: ['city', 'CUBE.region', 'users.name'] }],
    dimensions: [
      { name: 'city', type: 'string' },
      { name: 'region', type: 'string' },
    ],
  }
  const view = {
    name: 'board',
    cubes: [{ join_path: 'sales', includes: ['revenue', { name: 'city', alias: 'town' }] }],
  }
  const facts = readMemberFacts(
    wholesOf(ownersIn([{ file: 'model/sales.yml', value: { cubes: [cube], views: [view] } }])),
  )
  expect(facts['sales.revenue']?.drill).toEqual(['sales.city', 'sales.region', 'users.name'])
  expect(facts['board.revenue']?.drill).toEqual(['board.town'])
  expect(facts['sales.city']).not.toHaveProperty('drill')
})
