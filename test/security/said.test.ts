import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../../packages/sandbox/index.ts'
import { openAgent } from '../agents/mcp/client.ts'
import { commitFirst, temporaryDirectory, writeFiles } from '../support/directory.ts'
import { runHere } from '../support/in-process.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'acme' })
  return () => sandbox.close()
})

/** Content that repeats the key in many ways. As it is and as a whole, a plan refuses it. */
function treeWith(key: string): Record<string, string> {
  const inBase64 = Buffer.from(`user:${key}`).toString('base64')
  const inPercent = [...key].map((each) => `%${each.charCodeAt(0).toString(16)}`).join('')
  return {
    'boardwright.yaml': `version: 1
project: acme
projectId: abcd1234
home: dev
targets:
  dev: {url: ${sandbox.url}, deployment: 1}
`,
    '.gitignore': '.boardwright/\nout/\n',
    'content/sales/folder.yaml': `name: Sales ${key.slice(0, 30)}\n`,
    'content/sales/one.report.yaml': `id: AAAAAAAAAAAA\nname: ${key.slice(0, -2)}\n`,
    'content/sales/one.report.sql': `select '${key.slice(0, 20)}\n${key.slice(20)}'\n`,
    'content/sales/two.report.yaml': `id: BBBBBBBBBBBB\nname: ${inBase64}\n`,
    'content/sales/two.report.sql': `select '${inPercent}', '${Buffer.from(key).toString('hex')}'\n`,
  }
}

const another = (key: string): string => `of-another-${key.split('').reverse().join('').slice(0, 48)}`

/** Every part of the key that is long enough, as it is and as Base64, percent-encoded and hexadecimal text show it. */
function partsIn(text: string, key: string): string[] {
  const squeezed = text.replace(/(\\[nr]|[\s'"+|>])+/g, '')
  const decoded = [
    squeezed,
    squeezed.replace(/%([0-9a-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16))),
    ...[0, 1, 2, 3].flatMap((skip) =>
      [...squeezed.matchAll(/[\w+/-]{16,}/g)].map(([run]) => Buffer.from(run.slice(skip), 'base64').toString('latin1')),
    ),
    ...[...squeezed.matchAll(/[0-9a-f]{24,}/gi)].map(([run]) => Buffer.from(run, 'hex').toString('latin1')),
  ].join('\n')
  const parts = Array.from({ length: key.length - 11 }, (_, at) => key.slice(at, at + 12))
  return parts.filter((part) => decoded.includes(part))
}

const filesIn = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
  )

/** What a project remembers of its own tree, for this user only. */
const isCache = (file: string): boolean => file.startsWith('.boardwright/cache/')

test('a key that a saved plan repeats is in no comment', async () => {
  const { admin } = sandbox.keys
  const key = another(admin)
  const root = temporaryDirectory()
  await writeFiles(root, treeWith(key))
  commitFirst(root)
  const run = (token: string, ...args: string[]) =>
    runHere([...args, '-C', root], { env: { BOARDWRIGHT_TOKEN: token }, cwd: root })
  await writeFiles(root, { 'out/before.md': '' })
  expect(await run(admin, 'plan', '--out', 'out/plan.json')).toMatchObject({ code: 0 })
  expect(partsIn(readFileSync(join(root, 'out/plan.json'), 'utf8'), key)).not.toEqual([])
  for (const out of ['-', 'out/comment.md']) {
    const { code, stdout } = await run(key, 'ci', 'comment', 'out/plan.json', '--out', out)
    expect(code).toBe(0)
    expect(partsIn(stdout, key)).toEqual([])
  }
  expect(partsIn(readFileSync(join(root, 'out/comment.md'), 'utf8'), key)).toEqual([])
})

test('a saved plan that hides a key is not applied', async () => {
  const { admin } = sandbox.keys
  const key = another(admin)
  const root = temporaryDirectory()
  await writeFiles(root, treeWith(key))
  commitFirst(root)
  const env = { BOARDWRIGHT_TOKEN: admin, GITHUB_TOKEN: key }
  const run = (...args: string[]) => runHere([...args, '-C', root], { env, cwd: root })
  await writeFiles(root, { 'out/before.md': '' })
  expect(await run('plan', '--out', 'out/plan.json')).toMatchObject({ code: 0 })
  expect(readFileSync(join(root, 'out/plan.json'), 'utf8')).toContain('[token]')
  const before = sandbox.controls.requests().length
  expect(await run('apply', 'out/plan.json', '--yes')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('cannot be used'),
  })
  const sent = sandbox.controls.requests().slice(before)
  expect(sent.filter(({ method }) => method !== 'GET')).toEqual([])
})

test('a key that the content repeats is in no output, and in no file that is written', async () => {
  const { admin } = sandbox.keys
  const key = another(admin)
  const root = temporaryDirectory()
  await writeFiles(root, treeWith(key))
  commitFirst(root)
  const before = filesIn(root)
  const summary = join(root, 'out', 'summary.md')
  await writeFiles(root, { 'out/summary.md': '', 'out/broken.txt': '' })
  const env = {
    PATH: process.env['PATH'] ?? '',
    BOARDWRIGHT_TOKEN: admin,
    GITHUB_TOKEN: key,
    GITHUB_STEP_SUMMARY: summary,
  }
  const run = (...args: string[]) => runHere([...args, '-C', root], { env, cwd: root })
  const commands = [
    ['plan', '-v'],
    ['plan', '--json'],
    ['plan', '--format', 'markdown'],
    ['plan', '--format', 'html'],
    ['plan', '--out', 'out/plan.json', '--pictures', 'out'],
    ['render', 'content/sales/one'],
    ['apply', '--yes', '--json'],
    ['status', 'content/sales/one'],
    ['export', '--changes', 'out/changes.json'],
    ['status', '--json'],
  ]
  for (const args of commands) {
    const { code, stdout, stderr } = await run(...args)
    expect([0, 2], `${args.join(' ')}: ${stderr}`).toContain(code)
    expect(partsIn(stdout, key), args.join(' ')).toEqual([])
    expect(partsIn(stderr, key), args.join(' ')).toEqual([])
  }
  const written = filesIn(root).filter((file) => !before.includes(file) && !isCache(relative(root, file)))
  expect(
    written.map((file) => relative(root, file)).filter((file) => /runs\/|summary|plan\.json|html/.test(file)).length,
  ).toBeGreaterThanOrEqual(4)
  for (const file of written.filter((each) => !each.includes('/.git/')))
    expect(partsIn(readFileSync(file, 'latin1'), key), relative(root, file)).toEqual([])
})

test('an agent is told no key', async () => {
  const { admin } = sandbox.keys
  const root = temporaryDirectory()
  await writeFiles(root, treeWith(admin))
  commitFirst(root)
  const agent = await openAgent(root, { BOARDWRIGHT_TOKEN: admin })
  const answer = JSON.stringify(await agent.call('read', { path: 'content/sales/one.report.yaml' }))
  expect(answer).toContain('[token]')
  expect(partsIn(answer, admin)).toEqual([])
})

test.each([
  ['an unknown flag', ['plan', '--tokn=s3cret-of-mine']],
  ['a flag before the command', ['--tokn=s3cret-of-mine', 'plan']],
  ['a flag and its value before the command', ['--tokn', 's3cret-of-mine', 'plan']],
  ['a switch', ['plan', '--json=s3cret-of-mine']],
  ['a letter', ['plan', '-ks3cret-of-mine']],
  ['an address', ['init', '--url', 'https://ann:s3cret-of-mine@acme.example', '--deployment', '1', '--project', 'x']],
])('the value of %s is not repeated', async (_, args) => {
  const { code, stdout, stderr } = await runHere(args, { env: {}, cwd: temporaryDirectory() })
  expect(code).not.toBe(0)
  expect(stderr).toMatch(/error BW-E/)
  expect(stdout + stderr).not.toContain('s3cret')
})

test.each([
  [
    'in settings that cannot be read',
    { 'boardwright.yaml': 'version: 1\nurl: https://ann:s3cret-of-mine@acme.example: x\n' },
  ],
  [
    'in content',
    {
      'boardwright.yaml':
        'version: 1\nproject: a\nprojectId: abcd1234\nhome: dev\ntargets:\n  dev: {url: "https://a.example", deployment: 1}\n',
      'content/a.report.yaml': `id: AAAAAAAAAAAA\nnmae: see https://ann:s3cret-of-mine@${'x'.repeat(200)}.example\n`,
    },
  ],
])('a line with a password in its address is not shown: %s', async (_, files) => {
  const root = temporaryDirectory()
  await writeFiles(root, files)
  for (const format of ['text', 'json', 'github']) {
    const { code, stdout, stderr } = await runHere(['validate', '--format', format, '-C', root], { env: {} })
    expect(code).not.toBe(0)
    expect(stdout + stderr).toMatch(/BW-E/)
    expect(stdout + stderr).not.toContain('s3cret')
  }
})
