import { afterAll, beforeAll, vi } from 'vitest'

/** How long the client waits before it tries again is random: in the tests of this file not at all. */
export function retryAtOnce(): void {
  beforeAll(() => void vi.spyOn(Math, 'random').mockReturnValue(0))
  afterAll(() => void vi.mocked(Math.random).mockRestore())
}
