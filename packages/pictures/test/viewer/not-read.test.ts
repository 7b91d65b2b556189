import { expect, test } from 'vitest'
import { whyNotRead } from '../../viewer/preview/ask.ts'

test('why a target was not read begins with its name, not with a request', () => {
  expect(whyNotRead('GET /api/v1/users/me got no connection to https://acme.example', 'production')).toBe(
    'Reading production got no connection to https://acme.example',
  )
  expect(whyNotRead('the token is too short')).toBe('Reading live failed: the token is too short')
})
