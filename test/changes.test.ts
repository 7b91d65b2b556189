import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { nextVersion } from '../scripts/release/version.mjs'

const fragments = readdirSync('changes').filter((file) => file !== 'README.md')

/** Without a release, there is nothing that could be changed. */
const KINDS = existsSync('CHANGELOG.md') ? 'added|changed|fixed|removed' : 'added'
/** Front matter with a kind, then one sentence. */
const FRAGMENT = new RegExp(`^---\\nkind: (?:${KINDS})\\n---\\n(?!\\s)[^\\n]+[.]\\n$`)

test.each(fragments)('changes/%s has a kind and one sentence', (file) => {
  expect(file).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*\.md$/)
  expect(readFileSync(`changes/${file}`, 'utf8')).toMatch(FRAGMENT)
})

test('the table of versions says what a release does', () => {
  const rows = readFileSync('changes/README.md', 'utf8').matchAll(/^\| (`.*) \| (\w+) \| (\w+) \|$/gm)
  const said = [...rows].flatMap(([, kinds = '', early, late]) =>
    [...kinds.matchAll(/`(\w+)`/g)].map(([, kind = '']) => [kind, early, late]),
  )
  const AFTER: Readonly<Record<string, string>> = {
    '0.2.4': 'patch',
    '0.3.0': 'minor',
    '1.2.4': 'patch',
    '1.3.0': 'minor',
  }
  const sizeAfter = (version: string, kind: string): string => AFTER[nextVersion(version, [kind])] ?? 'major'
  expect(said.map(([kind]) => kind).sort()).toEqual(['added', 'changed', 'fixed', 'removed'])
  for (const [kind = '', early, late] of said) {
    expect([sizeAfter('0.2.3', kind), sizeAfter('1.2.3', kind)], kind).toEqual([early, late])
  }
})
