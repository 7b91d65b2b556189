import { afterAll, expect } from 'vitest'

/** What a test leaves behind, the next one in its process finds. */
afterAll(() => {
  expect(Object.isExtensible(Object.prototype), 'a test changed what all objects of its process share').toBe(true)
})
