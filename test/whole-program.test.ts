import { cpSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { expect, test } from 'vitest'
import { temporaryDirectory } from './support/directory.ts'
import { runProgram } from './support/program.ts'

test.each([['--version'], ['plan', '--json']])('without its package the program says so: %s', async (...args) => {
  const root = temporaryDirectory()
  cpSync('dist', join(root, 'dist'), { recursive: true })
  const main = join(root, 'dist/cli/main.js')
  const { code, stdout, stderr } = await runProgram(process.execPath, [main, ...args], { env: {}, cwd: root })
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toContain('BW-E6002')
  expect(stderr).toContain('the program is not whole: no package.json in ')
  expect(stderr).not.toContain('at packageDirectory')
})
