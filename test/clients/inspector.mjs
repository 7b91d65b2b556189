// The protocol's own inspector, on the server of tools: what it lists, and each tool with what it takes and what it refuses.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

const main = join(import.meta.dirname, '../../dist/cli/main.js')

/** Each tool: what it takes, and what it refuses. */
const CALLS = {
  search: [{ words: ['orders'] }, { limit: 0 }],
  read: [{ path: 'content/sales/folder.yaml' }, { path: '../secret' }],
  write: [
    { files: [{ file: 'content/written/folder.yaml', text: 'name: Written\n' }] },
    { files: [{ file: '/etc/passwd', text: 'x' }] },
  ],
  new: [
    { kind: 'folder', name: 'Made' },
    { kind: 'planet', name: 'Made' },
  ],
  move: [
    { from: 'content/sales/pipeline', to: 'content/finance/board-pack' },
    { from: 'content/nothing', to: 'content/sales' },
  ],
  rename: [
    { from: 'orders.count', to: 'tally' },
    { from: 'orders.cuont', to: 'tally' },
  ],
  validate: [{}, { target: 'nowhere' }],
  impact: [{ of: ['orders.count'] }, { of: ['orders.cuont'] }],
  query: [{ query: { measures: ['orders.count'] } }, {}],
  draw: [{ dashboard: 'sales/revenue-overview' }, { dashboard: 'sales/nothing' }],
  plan: [{ pictures: false }, { target: 'nowhere' }],
  explain: [{ object: 'sales/revenue-overview' }, { object: 'sales/nothing' }],
  drift: [{}, { target: 'nowhere' }],
}

const HARMLESS = /^POST (\/api\/v1\/deployments\/2\/token|(\/deployments\/2)?\/v1\/(load|cubesql))$/

/** Answers what was looked at and what was wrong with it. */
export async function inspect({ bin, directory, run, url, key, controls }) {
  const root = join(directory, 'project')
  mkdirSync(root)
  const env = { PATH: process.env.PATH, BOARDWRIGHT_TOKEN: key }
  const prepared = [
    [process.execPath, [main, 'init', '--url', url, '--deployment', '2', '--project', 'acme', '-C', root]],
    [process.execPath, [main, 'export', '-C', root]],
    ['git', ['-C', root, 'init', '--quiet']],
    ['git', ['-C', root, 'add', '--all']],
    [
      'git',
      ['-C', root, '-c', 'user.name=Test', '-c', 'user.email=test@example.com', 'commit', '--quiet', '-m', 'all'],
    ],
  ]
  for (const [file, args] of prepared) {
    const { code, text } = await run(60, file, args, root, env)
    if (code !== 0) throw new Error(text.slice(-500))
  }
  controls.clearRequests()
  const server = [process.execPath, main, 'mcp', '-C', root]
  const inspector = (...args) =>
    run(60, bin, ['--cli', ...server, '-e', `BOARDWRIGHT_TOKEN=${key}`, ...args], root, env)
  const failures = []

  const { code, text, errors } = await inspector('--method', 'tools/list', '--strict')
  const listed = code === 0 ? JSON.parse(text).tools.map(({ name }) => name) : []
  if (code !== 0) failures.push(`the schemas of tools: ${errors.slice(-500)}`)
  if (listed.toSorted().join() !== Object.keys(CALLS).toSorted().join()) failures.push(`tools: ${listed.join()}`)
  for (const method of ['resources/list', 'prompts/list']) {
    const answer = await inspector('--method', method)
    if (answer.code !== 0) failures.push(`${method}: ${answer.errors.slice(-500)}`)
  }
  for (const [name, [taken, refused]] of Object.entries(CALLS)) {
    for (const [given, isWanted] of [
      [taken, true],
      [refused, false],
    ]) {
      const pairs = Object.entries(given).map(([key, value]) => `${key}=${JSON.stringify(value)}`)
      const args = pairs.flatMap((pair) => ['--tool-arg', pair])
      const answer = await inspector('--method', 'tools/call', '--tool-name', name, ...args)
      const isError = answer.text.includes('"isError": true')
      if (isError === isWanted || (answer.code === 0) !== isWanted)
        failures.push(`${name} ${JSON.stringify(given)}: ${answer.code}, ${answer.text.slice(0, 300)}`)
    }
  }
  const writes = controls.requests().map(({ method, path }) => `${method} ${path}`)
  failures.push(...writes.filter((line) => !line.startsWith('GET ') && !HARMLESS.test(line)))
  return { said: `${listed.length} tools, each as it takes and as it refuses, 0 writes`, failures }
}
