import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BUILT } from './support/built.ts'

/** What users may import. A change here is a change of the public API: update the file on purpose, with a changelog. */
test.each(['index', 'sandbox/index'])('the public names of %s', async (entry) => {
  const declared = readFileSync(join(BUILT, `${entry}.d.ts`), 'utf8').replace(/\n?\/\/# sourceMappingURL.*/, '')
  await expect(declared).toMatchFileSnapshot(`public-api/${entry.replace('/', '-')}.txt`)
})
