// The whole story on one machine: a tenant becomes files, files become a plan, the plan becomes live, and nobody loses
// work.
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
say('account: the platform runs on this machine, and all that stays behind is one page to look at.')

step('Start the platform, with the content of a small company')
const sandbox = await startSandbox({ seed: 'acme' })
say(`It answers at ${sandbox.url}, with deployments ${sandbox.deployments.map(({ name }) => name).join(' and ')}.`)

const maria = createClient({ url: sandbox.url, token: sandbox.keys.admin })
const production = sandbox.deployments.find(({ name }) => name === 'production')
const path = { deploymentId: production.id }

const root = mkdtempSync(join(tmpdir(), 'boardwright-demo-'))
const pictures = mkdtempSync(join(tmpdir(), 'boardwright-demo-pictures-'))
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
      else fail(new Error(`${command} ${args[0]} ended with ${status}, not with ${expect}:\n${text}`))
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
  say('\nAre the files right? Three warnings came with the export: they are counted, and only what is new is shown.')
  await boardwright('validate')
  say('A second export changes nothing:')
  await boardwright('export', { from: /^The tree is/m })

  step('Take ownership: what is live is written down as ours, and no content changes')
  say('Some names are odd on purpose, as those of real tenants are: they are shown, and not obeyed.')
  await boardwright('adopt --yes')
  say('From now on a plan tells what would be written. Nothing yet:')
  await boardwright('plan', { from: /^No changes/m })

  step('Change things in files: SQL, two widgets, a new report, a file of the data model')
  edit(inTree('reports/revenue-by-month.sql'), 'group by', 'where not is_refund\ngroup by')
  swapPositions(inTree('dashboard.yaml'), 'Revenue by month', 'Top customers')
  cpSync(inTree('reports/orders.yaml'), inTree('reports/orders-copied.yaml'))
  edit(inTree('reports/orders-copied.yaml'), 'id: B9xLfZ2kHs6D', 'id: Demo00Orders')
  edit(inTree('reports/orders-copied.yaml'), 'name: Orders', 'name: Orders, again')
  edit(join(root, 'data-model/model/cubes/cash.yml'), 'cubes:', '# Cash is counted at night.\ncubes:')
  await commit('Leave refunds out')
  await run('git', ['show', '--stat', '--format=', 'HEAD'], { shown: 'git show --stat' })
  say(
    '\nWhat would that do? "Held" is the dashboard Board pack: it shows the changed report too, but somebody has begun a',
  )
  say('draft of it, so it is not published. The rest can go. (--adopt-model: the data model is taken over with it.)')
  const plan = ['--out .boardwright/plan.json', `--pictures ${pictures}`]
  await boardwright(`plan --adopt-model ${plan.join(' ')}`, { expect: 5 })

  step('What colleagues read in the pull request, who read no YAML')
  await boardwright('comment .boardwright/plan.json --out -')

  step('It is merged: make it live. First the same plan is shown, then what is done')
  await boardwright('apply --adopt-model --yes', { expect: 5, from: /^data model: /m })
  say('It ended with 5, because something is held. Nothing else is left to do:')
  await boardwright('plan', { expect: 5, from: /^Nothing can/m })

  step('Maria changes the title of the report "Orders" in the UI, and publishes it')
  const reports = await maria.reports.getReports({ path, query: { first: 1000 } })
  const orders = reports.items.find(({ name }) => name === 'Orders')
  await maria.reports.updateReport({ path: { ...path, reportId: orders.id }, body: { title: 'Orders, Maria’s way' } })
  await maria.workbooks.publishDashboard({ path: { ...path, workbookId: orders.workbookId } })
  await boardwright('drift', { expect: 2 })
  say(
    '\nMeanwhile the repo changes the same title. Nothing of hers is written over: the report is held, with both sides.',
  )
  edit(inTree('reports/orders.yaml'), 'title: Orders', 'title: Orders, by code')
  await commit('Call orders otherwise')
  await boardwright('apply --yes', { expect: 5, from: /^ {4}report Sales/m })

  step('Her edit is taken into git, and everybody agrees again')
  await run('git', [...asDemo, 'revert', '--no-edit', 'HEAD'], { shown: '' })
  say('$ git revert HEAD')
  await boardwright('export', { from: /^1 file written/m })
  await run('git', ['diff', '--unified=0', '--', 'content'], { shown: 'git diff', from: /^-title/m })
  await commit('Take Maria’s title')
  say('Repo and live agree, so apply only writes that down. (Board pack is still held: 5 again.)')
  await boardwright('apply --yes', { expect: 5, from: /^applied/m })
  await boardwright('drift')

  step('A second target: what would dev get from production, which has its own ids?')
  const config = join(root, 'boardwright.yaml')
  const target = `  dev:\n    url: ${sandbox.url}\n    deployment: 1\n    exclude: {paths: [product]}\n`
  writeFileSync(config, `${readFileSync(config, 'utf8')}${target}`)
  await commit('A target for trying things')
  say('The commit is named, because production still holds something back.')
  await boardwright('promote --from production --to dev --at HEAD --first-apply --plan', { from: /^Plan: /m })
  await boardwright('status')

  step('Done')
  say('Open this page in a browser: the plan from before it was made live, with the dashboard before and after')
  say(`  ${pathToFileURL(join(pictures, 'production.html'))}\n`)
  say('Where to look next:')
  say('  npx boardwright sandbox           the same platform, to keep and to play with, with its dashboards as pages')
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
