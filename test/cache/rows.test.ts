import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { selectTarget } from '../../src/config/targets.ts'
import { openProject, requireConfig } from '../../src/project/local/project.ts'
import { createLiveMemory } from '../../src/project/target/begin.ts'
import { report } from '../live/wire.ts'
import { temporaryDirectory } from '../support/directory.ts'

const target = selectTarget(requireConfig(await openProject('examples/acme', '2026-11-20')).config, 'production')
const row = report(101, 'Orders')
const bytes = Buffer.from(JSON.stringify(row))

/** Reads the row, and tells whether it was parsed. */
function read(root: string, at = target) {
  const memory = createLiveMemory(root, at)
  let isParsed = false
  const { known, read } = memory.rows.reports(bytes)
  const parse = () => {
    isParsed = true
    return row
  }
  const [found] = known ? known.rows(parse) : read({ hasNextPage: false }, [bytes], parse)
  return { name: found?.name, isParsed, save: memory.save }
}

async function remembered() {
  const root = temporaryDirectory()
  await read(root).save()
  const cache = join(root, '.boardwright/cache')
  return { root, file: join(cache, readdirSync(cache).find((name) => name.startsWith('live-')) ?? '') }
}

test('a row that was read is known the next time, for the same target', async () => {
  const { root } = await remembered()
  expect(read(root)).toMatchObject({ name: 'Orders', isParsed: false })
  expect(read(root, { ...target, name: 'other' })).toMatchObject({ name: 'Orders', isParsed: true })
})

test.each<[string, (text: string) => string]>([
  ['was cut', (text) => text.slice(0, -10)],
  ['was edited', (text) => text.replace('Orders', 'Others')],
  ['is empty', () => ''],
])('a file that %s counts as missing', async (_, edit) => {
  const { root, file } = await remembered()
  writeFileSync(file, edit(readFileSync(file, 'utf8')))
  expect(read(root)).toMatchObject({ name: 'Orders', isParsed: true })
})

test('what another version of the program remembered is ignored', async () => {
  const { root, file } = await remembered()
  const [, head, ...pages] = readFileSync(file, 'utf8').split('\n')
  const { rememberEach } = await import('../../src/cache/store.ts')
  const values = pages.map((page) => JSON.parse(page))
  const name = file.split('/').at(-1)?.replace('.txt', '') ?? ''
  await rememberEach(root, name, [JSON.parse(head ?? ''), ...values])
  expect(read(root).isParsed).toBe(false)
  await rememberEach(root, name, [{ ...JSON.parse(head ?? ''), context: 'older' }, ...values])
  expect(read(root).isParsed).toBe(true)
})

test('nothing is written when nothing is new', async () => {
  const { root, file } = await remembered()
  const before = readFileSync(file, 'utf8')
  const again = read(root)
  writeFileSync(file, `${before} `)
  await again.save()
  expect(readFileSync(file, 'utf8')).toBe(`${before} `)
})
