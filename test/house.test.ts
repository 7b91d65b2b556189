import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { HOUSE, OWNERS } from './support/house.ts'

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => normalize(file).replaceAll('\\', '/'))

const roomOf = (file: string): string => file.split('/')[0]?.replace(/\.ts$/, '') ?? ''
const importsOf = (file: string): string[] =>
  [...readFileSync(join('src', file), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(
    ([, name]) => name ?? '',
  )

describe('the house', () => {
  test('every folder is a room with rules', () => {
    expect([...new Set(files.map(roomOf))].filter((room) => !(room in HOUSE))).toEqual([])
  })

  test('imports point one way', () => {
    const wrong = files.flatMap((file) =>
      importsOf(file)
        .filter((name) => name.startsWith('.'))
        .map((name) => roomOf(join(dirname(file), name)))
        .filter((room) => room !== roomOf(file) && !HOUSE[roomOf(file)]?.imports.includes(room))
        .map((room) => `${file} imports ${room}`),
    )
    expect(wrong).toEqual([])
  })

  test('every outside thing has one owner', () => {
    const wrong = files.flatMap((file) =>
      importsOf(file)
        .filter((name) => Object.hasOwn(OWNERS, packageOf(name)) && !OWNERS[packageOf(name)]?.includes(roomOf(file)))
        .map((name) => `${file} imports ${name}`),
    )
    expect(wrong).toEqual([])
  })

  test('only main ends the process, and only the command line touches it', () => {
    const wrong = files.filter(
      (file) => roomOf(file) !== 'cli' && /\bprocess\.\w/.test(readFileSync(join('src', file), 'utf8')),
    )
    expect(wrong).toEqual([])
  })

  test('no file outgrows one job', () => {
    const long = files.filter((file) => readFileSync(join('src', file), 'utf8').split('\n').length > 400)
    expect(long).toEqual([])
  })
})

const packageOf = (name: string): string => (name.startsWith('hono/') ? 'hono' : name)
