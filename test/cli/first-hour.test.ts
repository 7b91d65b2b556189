// Slow: its tenant has 500 reports.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Sandbox, startSandbox } from '../../packages/sandbox/index.ts'
import { openPreview } from '../../src/previews/page/open.ts'
import { readFiles, temporaryDirectory } from '../support/directory.ts'
import { read } from '../support/docs/markdown.ts'
import { openShell } from '../support/docs/shell.ts'
import { edited, followedBlocks, stepsOf } from '../support/docs/steps.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'grown' })
})
afterAll(() => sandbox.close())

/** Of 500 reports, 200 name members that are gone, and 61 are of a kind that no longer exists. */
test('the first hour on a tenant of 500 reports that has grown for years', async () => {
  const root = join(temporaryDirectory(), 'analytics')
  mkdirSync(root)
  const shell = await openShell(root, sandbox)
  const run = async (command: string, status = 0): Promise<string> => {
    const ended = await shell.run(command)
    expect([command, ended.status, ended.printed]).toEqual([command, status, ended.printed])
    return ended.printed
  }
  const edit = (file: string, from: string, to: string): void => {
    const text = readFileSync(join(root, file), 'utf8')
    expect(text).toContain(from)
    writeFileSync(join(root, file), text.replace(from, to))
  }

  await run('git init --quiet')
  await run('export BOARDWRIGHT_TOKEN=bw-sandbox-...')
  await run('boardwright init --url http://127.0.0.1:4460 --deployment 2 --project grown')
  const exported = await run('boardwright export')
  expect(exported).toContain('13 folders, 60 workbooks (50 published), 500 reports, 10 model files')
  expect(exported).toContain('54 workbooks have no slug on the platform.')
  expect(exported).toContain('45 reports share placeholder ids from before stable ids.')
  expect(exported).toContain('7 workbooks have unpublished edits.')

  const all = JSON.parse((await run('boardwright validate --json -v')).replace(/^[^{]*/, '').replace(/\}\n[^}]*$/, '}'))
  const codes = all.problems.map(({ code }: { code: string }) => code)
  expect(codes.filter((code: string) => code === 'BW-E1209')).toHaveLength(200)
  expect(await run('boardwright validate')).toMatch(/^Not known what is new: nothing is committed yet\./)
  await run('git add --all && git commit --quiet -m Export')
  expect(await run('boardwright validate')).toMatch(
    /^Compared with \w+, which has this commit.*\n(?:.*\n)*.*: no new problems; 288 old ones \(-v lists them\)/,
  )

  expect(await run('boardwright adopt --yes')).toContain('Adopted 560 objects in production. No content changed.')
  expect(await run('git status --short')).toBe('')
  expect(await run('boardwright plan')).toContain('No changes. 583 objects match the repo.')

  const isSound = ([path, text]: [string, string]): boolean =>
    /\/reports\//.test(path) && text.includes('sales.count') && text.includes('limit: 500')
  const [sound = ''] = Object.entries(readFiles(root)).find(isSound) ?? []
  await run('git switch --quiet --create first')
  edit(sound, 'sales.count', 'sales.cuont')
  const mistaken = await run('boardwright validate', 1)
  expect(mistaken.match(/BW-E\d+/g)).toEqual(['BW-E1209'])
  expect(mistaken).toContain(`${sound}:`)
  expect(mistaken).toContain('sales.cuont')

  edit(sound, 'sales.cuont', 'sales.count')
  edit(sound, 'limit: 500', 'limit: 50')
  await run('boardwright validate')
  await run('git commit --quiet --all -m Fifty')
  expect(await run('boardwright plan')).toMatch(
    /Plan: 0 create, [01] update, 0 delete, [01] publish; 58[0-3] unchanged/,
  )
  await run('boardwright apply --yes')
  expect(await run('boardwright plan')).toContain('No changes.')
})

/** Built-in commands of the shell, and setup that everybody has already done. */
const IS_SET_UP = /^(export|cd|mkdir) /

test('from an empty directory to a published dashboard of three charts, as in the README', async () => {
  const [, section = ''] = read('README.md').split(/^### (?=A dashboard of your own$)|^### (?=A tenant)/m)
  const blocks = followedBlocks(section)
  const commands = blocks.flatMap((block) =>
    block.kind === 'diff' ? [] : stepsOf(block).map(({ command }) => command),
  )
  expect(
    commands
      .filter((command) => !IS_SET_UP.test(command))
      .join(' && ')
      .split(/&&|;|\|/),
  ).toHaveLength(6)
  expect(blocks.filter(({ kind }) => kind === 'diff')).toHaveLength(1)

  const acme = await startSandbox({ seed: 'acme' })
  onTestFinished(() => acme.close())
  const root = join(temporaryDirectory(), 'mine')
  mkdirSync(root)
  const shell = await openShell(root, acme)
  await shell.run('export BOARDWRIGHT_TOKEN=bw-sandbox-...')
  let last = ''
  for (const block of blocks) {
    if (block.kind === 'diff') {
      const file = join(root, block.file)
      writeFileSync(file, edited(readFileSync(file, 'utf8'), block))
      continue
    }
    for (const { command } of stepsOf(block)) {
      const { status, printed } = await shell.run(command)
      expect([command, status, printed]).toEqual([command, 0, printed])
      last = printed
    }
  }
  expect(last).toContain('Done       workbooks 1, reports 4, drafts 1, published 1\n')
  const { scene } = await openPreview(root, { today: '2026-11-20', data: 'sample', env: {}, onChange: () => {} })
  const drawn = await scene('coffee-orders')
  expect(readFiles(root)['content/coffee-orders/dashboard.yaml']).toContain('Coffee, order by order')
  expect(drawn?.dashboard.widgets).toHaveLength(4)
  const { printed } = await shell.run('boardwright validate --json')
  expect(printed).not.toContain('coffee-orders')
  expect((await shell.run('boardwright plan --detailed-exitcode')).status).toBe(0)
})
