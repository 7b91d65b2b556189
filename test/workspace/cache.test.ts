import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseJson } from '../../src/json.ts'
import { openCache } from '../../src/workspace/cache.ts'
import { temporaryDirectory } from '../support/directory.ts'

const FILE = '.boardwright/cache/values-2.txt'

async function filled(root: string): Promise<void> {
  const cache = await openCache(root)
  cache.put('a text', parseJson('{"10":1,"2":12345678901234567890,"tab":"\\t\\n"}'))
  cache.put('nothing', null)
  await cache.save()
}

describe('the cache', () => {
  test('gives back what was put, exactly, also in another process', async () => {
    const root = temporaryDirectory()
    await filled(root)
    const cache = await openCache(root)
    const found = cache.find('a text')?.value as Record<string, unknown>
    expect(Object.keys(found)).toEqual(['10', '2', 'tab'])
    expect(String(found['2'])).toBe('12345678901234567890')
    expect(cache.find('nothing')).toEqual({ value: null })
    expect(cache.find('another text')).toBeUndefined()
  })

  test.each(['a: -0\n', 'a: [-0.0]\n', 'a: {b: -.0e5}\n', '- -0\n'])(
    'never turns a minus zero into a zero: %j',
    async (text) => {
      const root = temporaryDirectory()
      const cache = await openCache(root)
      cache.put(text, -0)
      await cache.save()
      expect((await openCache(root)).find(text)).toBeUndefined()
    },
  )

  test('forgets what was not used', async () => {
    const root = temporaryDirectory()
    await filled(root)
    const cache = await openCache(root)
    cache.find('a text')
    cache.put('new', 1)
    await cache.save()
    const next = await openCache(root)
    expect([next.find('a text'), next.find('new'), next.find('nothing')].map((hit) => hit !== undefined)).toEqual([
      true,
      true,
      false,
    ])
  })

  test('is not written when nothing is new', async () => {
    const root = temporaryDirectory()
    await filled(root)
    await writeFile(join(root, FILE), `${await readFile(join(root, FILE), 'utf8')}junk`)
    const cache = await openCache(root)
    cache.find('a text')
    await cache.save()
    expect(await readFile(join(root, FILE), 'utf8')).toMatch(/junk$/)
  })

  test.each([
    ['cut in the middle', (text: string) => text.slice(0, text.length / 2)],
    ['another value in it', (text: string) => text.replace('"10":1', '"10":2')],
    ['nonsense', () => '\0\0\t\t\n\t\n'],
    ['empty', () => ''],
  ])('%s costs time and never truth', async (_, damage) => {
    const root = temporaryDirectory()
    await filled(root)
    await writeFile(join(root, FILE), damage(await readFile(join(root, FILE), 'utf8')))
    const found = (await openCache(root)).find('a text')
    expect(found === undefined || Object.keys(found.value as object)[0] === '10').toBe(true)
    expect(found === undefined || (found.value as Record<string, unknown>)['10'] === 1).toBe(true)
  })
})
