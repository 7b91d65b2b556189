import { subscribe } from 'node:diagnostics_channel'
import { afterEach, expect } from 'vitest'
import { STRAY_MESSAGES } from '../../packages/sandbox/control/messages.ts'
import { heardElsewhere } from './messages-elsewhere.ts'

const messages: unknown[] = []
subscribe(STRAY_MESSAGES, (message) => void messages.push(message))

/** What sandboxes of this process have said since this was last asked. */
export const heardHere = (): unknown[] => messages.splice(0)

/** Whatever a test applies, nobody gets a message by it. Tests of the sandbox itself do as they like. */
afterEach(() => {
  const found = [...heardHere(), ...heardElsewhere()]
  if (expect.getState().testPath?.includes('/packages/sandbox/test/')) return
  expect(found, 'a schedule could send what nobody meant it to').toEqual([])
})
