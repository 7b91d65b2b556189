import { describe, expect, test } from 'vitest'
import { createClient } from '../../client/client.ts'
import { parseBaseUrl } from '../../client/dispatcher.ts'
import { TOKEN } from './support.ts'

const accepted: [string, ReturnType<typeof parseBaseUrl>][] = [
  ['https://acme.example', { origin: 'https://acme.example', path: '', loopback: false }],
  ['https://acme.example/', { origin: 'https://acme.example', path: '', loopback: false }],
  ['https://acme.example:8443//', { origin: 'https://acme.example:8443', path: '', loopback: false }],
  ['https://acme.example/base/v2/', { origin: 'https://acme.example', path: '/base/v2', loopback: false }],
  ['HTTPS://ACME.example:443', { origin: 'https://acme.example', path: '', loopback: false }],
  ['http://localhost:4000', { origin: 'http://localhost:4000', path: '', loopback: true }],
  ['http://127.0.0.1:4000', { origin: 'http://127.0.0.1:4000', path: '', loopback: true }],
  ['http://127.9.9.9', { origin: 'http://127.9.9.9', path: '', loopback: true }],
  ['http://127.1', { origin: 'http://127.0.0.1', path: '', loopback: true }],
  ['http://[::1]:4000', { origin: 'http://[::1]:4000', path: '', loopback: true }],
  ['https://localhost', { origin: 'https://localhost', path: '', loopback: true }],
]
test.each(accepted)('%s is accepted', (text, base) => {
  expect(parseBaseUrl(text)).toEqual(base)
})

describe('refused', () => {
  test.each([
    ['', /https:\/\//],
    ['acme.example', /https:\/\//],
    ['/api', /https:\/\//],
    ['http://acme.example', /unencrypted to acme\.example/],
    ['http://localhost.acme.example', /unencrypted/],
    ['http://127.0.0.1.acme.example', /unencrypted/],
    ['http://10.0.0.1', /unencrypted/],
    ['http://[::2]', /unencrypted/],
    ['http://0.0.0.0', /unencrypted/],
    ['ftp://acme.example', /ftp:/],
    ['file:///etc/passwd', /file:/],
    ['https://user@acme.example', /user name or a password/],
    ['https://:hunter2@acme.example', /user name or a password/],
    ['https://acme.example?token=hunter2', /query or a fragment/],
    ['https://acme.example/?', /query or a fragment/],
    ['https://acme.example/#', /query or a fragment/],
  ])('%s', (url, message) => {
    const create = () => createClient({ url, token: TOKEN })
    expect(create).toThrow(expect.objectContaining({ kind: 'URL_REFUSED', message: expect.stringMatching(message) }))
    expect(create).not.toThrow(/hunter2/)
  })
})
