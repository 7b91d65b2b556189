import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'examples/library/*.test.ts'],
    globalSetup: ['test/support/setup.ts'],
    setupFiles: ['test/support/seed.ts'],
    // Files share what they import: nothing is mocked, and starting afresh for each file would cost more than the tests.
    isolate: false,
    // On two cores one worker only is the default. Tests wait for processes and clocks a lot.
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})
