import { expect, test } from 'vitest'
import { mergeFile } from '../../src/edit/merge.ts'

const FILE = 'content/sales.report.yaml'
const HEAD = 'id: sales0000001\nname: Sales\n'
const SQL = 'sql: select 1\n'
const ON_WHAT_IS_GONE = 'comments that both branches changed, or on what the other removed'

/** Both branches touch one place, so that lines cannot be merged; what the keys say can. */
test.each([
  ['above a key', `${HEAD}title: Sales\n${SQL}`, `${HEAD}# why\ntitle: Sales\n${SQL}`, `${HEAD}${SQL}`],
  ['behind a key', `${HEAD}title: Sales\n${SQL}`, `${HEAD}title: Sales # why\n${SQL}`, `${HEAD}${SQL}`],
  ['within a map', `${HEAD}meta:\n  a: 1\n`, `${HEAD}meta:\n  # why\n  a: 1\n`, HEAD],
])('a new comment %s that the other branch removed is not lost without a word', async (_, base, ours, theirs) => {
  for (const texts of [
    { base, ours, theirs },
    { base, ours: theirs, theirs: ours },
  ]) {
    const { text, conflicts } = await mergeFile(texts, FILE)
    expect(conflicts).toEqual([ON_WHAT_IS_GONE])
    expect(text).toContain('# why')
  }
})

test('a new comment on what the other branch changed stays on it', async () => {
  const base = `${HEAD}title: Sales\n${SQL}`
  const ours = `${HEAD}title: Sales # why\n${SQL}`
  const theirs = `${HEAD}title: Revenue\n${SQL}`
  expect(await mergeFile({ base, ours, theirs }, FILE)).toEqual({
    text: `${HEAD}title: Revenue # why\n${SQL}`,
    conflicts: [],
  })
})

test('a comment that one branch removed is gone, also where the other changed the line', async () => {
  const base = `${HEAD}title: Sales # why\n${SQL}`
  const ours = `${HEAD}title: Sales\n${SQL}`
  const theirs = `${HEAD}title: Revenue # why\n${SQL}`
  for (const texts of [
    { base, ours, theirs },
    { base, ours: theirs, theirs: ours },
  ]) {
    expect(await mergeFile(texts, FILE)).toEqual({ text: `${HEAD}title: Revenue\n${SQL}`, conflicts: [] })
  }
})
