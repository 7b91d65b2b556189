import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ERRORS } from '@boardwright/common'
import { afterAll, expect, test } from 'vitest'
import { startSandbox } from '../index.ts'

const directory = mkdtempSync(join(tmpdir(), 'boardwright-engine-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

function install(name: string, code: string): void {
  const folder = join(directory, 'node_modules', name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'index.js'), code)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version: '1.0.0' }))
}

test('an engine that is not installed is named, package by package', async () => {
  await expect(startSandbox({ engine: directory })).rejects.toMatchObject({
    kind: 'SANDBOX_NEEDS_ENGINE',
    message: `the engine cannot start: it is not installed beside ${directory}: @cubejs-backend/server-core, @cubejs-backend/duckdb-driver, minijinja-js`,
  })
})

test('the hint installs the versions that it is tried with', () => {
  const file = join(import.meta.dirname, '../../../test/clients/versions.json')
  const { engine } = JSON.parse(readFileSync(file, 'utf8')) as { engine: Record<string, string> }
  const named = [...ERRORS.SANDBOX_NEEDS_ENGINE.hint.matchAll(/(\S+)@(\d[\d.]*\d)/g)].map(([, name = '', version]) => [
    name,
    version,
  ])
  expect(named).toHaveLength(3)
  for (const [name = '', version] of named) expect(engine[name]).toBe(version)
})

test('an engine that does not start ends the sandbox with what it said', async () => {
  install('@cubejs-backend/server-core', '')
  install('@cubejs-backend/duckdb-driver', '')
  install('minijinja-js', '')
  await expect(startSandbox({ engine: directory })).rejects.toMatchObject({
    kind: 'SANDBOX_NEEDS_ENGINE',
    message: expect.stringContaining('@cubejs-backend/native'),
  })
})
