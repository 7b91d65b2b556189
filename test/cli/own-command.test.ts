// Slow: it waits at gates.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startSandbox } from '../../packages/sandbox/index.ts'
import { commitFirst, temporaryDirectory, writeFiles } from '../support/directory.ts'
import { boardwright } from '../support/program.ts'

/** What a process was started with, which stays there whatever the process deletes. */
const WRITES = [
  'env > own.txt',
  `cat /proc/$$/environ > shell.txt`,
  `cat /proc/$PPID/environ > parent.txt`,
  'echo "in $PWD" | sed s/$/,/',
].join(' && ')

/** Runs the one gate of a project, whose condition is a command. */
async function runGate(command: string, more: Readonly<Record<string, string>> = {}) {
  const sandbox = await startSandbox({ seed: 'acme' })
  const root = temporaryDirectory()
  await writeFiles(root, {
    'boardwright.yaml': `version: 1
project: acme
projectId: abcd1234
home: production
targets:
  production: {url: ${sandbox.url}, deployment: 2}
waves:
  - {gate: [{run: '${command}'}]}
`,
    'content/sales/folder.yaml': 'name: Sales\n',
    '.gitignore': '.boardwright/\n*.txt\n',
  })
  commitFirst(root)
  const { admin } = sandbox.keys
  const env = { BOARDWRIGHT_TOKEN: admin, ...more }
  const ended = await boardwright(['fleet', 'gate', '--wave', '1', '--run', '-C', root], env)
  await sandbox.close()
  return { ...ended, root, admin }
}

test('the command of a gate finds no key in its environment, nor in that of the process that runs it', async () => {
  const { root, admin, code, stderr } = await runGate(WRITES, {
    ...{ GITHUB_TOKEN: 'of-the-job', DATABASE_PASSWORD: 'of-the-job', LANG: 'C.UTF-8' },
    HTTPS_PROXY: 'http://ann:of-the-job@127.0.0.1:9',
  })
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining(`in ${root},`) })
  for (const file of ['own', 'shell', 'parent']) {
    const seen = readFileSync(join(root, `${file}.txt`), 'utf8')
    expect(seen, file).toContain('LANG=C.UTF-8')
    expect(seen.includes(admin) || seen.includes('of-the-job'), file).toBe(false)
  }
})

test('a gate is passed only if its command ends with 0', async () => {
  const { code, stdout } = await runGate('exit 3')
  expect({ code, stdout }).toMatchObject({ code: 6, stdout: expect.stringContaining('`exit 3`') })
})
