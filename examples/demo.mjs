// The whole story on this machine: a tenant becomes files, files become a plan, a plan becomes live, and nobody loses work.
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient } from 'boardwright'
import { startSandbox } from 'boardwright/sandbox'

const say = (text = '') => console.log(text)
const step = (text) => say(`\n== ${text}`)

step('Start the platform on this machine, with the content of a small company')
const sandbox = await startSandbox({ seed: 'acme' })
say(`It answers at ${sandbox.url}, with deployments ${sandbox.deployments.map(({ name }) => name).join(' and ')}.`)

const maria = createClient({ url: sandbox.url, token: sandbox.keys.admin })
const production = sandbox.deployments.find(({ name }) => name === 'production')
const path = { deploymentId: production.id }

const root = mkdtempSync(join(tmpdir(), 'boardwright-demo-'))
const program = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url))

/** Runs a command in the demo's repository, shows what it says, and minds how it ends. */
function run(command, args, { expect = 0, shown = [command, ...args].join(' ') } = {}) {
  if (shown) say(`$ ${shown}`)
  const [file, all] = command === 'boardwright' ? [process.execPath, [program, ...args]] : [command, args]
  const env = { ...process.env, BOARDWRIGHT_TOKEN: sandbox.keys.admin, NO_COLOR: '1' }
  const child = spawn(file, all, { cwd: root, env, stdio: ['ignore', 1, 1] })
  return new Promise((done, fail) => {
    child.on('close', (status) =>
      status === expect ? done() : fail(new Error(`${command} ${args[0]} ended with ${status}, not with ${expect}`)),
    )
  })
}
const boardwright = (line, options) => run('boardwright', line.split(' '), options)
const asDemo = ['-c', 'user.name=Demo', '-c', 'user.email=demo@example.com']
async function commit(message) {
  await run('git', ['add', '--all'], { shown: '' })
  await run('git', [...asDemo, 'commit', '--quiet', '-m', message], { shown: `git commit -m "${message}"` })
}
const inTree = (file) => join(root, 'content/sales/revenue-overview', file)
function edit(file, from, to) {
  const text = readFileSync(file, 'utf8')
  if (!text.includes(from)) throw new Error(`${file} does not say ${JSON.stringify(from)}`)
  writeFileSync(
    file,
    text.replace(from, () => to),
  )
}

try {
  step('Take the tenant into a fresh git repository')
  await run('git', ['init', '--quiet'])
  await boardwright(`init --url ${sandbox.url} --deployment ${production.id} --project acme`)
  await boardwright('export')
  await commit('Export')
  const tree = readdirSync(join(root, 'content/sales'), { recursive: true }).sort()
  say(`\ncontent/sales/\n${tree.map((file) => `  ${file}`).join('\n')}`)
  const shown = 'reports/top-customers.yaml'
  say(`\n${shown}\n${readFileSync(inTree(shown), 'utf8').replace(/^/gm, '  ').trimEnd()}\n`)
  await boardwright('validate')
  say('And again, to see that nothing changes:')
  await boardwright('export')

  step('Take ownership: ledgers are written, content stays')
  await boardwright('adopt --yes')
  await boardwright('plan')

  step('Change things in files: SQL, two widgets, a new report, a file of the data model')
  edit(inTree('reports/revenue-by-month.sql'), 'group by', 'where not is_refund\ngroup by')
  swapPositions(inTree('dashboard.yaml'), 'Revenue by month', 'Top customers')
  cpSync(inTree('reports/orders.yaml'), inTree('reports/orders-copied.yaml'))
  edit(inTree('reports/orders-copied.yaml'), 'id: B9xLfZ2kHs6D', 'id: Demo00Orders')
  edit(inTree('reports/orders-copied.yaml'), 'name: Orders', 'name: Orders, again')
  edit(join(root, 'data-model/model/cubes/cash.yml'), 'cubes:', '# Cash is counted at night.\ncubes:')
  await commit('Leave refunds out')
  await boardwright('validate')
  say('The plan ends with 5: somebody is at work on a dashboard that shows the report, so that one waits.')
  await boardwright('plan --adopt-model', { expect: 5 })

  step('Make it live')
  await boardwright('apply --adopt-model --yes', { expect: 5 })
  say('And but for the draft nothing is left to do:')
  await boardwright('plan', { expect: 5 })

  step('Maria changes a title in the UI, and publishes it')
  const reports = await maria.reports.getReports({ path, query: { first: 1000 } })
  const orders = reports.items.find(({ name }) => name === 'Orders')
  await maria.reports.updateReport({ path: { ...path, reportId: orders.id }, body: { title: 'Orders, Maria’s way' } })
  await maria.workbooks.publishDashboard({ path: { ...path, workbookId: orders.workbookId } })
  await boardwright('drift', { expect: 2 })
  say('\nMeanwhile the repo changes the same title. Nothing of hers is written over:')
  edit(inTree('reports/orders.yaml'), 'title: Orders', 'title: Orders, by code')
  await commit('Call orders otherwise')
  await boardwright('apply --yes', { expect: 5 })

  step('Her edit is taken into git, and everybody agrees again')
  await run('git', [...asDemo, 'revert', '--no-edit', 'HEAD'], { shown: 'git revert HEAD' })
  await boardwright('export')
  await commit('Take Maria’s title')
  await boardwright('apply --yes', { expect: 5 })
  await boardwright('drift')
  await boardwright('status')

  step('Done')
  say('Where to look next:')
  say('  npx boardwright sandbox           the same platform, to keep and to play with')
  say('  docs/guide                        adopting your own tenant, CI, promoting between environments')
} finally {
  await maria.close()
  await sandbox.close()
  rmSync(root, { recursive: true, force: true })
}

/** Puts each of two charts where the other one is. */
function swapPositions(file, one, other) {
  const text = readFileSync(file, 'utf8')
  const positionOf = (report) => {
    const widget = text.split(/^ {2}- /m).find((part) => part.includes(`report: ${report}`))
    return /position: \{[^}]*\}/.exec(widget ?? '')?.[0]
  }
  const stem = (name) => name.toLowerCase().replaceAll(' ', '-')
  const [a, b] = [positionOf(stem(one)), positionOf(stem(other))]
  writeFileSync(
    file,
    text
      .replace(a, '@')
      .replace(b, () => a)
      .replace('@', () => b),
  )
}
