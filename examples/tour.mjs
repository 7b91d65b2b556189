// The whole story on one machine: a tenant becomes files, the files become a plan, the plan goes live, and nobody loses
// any work.
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { createClient } from 'boardwright'
import { startSandbox } from 'boardwright/sandbox'

const say = (text = '') => console.log(text)
const step = (text) => say(`\n== ${text}`)

say('Boardwright keeps the dashboards of an analytics platform as files in git: a pull request changes them, and')
say('colleagues go on editing in the UI without losing anything. Here is all of that in half a minute. It needs no')
say('account: the platform runs on this machine, and only one page to look at is left behind.')

step('Start the platform, with the content of a small company')
const sandbox = await startSandbox({ seed: 'acme' })
say(`It answers at ${sandbox.url}, with deployments ${sandbox.deployments.map(({ name }) => name).join(' and ')}.`)

const maria = createClient({ url: sandbox.url, token: sandbox.keys.admin })
const production = sandbox.deployments.find(({ name }) => name === 'production')
const path = { deploymentId: production.id }

const root = mkdtempSync(join(tmpdir(), 'boardwright-tour-'))
const pictures = mkdtempSync(join(tmpdir(), 'boardwright-tour-pictures-'))
const program = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url))

/**
 * Runs a command in the demo's repository, shows its output (all of it, or from a given line), and checks its exit
 * status.
 */
function run(command, args, { expect = 0, from, shown = [command, ...args].join(' ') } = {}) {
  if (shown) say(`$ ${shown}`)
  const [file, all] = command === 'boardwright' ? [process.execPath, [program, ...args]] : [command, args]
  const env = { ...process.env, BOARDWRIGHT_TOKEN: sandbox.keys.admin, NO_COLOR: '1' }
  const child = spawn('sh', ['-c', 'exec "$@" 2>&1', 'sh', file, ...all], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 2],
  })
  let text = ''
  child.stdout.on('data', (chunk) => {
    text += chunk
  })
  return new Promise((done, fail) => {
    child.on('close', (status) => {
      const start = from === undefined ? 0 : text.search(from)
      if (shown) process.stdout.write(start > 0 ? `...\n${text.slice(start)}` : text)
      if (status === expect && start >= 0) done()
      else if (start < 0) fail(new Error(`${command} ${args[0]} printed nothing that matches ${from}:\n${text}`))
      else fail(new Error(`${command} ${args[0]} exited with ${status} instead of ${expect}:\n${text}`))
    })
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
  if (!text.includes(from)) throw new Error(`${file} does not contain ${JSON.stringify(from)}`)
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
  const tree = readdirSync(join(root, 'content/sales'), { recursive: true })
    .filter((file) => /\.\w+$/.test(file))
    .sort()
  say('\nOne object is one file. This is the folder Sales, with a report and two dashboards:')
  say(`content/sales/\n${tree.map((file) => `  ${file}`).join('\n')}`)
  const shown = 'reports/revenue-by-month.yaml'
  say(`\nAnd this is a report. Its SQL is in the file beside it:`)
  say(
    `${shown}\n${readFileSync(inTree(shown), 'utf8').replace(/^/gm, '  ').trimEnd().split('\n').slice(0, 12).join('\n')}\n  ...`,
  )
  say('\nAre the files valid? The export already gave three warnings: they are counted, but only new ones are shown.')
  await boardwright('validate')
  say('A second export changes nothing:')
  await boardwright('export', { from: /^The tree is/m })

  step('Take ownership: what is live is recorded as ours, and no content changes')
  say('Some names are odd on purpose, as in real tenants: they are displayed and never interpreted.')
  await boardwright('adopt --yes')
  say('From now on a plan shows what would be written. Nothing yet:')
  await boardwright('plan', { from: /^No changes/m })

  step('Change things in files: a query, two widgets, a new report, a file of the data model')
  edit(
    inTree('reports/revenue-by-month.yaml'),
    '  timezone: Europe/Zurich\n',
    "  filters:\n    - member: sales.is_refund\n      operator: equals\n      values: ['false']\n  timezone: Europe/Zurich\n",
  )
  swapPositions(inTree('dashboard.yaml'), 'Revenue by month', 'Top customers')
  cpSync(inTree('reports/orders.yaml'), inTree('reports/orders-copied.yaml'))
  edit(inTree('reports/orders-copied.yaml'), 'id: B9xLfZ2kHs6D', 'id: Demo00Orders')
  edit(inTree('reports/orders-copied.yaml'), 'name: Orders', 'name: Orders, again')
  edit(join(root, 'data-model/model/cubes/cash.yml'), 'cubes:', '# Cash is counted at night.\ncubes:')
  await commit('Leave refunds out')
  await run('git', ['show', '--stat', '--format=', 'HEAD'], { shown: 'git show --stat' })
  say(
    '\nWhat would that do? The dashboard Board pack is held: it shows the changed report too, but somebody has started a',
  )
  say('draft of it, so it is not published. The rest can go live. (--accept model also takes over the data model.)')
  const plan = ['--out .boardwright/plan.json', `--pictures ${pictures}`]
  await boardwright(`plan --accept model ${plan.join(' ')}`, { expect: 5 })

  step('What colleagues who do not read YAML see in the pull request')
  await boardwright('ci comment .boardwright/plan.json --out -')

  step('It is merged: make it live. Apply shows the same plan first, then what it does')
  await boardwright('apply --accept model --yes', { expect: 5, from: /^data model: /m })
  say('It exited with 5, because something is held. There is nothing else left to do:')
  await boardwright('plan', { expect: 5, from: /^Nothing can/m })

  step('Maria changes the title of the report "Orders" in the UI, and publishes it')
  const reports = await maria.reports.getReports({ path, query: { first: 1000 } })
  const orders = reports.items.find(({ name }) => name === 'Orders')
  await maria.reports.updateReport({ path: { ...path, reportId: orders.id }, body: { title: 'Orders, Maria’s way' } })
  await maria.workbooks.publishDashboard({ path: { ...path, workbookId: orders.workbookId } })
  await boardwright('status --ui-edits', { expect: 2 })
  say(
    '\nMeanwhile the repo changes the same title. Her edit is not overwritten: the report is held, and both sides are shown.',
  )
  edit(inTree('reports/orders.yaml'), 'title: Orders', 'title: Orders, by code')
  await commit('Give orders another title')
  await boardwright('apply --yes', { expect: 5, from: /^ {4}report Sales/m })

  step('Take her edit into git, and everybody agrees again')
  await run('git', [...asDemo, 'revert', '--no-edit', 'HEAD'], { shown: '' })
  say('$ git revert HEAD')
  await boardwright('export', { from: /^1 file written/m })
  await run('git', ['diff', '--unified=0', '--', 'content'], { shown: 'git diff', from: /^-title/m })
  await commit('Take Maria’s title')
  say('The repo and live agree, so apply only records that. (Board pack is still held: 5 again.)')
  await boardwright('apply --yes', { expect: 5, from: /^recording what was applied/m })
  await boardwright('status --ui-edits')

  step('A second target: what would dev get from production, which has its own ids?')
  const config = join(root, 'boardwright.yaml')
  const target = `  dev:\n    url: ${sandbox.url}\n    deployment: 1\n    exclude: {paths: [product]}\n`
  writeFileSync(config, `${readFileSync(config, 'utf8')}${target}`)
  await commit('Add a target for trying things out')
  say('The commit is named explicitly, because production still has something held.')
  await boardwright('promote --from production --to dev --at HEAD --accept first-apply --plan', { from: /^Plan: /m })
  await boardwright('status')

  step('Done')
  say('Open this page in a browser: the plan as it was before going live, with the dashboard before and after')
  say(`  ${pathToFileURL(join(pictures, 'production.html'))}\n`)
  say('Where to look next:')
  say('  npx boardwright demo              a change to look at in a browser, before and after it is applied')
  say('  npx boardwright sandbox           the same platform, to play with for longer, with its dashboards as pages')
  say('  npx boardwright sandbox --live    the same, with people who edit, draft and publish in it all the time')
  say('  docs/guide                        adopting your own tenant, CI, promoting between environments')
} finally {
  await maria.close()
  await sandbox.close()
  rmSync(root, { recursive: true, force: true })
}

/** Swaps the positions of two charts. */
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
