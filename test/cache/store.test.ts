import { createHash } from 'node:crypto'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readRemembered, remember } from '../../src/cache/store.ts'
import { bytesSigned, secretAt, signed } from '../../src/workspace/signature.ts'
import { temporaryDirectory } from '../support/directory.ts'

test('a secret is made once, for nobody else to read', () => {
  const file = join(temporaryDirectory(), 'some/where/key')
  const secret = secretAt(file)
  expect([secret.length, statSync(file).mode & 0o777]).toEqual([32, 0o600])
  expect(secretAt(file).equals(secret)).toBe(true)
  expect(secretAt(join(temporaryDirectory(), 'key')).equals(secret)).toBe(false)
})

test('what is not a secret is replaced', () => {
  const file = join(temporaryDirectory(), 'key')
  writeFileSync(file, 'half of it')
  const secret = secretAt(file)
  expect(secretAt(file).equals(secret)).toBe(true)
})

test.skipIf(process.platform === 'win32')('a secret that others may read is none', () => {
  const file = join(temporaryDirectory(), 'key')
  writeFileSync(file, Buffer.alloc(32, 1), { mode: 0o644 })
  expect(secretAt(file).equals(Buffer.alloc(32, 1))).toBe(false)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('where none can be kept there is another one each time', () => {
  const directory = temporaryDirectory()
  writeFileSync(join(directory, 'file'), '')
  for (const place of [join(directory, 'file', 'key'), '/proc/no-home/.cache/boardwright/key']) {
    expect(secretAt(place).equals(secretAt(place))).toBe(false)
  }
})

test('what somebody committed to a project is not believed, though nothing is wrong with it', async () => {
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

test('what is signed is read again under its own name only, and whole', () => {
  const stored = Buffer.concat(signed('of', Buffer.from('a\nb')).map((part) => Buffer.from(part)))
  expect(bytesSigned('of', stored)?.toString()).toBe('a\nb')
  expect(bytesSigned('other', stored)).toBeUndefined()
  expect(bytesSigned('of', stored.subarray(0, -1))).toBeUndefined()
  expect(bytesSigned('of', Buffer.concat([stored, Buffer.from('c')]))).toBeUndefined()
  expect(bytesSigned('of', Buffer.alloc(0))).toBeUndefined()
})
