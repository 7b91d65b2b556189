// The shipped pipeline on a real Gitea, against a sandbox: the whole life of pull requests. Builds Gitea the first time.
// `--short`: only where it is built already. `--page` writes what happened into the guide, which has to say it.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { startSandbox } from '../../dist/sandbox/index.js'
import { findGitea, startGitea } from './gitea.mjs'
import { liveThrough } from './life.mjs'

const PAGE = resolve(import.meta.dirname, '../../docs/guide/ci.md')
const [START, END] = ['<!-- real: gitea -->\n', '<!-- /real -->\n']

const { program, missing } = findGitea({ build: !process.argv.includes('--short') })
if (program === undefined) console.log(`No real forge: ${missing}.`)
else await run()

async function run() {
  const folder = mkdtempSync(join(tmpdir(), 'boardwright-forge-'))
  const lines = []
  const say = (line) => {
    lines.push(line)
    console.log(line)
  }
  const sandbox = await startSandbox({ seed: 'acme' })
  try {
    const gitea = await startGitea(program, folder)
    await liveThrough({ gitea, sandbox, folder, say }).finally(gitea.stop)
  } finally {
    await sandbox.close()
    rmSync(folder, { recursive: true, force: true })
  }
  compare(`\`\`\`text\n${lines.join('\n')}\n\`\`\`\n`)
}

function compare(told) {
  const page = readFileSync(PAGE, 'utf8')
  const [before, rest = ''] = page.split(START)
  const [held, after] = rest.split(END)
  if (after === undefined) throw new Error(`${PAGE} has no place for it`)
  if (held === told) return
  if (process.argv.includes('--page')) writeFileSync(PAGE, `${before}${START}${told}${END}${after}`)
  else {
    console.error(`\nThe guide says something else. See whether it is right, then: npm run test:forge -- --page`)
    process.exitCode = 1
  }
}
