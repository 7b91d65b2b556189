import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'

/** The project that pull requests are about: what is live, as files, adopted by both targets. */
export const PACKAGE = resolve(import.meta.dirname, '../..')
export const PROGRAM = join(PACKAGE, 'dist/cli/main.js')
export const TOP = 'content/sales/revenue-overview/reports/top-customers.yaml'
export const NET = 'content/sales/revenue-overview/reports/net-revenue.yaml'
const EXPLORER = 'content/product/order-explorer/dashboard.yaml'

export function must(holds, what) {
  if (!holds) throw new Error(what)
}

/** `settings`: the folder of the forge's settings, which the lock is in. */
export async function openProject({ sandbox, folder, settings }) {
  const work = join(folder, 'work')
  const platform = { BOARDWRIGHT_TOKEN: sandbox.keys.admin, BOARDWRIGHT_HOST: new URL(sandbox.url).host }
  const env = { PATH: process.env.PATH, HOME: folder, NO_COLOR: '1', GIT_CONFIG_NOSYSTEM: '1', ...platform }
  const git = (...args) => execFileSync('git', ['-C', work, ...args], { env, encoding: 'utf8', stdio: 'pipe' }).trim()
  const boardwright = (line) => promisify(execFile)(process.execPath, [PROGRAM, ...line.split(' ')], { cwd: work, env })
  const edit = (file, from, to) => {
    const path = join(work, file)
    const text = readFileSync(path, 'utf8')
    must(text.includes(from), `${file} does not have ${from}`)
    writeFileSync(path, text.replace(from, to))
  }
  const save = (message) => {
    git('add', '--all')
    git('commit', '--quiet', '--message', message)
    return git('rev-parse', 'HEAD')
  }
  const live = async (deployment, what) => {
    const answer = await fetch(`${sandbox.url}/api/v1/deployments/${deployment}/${what}?first=1000`, {
      headers: { authorization: `Bearer ${sandbox.keys.admin}` },
    })
    return (await answer.json()).items
  }
  /** The dashboards that are copied, beside dev. */
  const previews = async () =>
    (await live(1, 'workbooks'))
      .map(({ folderPath = [], name }) => [...folderPath.map((each) => each.name), name])
      .filter(([top]) => top === 'Previews')
      .map((path) => path.join(' / '))

  mkdirSync(work)
  git('init', '--quiet', '--initial-branch', 'main')
  git('config', 'user.name', 'Mara')
  git('config', 'user.email', 'mara@acme.example')
  layOut(work, { url: sandbox.url, settings })
  await boardwright('export --target production')
  // Ids of one target become names, so that the same files fit another one.
  edit(EXPLORER, 'n3QbYe6HsD9v', '${report.active-cafes}')
  edit(EXPLORER, 'L8gXk2RfP7uT', '${report.orders-per-hour}')
  save('Export')
  await boardwright('adopt --target production --yes')
  await boardwright('promote --from production --to dev --accept first-apply --yes')
  return { work, git, edit, save, live, previews }
}

/** What the comment says, apart from what is folded away. */
export function* tellComment(body) {
  yield body.split('\n')[1]
  for (const line of body.match(/^- \*\*.*$/gm) ?? []) yield line.replaceAll('**', '').replaceAll('&gt;', '>')
}

/** The settings of the project, and the lock of what runs. */
function layOut(work, { url, settings }) {
  const files = {
    'boardwright.yaml': `version: 1
project: acme-analytics
projectId: 7f3kQ2m9
home: production
interpolate: ['content/**/app/**']
targets:
  production: {url: "${url}", deployment: 2, dataModel: {branch: main}}
  dev: {url: "${url}", deployment: 1, dataModel: {branch: main}}
`,
    '.gitignore': '.boardwright/\n',
    [`${settings}/boardwright/package.json`]: '{}\n',
    [`${settings}/boardwright/package-lock.json`]: '{}\n',
  }
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(work, file)), { recursive: true })
    writeFileSync(join(work, file), text)
  }
}
