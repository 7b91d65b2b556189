import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MAIN, runNode, startSandbox } from './node.mjs'

/** How many reports change between two runs. */
export const CHANGED = 10
const PAGE = 1_000
const DEPLOYMENT = '/api/v1/deployments/2'

const configOf = (url) => `version: 1
project: scale
projectId: 7f3kQ2m9
home: production
targets:
  production:
    url: ${url}
    deployment: 2
    dataModel: {branch: main}
`

/**
 * This many reports in workbooks of ten and folders of 250, on a platform; and a repository with their export, which
 * has adopted them.
 */
export async function withTenant(reports, work) {
  const base = await mkdtemp(join(tmpdir(), 'boardwright-bench-'))
  const [root, empty, texts] = ['repository', 'empty', 'texts.json'].map((name) => join(base, name))
  const sandbox = await startSandbox({ seed: 'scale', reports })
  const boardwright = (...args) => runNode([MAIN, ...args], { env: { BOARDWRIGHT_TOKEN: sandbox.admin } })
  async function startProject(directory) {
    await rm(directory, { recursive: true, force: true })
    await mkdir(directory, { recursive: true })
    await writeFile(join(directory, 'boardwright.yaml'), configOf(sandbox.url))
  }
  try {
    await startProject(root)
    await writeFile(join(root, '.gitignore'), '.boardwright/\n')
    await boardwright('export', '-C', root)
    commitAll(root)
    const exported = git(root, 'rev-parse', 'HEAD').trim()
    await boardwright('adopt', '--yes', '-C', root)
    const files = await filesBelow(root)
    const all = []
    // One after another: so many files cannot be open at once.
    for (const path of files) all.push(await textOf(root, path))
    await writeFile(texts, JSON.stringify(all))
    const count = (name) => files.filter((path) => path.endsWith(`/${name}`)).length
    const workbooks = count('workbook.yaml')
    const reportFiles = files.filter((path) => /\/reports\/[^/]+\.yaml$/.test(path))
    let changes = 0
    return await work({
      ...{ root, empty, texts, sandbox, boardwright, reports, workbooks, files },
      /**
       * Two for each folder and workbook, a page for each 1,000 reports; also the caller, and the model's hashes and
       * files.
       */
      readBudget: 2 * count('folder.yaml') + 2 * workbooks + reports / PAGE + 3,
      /** What adopting writes. */
      ledgers: await ledgersOf(sandbox),
      clear: () => startProject(empty),
      forget: () => rm(join(root, '.boardwright'), { recursive: true, force: true }),
      reset: () => sandbox.tell('POST', 'reset', { seed: 'scale', reports }),
      /** Gives some reports another title: the same reports each time, with a new title. */
      async change() {
        changes += 1
        const step = Math.floor(reportFiles.length / CHANGED)
        for (let n = 0; n < CHANGED; n += 1) await changeTitle(join(root, reportFiles[n * step]), changes)
        commitAll(root)
      },
      undo: () => git(root, 'reset', '--quiet', '--hard', exported),
    })
  } finally {
    await sandbox.stop()
    await rm(base, { recursive: true, force: true })
  }
}

async function filesBelow(root) {
  const entries = await readdir(join(root, 'content'), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort()
}

const textOf = async (root, path) => [path, await readFile(join(root, path), 'utf8')]

async function changeTitle(file, version) {
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replace(/^title: .*$/m, `title: Changed for the ${version}th time`))
}

/** Each workbook is read again, and then written with its current values. */
async function ledgersOf(sandbox) {
  const writes = []
  let after = ''
  do {
    const page = await sandbox.send('GET', `${DEPLOYMENT}/workbooks?first=200${after && `&after=${after}`}`)
    for (const { id, slug, name, folderId, meta } of page.items) {
      const body = JSON.stringify({ name, folderId, meta })
      writes.push([`${DEPLOYMENT}/workbooks/${id}`, `${DEPLOYMENT}/workbooks/by-slug/${slug}`, body])
    }
    after = page.pageInfo.hasNextPage ? encodeURIComponent(page.pageInfo.endCursor) : undefined
  } while (after)
  return writes
}

const git = (root, ...args) =>
  execFileSync('git', ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.com', ...args], {
    ...{ cwd: root, encoding: 'utf8' },
  })

export function commitAll(root) {
  git(root, 'init', '--quiet')
  git(root, 'add', '--all')
  git(root, 'commit', '--quiet', '--message', 'all of it')
}
