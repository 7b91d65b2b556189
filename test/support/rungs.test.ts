import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory, writeFiles } from './directory.ts'
import { rungsOf, testFilesBelow } from './rungs.ts'

test('a test is on the rung of the slowest thing that it imports, also through other files, but not of types', async () => {
  const root = temporaryDirectory()
  await writeFiles(root, {
    'pure.test.ts': "import { a } from './a.ts'\nimport type { Server } from 'node:http'\n",
    'a.ts': 'export const a = 1\n',
    'disk/near.test.ts': "import {\n  server,\n} from '../server.ts'\n",
    'server.ts': "export * from './still.ts'\n",
    'still.ts': "export const server = () => import('node:http')\n",
    'page.test.ts':
      "import '../a.ts'\nimport { chromium } from 'playwright-core'\nimport { server } from './server.ts'\n",
  })
  const [near, page, pure] = ['disk/near.test.ts', 'page.test.ts', 'pure.test.ts'].map((file) => join(root, file))
  expect(testFilesBelow(root)).toEqual([near, page, pure])
  expect(rungsOf(testFilesBelow(root))).toEqual({ unit: [pure], alone: [], parts: [near], flows: [], browser: [page] })
})
