import { expect, test } from 'vitest'
import { momentIn } from '../../src/rules/moment.ts'

test.each([
  ['2026-11-27T22:30:00Z', 'UTC', 'friday', 22],
  ['2026-11-27T22:30:00Z', 'Asia/Tokyo', 'saturday', 7],
  ['2026-11-27T23:59:59Z', 'Europe/Zurich', 'saturday', 0],
  ['2026-06-26T21:59:59Z', 'Europe/Zurich', 'friday', 23],
])('%s is in %s a %s at %s', (at, zone, weekday, hour) => {
  expect(momentIn(Date.parse(at), zone)).toEqual({ weekday, hour })
})
