import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { expect, onTestFinished, test } from 'vitest'
import { inOneText } from '../program.ts'

test.each(['with a blank', 'with "quotes"', 'with \\ and "both" ', 'plain'])(
  'Node takes options from its variable as they are: a directory %s',
  (name) => {
    const directory = mkdtempSync(join(tmpdir(), `boardwright-test-${name}`))
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
    const script = join(directory, 'said.cjs')
    writeFileSync(script, 'console.log("read")')
    const env = { NODE_OPTIONS: inOneText(['--no-warnings', '--require', script]) }
    expect(execFileSync(execPath, ['--eval', '0'], { env, encoding: 'utf8' })).toBe('read\n')
  },
)
