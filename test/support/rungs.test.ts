import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory, writeFiles } from './directory.ts'
import { isLong } from './long.ts'
import { rungsOf, testFilesBelow } from './rungs.ts'

test('a test is on the rung of the slowest thing that it imports, also through other files but not of types, or says that it is slow', async () => {
  const root = temporaryDirectory()
  await writeFiles(root, {
    'pure.test.ts': "import { a } from './a.ts'\nimport type { Server } from 'node:http'\n",
    'slow.test.ts': "// Slow: it tries everything.\nimport './a.ts'\n",
    'without-reason.test.ts': "// Slow:\nimport './a.ts'\n",
    'a.ts': 'export const a = 1\n',
    'disk/near.test.ts': "import {\n  server,\n} from '../server.ts'\n",
    'server.ts': "export * from './still.ts'\n",
    'still.ts': "export const server = () => import('node:http')\n",
    'page.test.ts':
      "import '../a.ts'\nimport { chromium } from 'playwright-core'\nimport { server } from './server.ts'\n",
  })
  const [near, page, pure, slow, without] = ['disk/near', 'page', 'pure', 'slow', 'without-reason'].map((name) =>
    join(root, `${name}.test.ts`),
  )
  expect(testFilesBelow(root)).toEqual([near, page, pure, slow, without])
  expect(rungsOf(testFilesBelow(root))).toEqual({
    unit: [pure, without],
    alone: [],
    parts: [near],
    flows: [],
    slow: [slow],
    browser: [page],
  })
})

test('what searches for long runs only if it is asked for, wherever it lies', async () => {
  const root = temporaryDirectory()
  const file = 'packages/ci/test/all.long.test.ts'
  await writeFiles(root, { [file]: '' })
  expect(testFilesBelow(root)).toEqual(isLong ? [join(root, file)] : [])
})

test('no test that starts before the build reads what is built', () => {
  const { unit, alone } = rungsOf(['test', 'packages'].flatMap(testFilesBelow))
  expect([...unit, ...alone].filter((file) => /['"`]dist\//.test(readFileSync(file, 'utf8')))).toEqual([])
})
