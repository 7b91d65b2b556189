import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createDeployment } from '../support/deployments.mjs'
import { startOf } from './act.mjs'
import { must, PACKAGE } from './project.mjs'

/** The shipped workflows of a fleet: as `act` runs them over three waves, and as Argo's own linter reads them. */
const SHIPPED = join(PACKAGE, 'examples/ci/fleet')
const NAMES = ['tenant-1', 'tenant-2', 'tenant-3', 'tenant-4']
const FAULTY = 'tenant-2'

export async function rollOut({ act, sandbox, folder, say }) {
  const work = join(folder, 'work')
  const numbers = new Map()
  for (const name of NAMES) numbers.set(name, await createDeployment(sandbox, name))
  layOut(work, sandbox, numbers)
  const remote = join(folder, 'remote.git')
  const git = (...args) => execFileSync('git', ['-C', work, ...args], { encoding: 'utf8', stdio: 'pipe' }).trim()
  git('init', '--quiet', '--initial-branch', 'main')
  git('add', '--all')
  git('-c', 'user.name=Mara', '-c', 'user.email=mara@acme.example', 'commit', '--quiet', '--message', 'Three waves')
  git('clone', '--quiet', '--bare', work, remote)
  git('remote', 'add', 'origin', 'https://github.com/acme/analytics')
  const event = { repository: { full_name: 'acme/analytics' }, ref: 'refs/heads/main', after: git('rev-parse', 'HEAD') }
  const github = { url: 'http://127.0.0.1:9' }
  const given = { act, sandbox, folder, work, remote, github, shipped: SHIPPED, workflow: 'boardwright-fleet' }
  const start = startOf(given)
  const push = async (expected) => {
    sandbox.controls.clearRequests()
    const { jobs, said } = await start('push', event)
    must(jobs === expected.join(', '), `ran ${jobs}\n${said}`)
    for (const wave of [1, 2, 3]) {
      const own = expected.filter((job) => job.startsWith(`wave-${wave}/`))
      say(`  wave ${wave}     ${own.map((job) => job.replace(/^wave-\d\//, '')).join(', ') || 'nothing ran'}`)
    }
    say(`  writes to  ${writtenTo(sandbox, numbers).join(', ')}`)
    return said
  }

  say(`A push, and ${FAULTY} of the second wave refuses what it is sent`)
  const path = `/api/v1/deployments/${numbers.get(FAULTY)}/**`
  sandbox.controls.addFault({ method: 'POST', path, times: 1000, kind: 'status', status: 400 })
  const said = await push([...wave(1, 1), 'wave-2/apply failure', 'wave-2/gate failure', 'wave-2/matrix success'])
  must(said.includes(`not applied to ${FAULTY}`), `the gate does not say why\n${said}`)
  say('It is mended, and the workflow is run again')
  sandbox.controls.clearFaults()
  await push(['wave-1/gate success', 'wave-1/matrix success', ...wave(2, 1), ...wave(3, 2)])
}

const wave = (number, targets) => [
  ...Array.from({ length: targets }, (_, n) => `wave-${number}/apply${targets > 1 ? `-${n + 1}` : ''} success`),
  ...['gate', 'matrix'].map((job) => `wave-${number}/${job} success`),
]

export function lintArgo({ argo, say }) {
  const [file, flags] = ['argo.yaml', ['--offline', '--no-color', '--kinds', 'workflowtemplates']]
  const { status, stdout, stderr } = spawnSync(argo, ['lint', ...flags, file], { cwd: SHIPPED, encoding: 'utf8' })
  must(status === 0, `${stdout}${stderr}`)
  say(`$ argo lint ${flags.join(' ')} ${file}`)
  say(stdout.trim())
}

function writtenTo({ controls }, numbers) {
  const requests = controls.requests().filter(({ method, status }) => method !== 'GET' && status < 300)
  return NAMES.filter((name) => requests.some(({ path }) => path.includes(`/deployments/${numbers.get(name)}/`)))
}

function layOut(work, { url }, numbers) {
  const targets = NAMES.map((name) => `  ${name}: {deployment: ${numbers.get(name)}, variables: {schema: ${name}}}\n`)
  const files = {
    'boardwright.yaml': `version: 1
project: acme-analytics
projectId: 7f3kQ2m9
home: ${NAMES[0]}
defaults: {url: "${url}"}
waves: [{size: 1}, {size: 1}, {size: rest}]
targets:
${targets.join('')}`,
    '.gitignore': '.boardwright/\n',
    'content/sales/folder.yaml': 'name: Sales\n',
    'content/sales/orders/workbook.yaml': 'slug: orders\nname: Orders\n',
    'content/sales/orders/dashboard.yaml': 'title: Orders\nwidgets: []\n',
    '.github/boardwright/package.json': '{}\n',
    '.github/boardwright/package-lock.json': '{}\n',
  }
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(work, file)), { recursive: true })
    writeFileSync(join(work, file), text)
  }
  mkdirSync(join(work, '.github/workflows'))
  copyFileSync(join(SHIPPED, 'github.yml'), join(work, '.github/workflows/boardwright-fleet.yml'))
  copyFileSync(join(SHIPPED, 'boardwright-fleet-wave.yml'), join(work, '.github/workflows/boardwright-fleet-wave.yml'))
}
