// Starts the platform on this machine, talks to it through the library, and tells what it did.
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { api, createClient } from 'boardwright'
import { startSandbox } from 'boardwright/sandbox'

const say = (text = '') => console.log(text)
const step = (text) => say(`\n== ${text}`)

step('Start the platform on this machine, with the content of a small company')
const sandbox = await startSandbox({ seed: 'acme' })
say(`It answers at ${sandbox.url}, with deployments ${sandbox.deployments.map(({ name }) => name).join(' and ')}.`)

const client = createClient({ url: sandbox.url, token: sandbox.keys.admin })
const reader = createClient({ url: sandbox.url, token: sandbox.keys.admin, readOnly: true })
const production = sandbox.deployments.find(({ name }) => name === 'production')
const path = { deploymentId: production.id }

const root = mkdtempSync(join(tmpdir(), 'boardwright-demo-'))
const program = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url))

/** Runs a command in the demo's repository and shows what it says. */
const run = (command, args, shown = `$ ${[command, ...args].join(' ')}`) => {
  if (shown) say(shown)
  const [file, all] = command === 'boardwright' ? [process.execPath, [program, ...args]] : [command, args]
  const env = { ...process.env, BOARDWRIGHT_TOKEN: sandbox.keys.admin }
  const child = spawn(file, all, { cwd: root, env, stdio: ['ignore', 1, 1] })
  return new Promise((done, fail) => {
    child.on('close', (status) => (status === 0 ? done() : fail(new Error(`${command} ended with ${status}`))))
  })
}

try {
  step('Look at production, with a client that cannot write')
  const workbooks = new Map()
  for await (const workbook of reader.items(api.workbooks.endpoints.getWorkbooks, { path })) {
    workbooks.set(workbook.id, { ...workbook, reports: [] })
  }
  for await (const report of reader.items(api.reports.endpoints.getReports, { path, query: { first: 5 } })) {
    workbooks.get(report.workbookId)?.reports.push(report.name)
  }
  for (const { name, slug, publishedDashboard, reports } of workbooks.values()) {
    const state = publishedDashboard ? `published, version ${publishedDashboard.versionNumber}` : 'never published'
    say(`  ${JSON.stringify(name)}  ${slug ?? '(no slug)'}  ${state}, reports: ${reports.length}`)
  }
  const files = await reader.uploads.fileHashes({ path })
  say(`  data model: ${Object.keys(files).join(', ')}`)
  const { valid, cubesCount } = await reader.dataModel.validateDataModel({ path })
  say(`  it ${valid ? 'compiles' : 'does not compile'}: ${cubesCount} cubes`)
  await reader.folders
    .createFolder({ path, body: { name: 'Not by me' } })
    .catch((error) => say(`  a write through this client: ${error.code}, ${error.message}`))

  step('Export it into a fresh git repository')
  const commit = ['-c', 'user.name=Demo', '-c', 'user.email=demo@example.com', 'commit', '--quiet', '-m', 'Export']
  await run('git', ['init', '--quiet'])
  await run('boardwright', ['init', '--url', sandbox.url, '--deployment', '2', '--project', 'acme'])
  await run('boardwright', ['export', '--target', 'production'])
  await run('git', ['add', '--all'])
  await run('git', commit, '$ git commit -m Export')
  const tree = readdirSync(join(root, 'content/sales'), { recursive: true }).sort()
  say(`\ncontent/sales/\n${tree.map((file) => `  ${file}`).join('\n')}`)
  const shown = 'content/sales/revenue-overview/reports/top-customers.yaml'
  say(`\n${shown}\n${readFileSync(join(root, shown), 'utf8').replace(/^/gm, '  ').trimEnd()}\n`)
  await run('boardwright', ['validate'])
  say('And again, to see that nothing changes:')
  await run('boardwright', ['export', '--target', 'production'])
  await run('git', ['status', '--short'])

  step('Change one report as code would: by its public id, and publish its dashboard')
  const overview = [...workbooks.values()].find(({ slug }) => slug === 'revenue-overview')
  const [report] = (await client.reports.getReports({ path, query: { workbookId: overview.id } })).items
  await client.reports.upsertReportByPublicId({
    path: { ...path, publicId: report.publicId },
    body: { title: `${report.title ?? report.name} (net)` },
  })
  const { publishedDashboard: before } = overview
  const after = await client.workbooks.publishDashboard({
    path: { ...path, workbookId: overview.id },
    body: { workbookId: overview.id, config: before.config },
  })
  say(`  report ${report.publicId}: title is now "${report.title ?? report.name} (net)"`)
  say(
    `  dashboard "${overview.name}": version ${before.versionNumber} -> ${after.versionNumber}, same public id ${after.publicId}`,
  )

  step('Make the platform fail twice, and see the client wait and repeat')
  sandbox.controls.addFault({
    method: 'GET',
    path: '/api/v1/users/me',
    times: 2,
    when: 'before',
    kind: 'status',
    status: 503,
    delayMs: 0,
  })
  const { email } = await client.users.getMe()
  say(`  ${email}, after ${client.counts.retries} repeats`)

  step('Done')
  const reads = reader.counts
  say(`The read-only client sent ${reads.GET} reads and ${reads.POST + reads.PUT + reads.PATCH + reads.DELETE} writes.`)
  say('Where to look next:')
  say('  npx boardwright sandbox           the same platform, to keep and to play with')
  say('  docs/sandbox.md                   what it does, its switches, faults and people')
} finally {
  await client.close()
  await reader.close()
  await sandbox.close()
  rmSync(root, { recursive: true, force: true })
}
