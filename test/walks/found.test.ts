// Slow: it goes a walk again and again.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { FOUND, writeFound } from './found.ts'
import type { Program } from './going.ts'
import { openStart } from './start.ts'
import { readSteps } from './steps.ts'
import { goSteps, goWalk, inProcess } from './walks.ts'

const start = openStart()

/** A program that loses an edit: whatever it applies, it also gives every report the name that it had. */
const losing: Program = async (args, env) => {
  const ended = await inProcess(args, env)
  const { url, keys } = start.sandbox()
  const path = `${url}/api/v1/deployments/2/reports`
  const headers = { authorization: `Bearer ${keys.admin}`, 'content-type': 'application/json' }
  if (args[0] !== 'apply') return ended
  const { items } = (await (await fetch(`${path}?first=1000`, { headers })).json()) as { items: { id: number }[] }
  for (const { id } of items)
    await fetch(`${path}/${id}`, { method: 'PUT', headers, body: JSON.stringify({ name: 'as it was' }) })
  return ended
}

const STEPS = readSteps(`
  0. clone a: a folder is renamed (0, 0)
  1. UI of production: a report is renamed (1, 0)
  2. clone a, production: apply (0, 0)`)

test('a walk that breaks a promise writes a test of the steps that are needed, which breaks it again', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'boardwright-found-'))
  const fault = await goWalk(start, losing, 7, STEPS, directory)
  const file = join(directory, '7.test.ts')
  expect(fault).toContain(`again: npx vitest run ${file}`)
  const text = readFileSync(file, 'utf8')
  rmSync(directory, { recursive: true })
  expect(text).toMatch(/^test\("an edit was lost: ui-1 of report\/\w+", async/m)
  const [, lines = ''] = /readSteps\(`\n(.*)\n {2}`\)/s.exec(text) ?? []
  expect(lines.trim().split('\n').length).toBeLessThan(STEPS.length)
  expect(await goSteps(start, losing, readSteps(lines))).toMatch(/^an edit was lost: ui-1/)
  expect(await goSteps(start, inProcess, readSteps(lines))).toBe('')
})

test('such a test finds what it imports where it is written, and where it is kept', () => {
  const directory = mkdtempSync(join(tmpdir(), 'boardwright-found-'))
  const text = readFileSync(writeFound(1, 'a promise', STEPS, directory), 'utf8')
  rmSync(directory, { recursive: true })
  const imported = [...text.matchAll(/from '(\..*)'/g)].map(([, name = '']) => name)
  for (const place of [FOUND, 'test/walks/found'])
    expect(imported.map((name) => relative('test/walks', join(place, name)))).toEqual([
      'start.ts',
      'steps.ts',
      'walks.ts',
    ])
})
