// Slow: it tells whole stories.
import { rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { commitFirst, readFiles, temporaryDirectory, writeFiles } from '../support/directory.ts'
import { expectedDirectory, readScenario, scenariosIn } from './scenario.ts'
import { atSandbox, layOut, letAct, openStage, printedBy } from './stage.ts'

/**
 * Each folder in `export/` is a story: what was applied, what the repo and people in the UI have done since, and what
 * `export` makes of it. `BOARDWRIGHT_UPDATE=1` rewrites the expected files; read the difference before you commit it.
 */
const COMMIT = 'c0ffee0c0ffee0c0ffee0c0ffee0c0ffee0c0ffe'

openStage()

test.for(scenariosIn('export'))('%s', async (name) => {
  const { applied, neverApplied, live, committed, uncommitted, flags, expected } = readScenario(`export/${name}`)
  await layOut(applied, neverApplied ? undefined : COMMIT)
  for (const action of live) await letAct(action)
  const root = temporaryDirectory()
  await writeFiles(root, atSandbox(committed))
  commitFirst(root)
  await writeFiles(root, atSandbox({ ...committed, ...uncommitted }))
  const before = readFiles(root)

  const printed = await printedBy(['export', '-C', root, '--target', 'production', ...flags])

  const after = readFiles(root)
  const changed = Object.entries(after).filter(([path, text]) => before[path] !== text)
  const gone = Object.keys(before).filter((path) => !(path in after))
  const removed = gone.map((path) => `removed ${path}\n`).join('')
  const actual = { ...Object.fromEntries(changed), 'printed.txt': `${printed}${removed}` }
  if (process.env['BOARDWRIGHT_UPDATE']) {
    rmSync(expectedDirectory(`export/${name}`), { recursive: true, force: true })
    await writeFiles(expectedDirectory(`export/${name}`), actual)
  } else expect(actual).toEqual(expected)
})
