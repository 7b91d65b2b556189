// Slow: it walks through histories of commits.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { validateTree } from '../../src/check/validate-tree.ts'
import { actOf } from '../support/act-of.ts'
import { commitAll, git, temporaryDirectory, writeFiles } from '../support/directory.ts'
import { isLong } from '../support/long.ts'

/** Whether a finding was there before follows what happens to a branch, whatever the branch and its main say. */

const SETTINGS = `version: 1
project: p
projectId: abcd1234
home: dev
targets: {dev: {url: https://dev.example, deployment: 1}}
`
const TITLED = 'on: {kind: widget}\nmust: {title: present}\nmessage: "{id}"\n'

/** A dashboard in which these of four widgets have a title. */
const board = (titled: readonly boolean[], title: string): string => {
  const widgets = titled.map((isTitled, at) => {
    const config = isTitled ? { title: `Widget ${at}`, markdown: 'x' } : { markdown: 'x' }
    return { id: `w${at}`, type: 'TEXT', position: { x: 0, y: at, w: 6, h: 1 }, config }
  })
  return `${JSON.stringify({ title, widgets }, null, 2)}\n`
}

const workbook = (at: string, titled: readonly boolean[], title = 'Board'): Record<string, string> => ({
  [`${at}/workbook.yaml`]: 'slug: b\nname: Board\n',
  [`${at}/dashboard.yaml`]: board(titled, title),
})

async function told(root: string): Promise<string[]> {
  const { problems } = await validateTree(root, { today: '2026-11-20', compare: { asked: 'main' } })
  return problems.flatMap(({ rule, message, before, warning }) =>
    rule === undefined ? [] : [`${before ? 'old' : warning ? 'warning' : 'new'} ${message}`],
  )
}

const HERE = 'content/b'
const MOVED = 'content/c'

/** What may happen to a branch, which changes nothing of what it made. */
const STEPS: Readonly<Record<string, (root: string) => unknown>> = {
  commit: commitAll,
  'rebase onto a main that went on': async (root) => {
    commitAll(root)
    git(root, 'switch', '--quiet', 'main')
    await writeFiles(root, { 'data-model/README.md': `After ${git(root, 'rev-parse', 'HEAD')}` })
    commitAll(root)
    git(root, 'switch', '--quiet', 'change')
    git(root, 'rebase', '--quiet', 'main')
  },
  squash: (root) => {
    commitAll(root)
    git(root, 'reset', '--quiet', '--soft', git(root, 'merge-base', 'main', 'HEAD').trim())
    commitAll(root)
  },
  rename: (root) => {
    commitAll(root)
    const [from, to] = git(root, 'ls-files', HERE) === '' ? [MOVED, HERE] : [HERE, MOVED]
    git(root, 'mv', from, to)
  },
}

const flags = fc.array(fc.boolean(), { minLength: 4, maxLength: 4 })

test('a finding is old if main had it, after any rebase, squash and rename, and once it is merged', async () => {
  await fc.assert(
    fc.asyncProperty(
      flags,
      flags,
      fc.array(fc.constantFrom(...Object.keys(STEPS)), { maxLength: 4 }),
      async (then, now, steps) => {
        const root = temporaryDirectory()
        await writeFiles(root, { 'boardwright.yaml': SETTINGS, 'rules/titled.yaml': TITLED, ...workbook(HERE, then) })
        git(root, 'init', '--quiet', '--initial-branch', 'main')
        commitAll(root)
        git(root, 'switch', '--quiet', '--create', 'change')
        await writeFiles(root, workbook(HERE, now, 'Another'))
        const expected = now.flatMap((isTitled, at) => (isTitled ? [] : [`${then[at] ? 'new' : 'old'} w${at}`]))
        expect(await told(root)).toEqual(expected)
        for (const step of steps) {
          await actOf(STEPS, step)(root)
          expect([step, await told(root)]).toEqual([step, expected])
        }
        commitAll(root)
        git(root, 'branch', '--quiet', '--force', 'main', 'HEAD')
        expect(await told(root)).toEqual(expected.map((each) => each.replace('new', 'old')))
      },
    ),
    { numRuns: isLong ? 100 : 12 },
  )
})
