import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const fragments = readdirSync('changes').filter((file) => file !== 'README.md')

/** Front matter with a kind, then one sentence. */
const FRAGMENT = /^---\nkind: (?:added|changed|fixed|removed)\n---\n(?!\s)[^\n]+[.]\n$/

test.each(fragments)('changes/%s has a kind and one sentence', (file) => {
  expect(file).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*\.md$/)
  expect(readFileSync(`changes/${file}`, 'utf8')).toMatch(FRAGMENT)
})
