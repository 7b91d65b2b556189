import { subscribe } from 'node:diagnostics_channel'
import { afterEach, expect } from 'vitest'
import { STRAY_MESSAGES } from '../../packages/sandbox/control/messages.ts'

const messages: unknown[] = []
subscribe(STRAY_MESSAGES, (message) => void messages.push(message))

/** Whatever a test applies, nobody gets a message by it. Tests of the sandbox itself do as they like. */
afterEach(() => {
  const found = messages.splice(0)
  if (expect.getState().testPath?.includes('/packages/sandbox/test/')) return
  expect(found, 'a schedule could send what nobody meant it to').toEqual([])
})
