import { lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeWhole } from '../../src/cli/write-file.ts'
import { temporaryDirectory } from '../support/directory.ts'

test('a file is written whole, and no temporary file is left', () => {
  const root = temporaryDirectory()
  writeWhole(join(root, 'plan.json'), '{}')
  expect(readdirSync(root)).toEqual(['plan.json'])
  expect(readFileSync(join(root, 'plan.json'), 'utf8')).toBe('{}\n')
})

test('a path that cannot be written is a usage error, not a bug', () => {
  const path = join(temporaryDirectory(), 'no', 'such', 'plan.json')
  expect(() => writeWhole(path, '{}')).toThrow(
    expect.objectContaining({ kind: 'USAGE', message: expect.stringContaining(`${path} cannot be written`) }),
  )
})

test("the program's own directory is made in a project, and nowhere else", () => {
  const root = temporaryDirectory()
  const path = join(root, '.boardwright', 'live.json')
  expect(() => writeWhole(path, '{}')).toThrow(expect.objectContaining({ kind: 'USAGE' }))
  writeFileSync(join(root, 'boardwright.yaml'), '')
  writeWhole(path, '{}')
  expect(readFileSync(path, 'utf8')).toBe('{}\n')
})

test('a device is written to, and stays a device', () => {
  writeWhole('/dev/null', '{}')
  expect(lstatSync('/dev/null').isCharacterDevice()).toBe(true)
})
