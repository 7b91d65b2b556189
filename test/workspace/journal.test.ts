import { copyFileSync, readFileSync, renameSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createHide } from '../../packages/common/secrets.ts'
import { type Journal, listRuns, openJournal as open, readJournal } from '../../src/workspace/journal.ts'
import { temporaryDirectory, writeFiles } from '../support/directory.ts'

const KEY = 'bw-0123456789abcdef0123'
const openJournal = (root: string, run: string): Promise<Journal> => open(root, run, createHide([KEY]))

test('holds no key, and is trusted all the same', async () => {
  const root = temporaryDirectory()
  const journal = await openJournal(root, 'with-a-key')
  journal.begin(JSON.stringify({ type: 'plan', text: KEY }))
  journal.write(JSON.stringify({ type: 'done', text: Buffer.from(`user:${KEY}`).toString('base64') }))
  journal.close()
  const { first, isTrusted } = readJournal(root, 'with-a-key') ?? {}
  expect({ first, isTrusted }).toEqual({ first: '{"type":"plan","text":"[token]"}', isTrusted: true })
  expect(readFileSync(join(root, journal.file), 'utf8')).toContain('[token]w==')
})

test('two runs with one name have a journal each, the later one listed later', async () => {
  const root = temporaryDirectory()
  const [first, second, third] = [
    await openJournal(root, '20261120T120000Z-production-ab12'),
    await openJournal(root, '20261120T120000Z-production-ab12'),
    await openJournal(root, '20261120T120000Z-production-ab12'),
  ]
  second.begin('of the second')
  first.begin('of the first')
  for (const journal of [first, second, third]) journal.close()
  expect(listRuns(root)).toEqual([first.run, second.run, third.run])
  expect(readJournal(root, first.run)).toMatchObject({
    name: first.run,
    file: first.file,
    first: 'of the first',
    isTrusted: true,
  })
  expect(readJournal(root, second.file)).toMatchObject({ name: second.run, first: 'of the second', isTrusted: true })
  expect(readJournal(root, 'none')).toBeUndefined()
  expect(statSync(join(root, third.file)).mode & 0o777).toBe(0o600)
})

test('a directory that cannot be listed is not taken for one without runs', async () => {
  const root = temporaryDirectory()
  expect(listRuns(root)).toEqual([])
  await writeFiles(root, { '.boardwright/runs': 'a file' })
  expect(() => listRuns(root)).toThrow('ENOTDIR')
})

/** A journal in a project, and a copy of it that a commit could have brought. */
async function journalAnd(brought: (text: string) => string, name = 'brought') {
  const root = temporaryDirectory()
  await writeFiles(root, { 'boardwright.yaml': '' })
  const journal = await openJournal(root, 'own')
  journal.begin('{"type":"plan"}')
  journal.write('{"type":"done"}')
  journal.close()
  const at = (run: string): string => join(root, '.boardwright/runs', `${run}.jsonl`)
  writeFileSync(at(name), brought(readFileSync(at('own'), 'utf8')))
  return { root, at, read: () => readJournal(root, name) }
}

test.each<[string, (text: string) => string]>([
  ['without a signature', (text) => text.replace(/^\{"type":"signature".*$/m, '')],
  ['with another plan', (text) => text.replace('"plan"', '"plan" ')],
  ['with a signature of its own', (text) => text.replace(/"signature":"[^"]+"/, '"signature":"AAAA"')],
  ['with a signature that is not JSON', (text) => text.replace(/^\{"type":"signature".*$/m, '{')],
  ['of another run', (text) => text],
  ['that is empty', () => ''],
])('a journal %s is not trusted in the project', async (_, brought) => {
  expect((await journalAnd(brought)).read()).toMatchObject({ isTrusted: false })
})

test('a journal that somebody brought is trusted outside of the project and its repository, and nowhere else', async () => {
  const { root, at } = await journalAnd((text) => text)
  const outside = temporaryDirectory()
  const [apart, inside] = [join(outside, 'brought.jsonl'), join(root, 'brought.jsonl')]
  copyFileSync(at('brought'), apart)
  expect(readJournal(root, apart)).toEqual({ name: apart, file: apart, first: '{"type":"plan"}', isTrusted: true })
  expect(readJournal(root, at('brought'))).toMatchObject({ isTrusted: false })
  renameSync(at('brought'), inside)
  expect(readJournal(root, inside)).toBeUndefined()
  symlinkSync(root, join(outside, 'link'))
  expect(readJournal(root, join(outside, 'link/brought.jsonl'))).toBeUndefined()
  // The repository around the project.
  await writeFiles(outside, { 'project/boardwright.yaml': '', '.git/HEAD': '' })
  expect(readJournal(join(outside, 'project'), apart)).toBeUndefined()
})
