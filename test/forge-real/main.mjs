// The shipped pipelines against a sandbox: for Gitea on a real one, for GitHub by `act`, and for Argo as its own linter reads
// them. Builds these the first time. `npm run test:forge -- fleet argo`: only these. `--short`: only what is built already.
// `--page` writes what happened into the guide, which has to say it.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { startSandbox } from '../../dist/sandbox/index.js'
import { actThrough } from './act.mjs'
import { lintArgo, rollOut } from './fleet.mjs'
import { startGitea } from './gitea.mjs'
import { liveThrough } from './life.mjs'
import { findProgram } from './programs.mjs'

const PAGE = resolve(import.meta.dirname, '../../docs/guide/ci.md')
const LIVES = {
  async gitea(program, at) {
    const gitea = await startGitea(program, at.folder)
    await liveThrough({ gitea, ...at }).finally(gitea.stop)
  },
  act: (act, at) => actThrough({ act, ...at }),
  fleet: (act, at) => rollOut({ act, ...at }),
  argo: (argo, { say }) => lintArgo({ argo, say }),
}
/** By which program, where that is called something else. */
const BY = { fleet: 'act' }

const named = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const asked = Object.entries(LIVES).filter(([name]) => named.length === 0 || named.includes(name))
const found = asked.map(([name, live]) => {
  const { program, missing } = findProgram(BY[name] ?? name, { build: !process.argv.includes('--short') })
  if (program === undefined) console.log(`Left out: ${missing}.`)
  return { name, live, program }
})
// At the same time: each is one process after another. What the one started ends also when the other fails.
const lives = found.filter(({ program }) => program !== undefined)
const ends = await Promise.allSettled(lives.map(run))
for (const [index, end] of ends.entries()) {
  if (end.status === 'rejected') throw end.reason
  compare(lives[index].name, end.value)
}

/** What was told. */
async function run({ name, live, program }) {
  const folder = mkdtempSync(join(tmpdir(), 'boardwright-forge-'))
  const lines = []
  const say = (line) => {
    lines.push(line)
    console.log(`${name.padEnd(5)} ${line}`)
  }
  const sandbox = await startSandbox({ seed: 'acme' })
  sandbox.controls.setSwitches({ buildMs: 0 })
  try {
    await live(program, { sandbox, folder, say })
  } finally {
    await sandbox.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return `\`\`\`text\n${lines.join('\n')}\n\`\`\`\n`
}

function compare(name, told) {
  const [start, end] = [`<!-- real: ${name} -->\n`, '<!-- /real -->\n']
  const page = readFileSync(PAGE, 'utf8')
  const from = page.indexOf(start) + start.length
  const to = page.indexOf(end, from)
  if (from < start.length || to < 0) throw new Error(`${PAGE} has no place for ${name}`)
  if (page.slice(from, to) === told) return
  if (process.argv.includes('--page')) writeFileSync(PAGE, `${page.slice(0, from)}${told}${page.slice(to)}`)
  else {
    console.error('\nThe guide says something else. See whether it is right, then: npm run test:forge -- --page')
    process.exitCode = 1
  }
}
