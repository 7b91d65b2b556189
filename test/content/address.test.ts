import { expect, test } from 'vitest'
import { addressOf } from '../../src/content/address.ts'

const target = { url: 'https://acme.example/bi', deployment: 2 }
const ids = { slug: 'cash flow', workbook: 7, publicId: 'D00000000001' }

test.each([
  ['{url}/d/{publicId}', 'https://acme.example/bi/d/D00000000001'],
  ['https://acme.example/{deployment}/{workbook}?open={slug}', 'https://acme.example/2/7?open=cash%20flow'],
  ['https://acme.example/{unknown}', 'https://acme.example/{unknown}'],
])('%s', (links, address) => {
  expect(addressOf({ ...target, links }, ids)).toBe(address)
})

test('nobody says where dashboards are', () => {
  expect(addressOf(target, ids)).toBeUndefined()
})

test('a dashboard that was never published has no public id, but a slug', () => {
  const unpublished = { slug: 'cash' }
  expect(addressOf({ ...target, links: '{url}/d/{publicId}' }, unpublished)).toBeUndefined()
  expect(addressOf({ ...target, links: '{url}/s/{slug}' }, unpublished)).toBe('https://acme.example/bi/s/cash')
})
