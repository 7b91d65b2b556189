import { afterEach, expect, test, vi } from 'vitest'
import { startSandbox } from '../../packages/sandbox/index.ts'
import { createProgress } from '../../src/cli/progress.ts'
import { exportTree } from '../../src/project/export.ts'
import { openProject, requireConfig } from '../../src/project/local/project.ts'
import { temporaryDirectory, writeFiles } from '../support/directory.ts'

afterEach(() => void vi.useRealTimers())

test('an export reports each stage, and counts up to the end', async () => {
  const sandbox = await startSandbox()
  try {
    const root = temporaryDirectory()
    const config = `version: 1\nproject: acme\nprojectId: abcd1234\nhome: production\ntargets:\n  production:\n    url: ${sandbox.url}\n    deployment: 2\n`
    await writeFiles(root, { 'boardwright.yaml': config })
    const said: string[] = []
    const { written } = await exportTree(requireConfig(await openProject(root, '2026-11-20')), {
      env: { BOARDWRIGHT_TOKEN: sandbox.keys.admin },
      say: (text) => said.push(text),
    })
    const stages = said.map((text) =>
      text.replaceAll(/\d+ (folder|workbook|report)s?\b/g, '# $1s').replaceAll(/\d+/g, '#'),
    )
    expect([...new Set(stages)]).toEqual([
      'Reading production: # folders, # workbooks, # reports',
      'Comparing production with the tree',
      'Printing file # of #',
      'Writing file # of #',
    ])
    expect(said.at(-1)).toBe(`Writing file ${written.length} of ${written.length}`)
    expect(said.findLast((text) => text.startsWith('Printing'))).toMatch(/^Printing file (\d+) of \1$/)
  } finally {
    await sandbox.close()
  }
})

test('a new stage is shown at once, counts within it not too often', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const shown: string[] = []
  const stream = { columns: 80, write: (text: string) => shown.push(text.replace('\r\u001b[2K', '')) }
  const { say, end } = createProgress(stream as unknown as NodeJS.WriteStream)
  say('Reading 1')
  vi.advanceTimersByTime(1_500)
  for (const text of ['Reading 7001', 'Reading 7950', 'Comparing', 'Writing 1 of 9']) say(text)
  vi.advanceTimersByTime(200)
  say('Writing 9 of 9')
  end()
  expect(shown).toEqual(['Reading 7001', 'Comparing', 'Writing 1 of 9', 'Writing 9 of 9', ''])
})
