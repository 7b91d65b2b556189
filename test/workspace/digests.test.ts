import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { digestDirectory, stampOf } from '../../src/workspace/digests.ts'
import { temporaryDirectory, writeFiles } from '../support/directory.ts'

const digest = (directory: string, files: Readonly<Record<string, string>>): string =>
  digestDirectory(directory, new Map(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)])))

test('directories have the same digest only with the same path, names and bytes', () => {
  const all = [
    digest('content/a', { x: 'a', y: 'bc' }),
    digest('content/b', { x: 'a', y: 'bc' }),
    digest('content/a', { x: 'a', y: 'bd' }),
    digest('content/a', { x: 'ab', y: 'c' }),
    digest('content/a', { x: 'a', z: 'bc' }),
    digest('content/a', { x: 'abc' }),
    digest('content/a', {}),
  ]
  expect(new Set(all).size).toBe(all.length)
  expect(digest('content/a', { x: 'a', y: 'bc' })).toBe(all[0])
})

test('another version of the program has another stamp', async () => {
  const root = temporaryDirectory()
  await writeFiles(root, { 'a/x.js': '1', 'b/y.js': '2' })
  const stamps = () => stampOf([join(root, 'a'), join(root, 'b')])
  const before = stamps()
  expect(stamps()).toBe(before)
  utimesSync(join(root, 'b/y.js'), new Date(), new Date(Date.now() + 5000))
  expect(stamps()).not.toBe(before)
})
