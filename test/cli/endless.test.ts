// Slow: it fills a memory.
import { expect, test } from 'vitest'
import { temporaryDirectory, writeFiles } from '../support/directory.ts'
import { startEndless } from '../support/endless.ts'
import { isLong } from '../support/long.ts'
import { boardwright } from '../support/program.ts'

const HEAP_MB = 160

/** Small rows take the most memory for their size. All lists have the same bounds, so short runs try one. */
test.each(isLong ? (['folders', 'reports'] as const) : (['folders'] as const))(
  'an endless list of new %s ends a plan in an error, within its memory',
  async (list) => {
    const { url } = await startEndless(list, 'new rows under new cursors', ' '.repeat(200))
    const root = temporaryDirectory()
    await writeFiles(root, {
      'boardwright.yaml': `version: 1\nproject: acme\nprojectId: abcd1234\nhome: production\ntargets:\n  production: {url: "${url}", deployment: 2, dataModel: off}\n`,
    })
    const env = { BOARDWRIGHT_TOKEN: 'sk-live-0123456789', NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` }
    const { code, stdout, stderr } = await boardwright(['plan', '-C', root], env)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain(`error BW-E2010  GET /api/v1/deployments/{deploymentId}/${list} gave more than`)
    expect(stderr).toContain('NODE_OPTIONS=--max-old-space-size=')
  },
)
