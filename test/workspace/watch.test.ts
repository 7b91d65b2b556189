import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { watchTree } from '../../src/workspace/watch.ts'
import { temporaryDirectory } from '../support/directory.ts'

test('a watch tells once of many changes, also in directories that come later, and of nothing when it is closed', async () => {
  const root = temporaryDirectory()
  mkdirSync(join(root, 'content'))
  const changed = vi.fn()
  const watch = watchTree(root, ['content', 'data-model'], changed)
  const told = (times: number) =>
    vi.waitFor(() => expect(changed.mock.calls.length).toBeGreaterThanOrEqual(times), 5_000)

  for (let n = 0; n < 20; n += 1) writeFileSync(join(root, 'content', `${n}.yaml`), 'x')
  await told(1)
  expect(changed.mock.calls.length).toBeLessThan(5)

  changed.mockClear()
  mkdirSync(join(root, 'data-model'))
  await told(1)
  changed.mockClear()
  writeFileSync(join(root, 'data-model', 'a.yml'), 'x')
  await told(1)

  watch.close()
  changed.mockClear()
  writeFileSync(join(root, 'content', 'late.yaml'), 'x')
  await new Promise((done) => setTimeout(done, 150))
  expect(changed).not.toHaveBeenCalled()
})
