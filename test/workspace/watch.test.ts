// Slow: it waits for files to be noticed.
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { watchTree } from '../../src/workspace/watch.ts'
import { temporaryDirectory } from '../support/directory.ts'

test('a watch reports many changes once, also in directories that are added later, and nothing after it is closed', async () => {
  const root = temporaryDirectory()
  mkdirSync(join(root, 'content'))
  const changed = vi.fn()
  const watch = watchTree(root, ['content', 'data-model'], changed)
  const told = () => expect.poll(() => changed.mock.calls.length).toBeGreaterThan(0)

  for (let n = 0; n < 20; n += 1) writeFileSync(join(root, 'content', `${n}.yaml`), 'x')
  await told()
  expect(changed.mock.calls.length).toBeLessThan(5)

  changed.mockClear()
  mkdirSync(join(root, 'data-model'))
  await told()
  changed.mockClear()
  writeFileSync(join(root, 'data-model', 'a.yml'), 'x')
  await told()

  watch.close()
  changed.mockClear()
  writeFileSync(join(root, 'content', 'late.yaml'), 'x')
  await new Promise((done) => setTimeout(done, 150))
  expect(changed).not.toHaveBeenCalled()
})

/** What a checkout of another branch does to a directory, and then an editor to a file. */
const MADE_AGAIN: readonly [string, string, number][] = [
  ['a directory that is watched', 'content', 0],
  ['a directory that is watched, after a while', 'content', 200],
  ['a directory below', 'content/sales', 0],
  ['a directory below, after a while', 'content/sales', 200],
]

test.each(MADE_AGAIN)('a watch goes on after %s was removed and created again', async (_, directory, ms) => {
  const root = temporaryDirectory()
  const below = join(root, 'content/sales/revenue')
  const save = (text: string): void => {
    writeFileSync(join(below, 'new'), text)
    renameSync(join(below, 'new'), join(below, 'dashboard.yaml'))
  }
  const make = (): void => {
    mkdirSync(below, { recursive: true })
    save('x')
  }
  make()
  const changed = vi.fn()
  const watch = watchTree(root, ['content'], changed)
  const pause = (): Promise<void> => new Promise((done) => setTimeout(done, ms))

  rmSync(join(root, directory), { recursive: true })
  if (ms > 0) await pause()
  make()
  for (const text of ['y', 'z']) {
    await expect.poll(() => changed.mock.calls.length).toBeGreaterThan(0)
    // Nothing comes late of what was done before.
    await new Promise((done) => setTimeout(done, 150))
    changed.mockClear()
    save(text)
  }
  await expect.poll(() => changed.mock.calls.length).toBeGreaterThan(0)
  watch.close()
})
