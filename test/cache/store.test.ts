import { createHash } from 'node:crypto'
import { chmodSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readRemembered, remember } from '../../src/cache/store.ts'
import { bytesSigned, secretAt, signed } from '../../src/workspace/signature.ts'
import { temporaryDirectory } from '../support/directory.ts'

test('a secret is made once, readable by its owner only', () => {
  const file = join(temporaryDirectory(), 'some/where/key')
  const secret = secretAt(file)
  expect([secret.length, statSync(file).mode & 0o777]).toEqual([32, 0o600])
  expect(secretAt(file).equals(secret)).toBe(true)
  expect(secretAt(join(temporaryDirectory(), 'key')).equals(secret)).toBe(false)
})

test('a damaged secret is replaced', () => {
  const file = join(temporaryDirectory(), 'key')
  writeFileSync(file, 'half of it')
  const secret = secretAt(file)
  expect(secretAt(file).equals(secret)).toBe(true)
})

test.skipIf(process.platform === 'win32')('a secret that others can read is replaced', () => {
  const file = join(temporaryDirectory(), 'key')
  writeFileSync(file, Buffer.alloc(32, 1))
  chmodSync(file, 0o644)
  expect(secretAt(file).equals(Buffer.alloc(32, 1))).toBe(false)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('where no secret can be stored, each call makes a new one', () => {
  const directory = temporaryDirectory()
  writeFileSync(join(directory, 'file'), '')
  for (const place of [join(directory, 'file', 'key'), '/proc/no-home/.cache/boardwright/key']) {
    expect(secretAt(place).equals(secretAt(place))).toBe(false)
  }
})

test('a cache that somebody committed to a project is ignored, however well it is made', async () => {
  const root = temporaryDirectory()
  await remember(root, 'looks-1', { says: 'ours' })
  expect(readRemembered(root, 'looks-1')).toEqual({ says: 'ours' })

  const forge = (name: string, body: string): void => {
    const digest = createHash('sha256').update(body).digest('base64url')
    writeFileSync(join(root, '.boardwright/cache', name), `${digest}\n${body}`)
  }
  forge('looks-1.txt', '{"says":"theirs"}')
  expect(readRemembered(root, 'looks-1')).toBeUndefined()
})

test('signed bytes are read only under their own name, and only whole', () => {
  const stored = Buffer.concat(signed('of', Buffer.from('a\nb')).map((part) => Buffer.from(part)))
  expect(bytesSigned('of', stored)?.toString()).toBe('a\nb')
  expect(bytesSigned('other', stored)).toBeUndefined()
  expect(bytesSigned('of', stored.subarray(0, -1))).toBeUndefined()
  expect(bytesSigned('of', Buffer.concat([stored, Buffer.from('c')]))).toBeUndefined()
  expect(bytesSigned('of', Buffer.alloc(0))).toBeUndefined()
})
