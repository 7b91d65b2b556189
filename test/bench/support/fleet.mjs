import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createDeployment } from '../../support/deployments.mjs'
import { MAIN, runNode, startSandbox } from './node.mjs'
import { commitAll } from './tenant.mjs'

const PER_WORKBOOK = 10

/** This many tenants on one platform, each with this many reports: identical except for variables, and all applied. */
export async function withFleet({ tenants, reports }, work) {
  const root = await mkdtemp(join(tmpdir(), 'boardwright-bench-fleet-'))
  const sandbox = await startSandbox({ seed: 'empty' })
  const boardwright = (...args) => runNode([MAIN, ...args, '-C', root], { env: { BOARDWRIGHT_TOKEN: sandbox.admin } })
  const names = Array.from({ length: tenants }, (_, n) => `tenant-${String(n + 1).padStart(4, '0')}`)
  const write = async (path, text) => {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  const writeTree = async (version) => {
    const documents = documentsOf(reports, version)
    for (const [path, text] of documents) await write(path, text)
    commitAll(root)
    return documents.length
  }
  try {
    for (const name of names) {
      const id = await createDeployment({ url: sandbox.url, keys: sandbox }, name)
      await write(`targets/${name}.yaml`, `deployment: ${id}\nvariables: {schema: ${name.replace('-', '_')}}\n`)
    }
    await write('.gitignore', '.boardwright/\n')
    await write('boardwright.yaml', configOf(sandbox.url, names[0]))
    const documents = await writeTree(1)
    const applied = await boardwright('apply', '--yes', '--accept', 'first-apply', '--target', 'tenant-*')
    return await work({ root, sandbox, boardwright, names, documents, applied, change: () => writeTree(2) })
  } finally {
    await sandbox.stop()
    await rm(root, { recursive: true, force: true })
  }
}

const configOf = (url, home) => `version: 1
project: fleet
projectId: 7f3kQ2m9
home: ${home}
limits: {changePercent: 100}
defaults: {url: ${url}}
targetFiles: [targets/*.yaml]
`

/** The files of the tree. In each version, one report in ten has a new title. */
function documentsOf(reports, version) {
  const documents = [['content/sales/folder.yaml', 'name: Sales\n']]
  for (let first = 0; first < reports; first += PER_WORKBOOK) {
    const slug = `w${first / PER_WORKBOOK}`
    const own = Array.from({ length: Math.min(PER_WORKBOOK, reports - first) }, (_, n) => first + n)
    const widgets = own.map(
      (n, y) => `  - {id: c${n}, type: CHART, report: r${n}, position: {x: 0, y: ${y}, w: 1, h: 1}}\n`,
    )
    documents.push(
      [`content/sales/${slug}/workbook.yaml`, `slug: ${slug}\nname: ${slug}\n`],
      [`content/sales/${slug}/dashboard.yaml`, `title: ${slug}\nwidgets:\n${widgets.join('')}`],
      ...own.map((n) => [`content/sales/${slug}/reports/r${n}.yaml`, reportOf(n, version)]),
    )
  }
  return documents
}

const reportOf = (n, version) => `id: bench${String(n).padStart(7, '0')}
name: Report ${n}${n % 10 === 0 && version > 1 ? `, version ${version}` : ''}
title: Orders of report ${n}.
source: PLAYGROUND
sql: |
  select date_trunc('month', created_at) as month, sum(amount) as amount
  from \${var.schema}.orders
  where number = ${n}
  group by 1
`
