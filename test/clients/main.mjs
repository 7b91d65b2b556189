// Clients and checkers that nobody here wrote, run against a sandbox. `--short` runs those that take seconds.
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { startSandbox } from '../../dist/sandbox/index.js'

const here = import.meta.dirname
const known = JSON.parse(readFileSync(join(here, 'known.json'), 'utf8'))
const short = process.argv.includes('--short')
const directory = mkdtempSync(join(tmpdir(), 'boardwright-clients-'))
const python = join(directory, 'py', 'bin')

/** What a command ends with and prints, within so many seconds. */
async function run(seconds, file, args) {
  const options = { cwd: directory, timeout: seconds * 1000, maxBuffer: 64e6 }
  try {
    const { stdout } = await promisify(execFile)(file, args, options)
    return { code: 0, text: stdout }
  } catch (error) {
    if (error.killed) return { code: -1, text: `it did not end within ${seconds} seconds` }
    return { code: error.code ?? -1, text: `${error.stdout ?? ''}${error.stderr ?? ''}` }
  }
}

const bin = (name) => join(directory, 'node_modules', '.bin', name)
const npm = (...names) => ['npm', ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', directory, ...names]]
const pip = (...names) => [join(python, 'pip'), ['install', '--quiet', ...names]]

/** Each: how it is installed, and its failures, one text each. */
const TOOLS = [
  {
    name: 'redocly',
    install: [npm('@redocly/cli@2')],
    async check() {
      const { text } = await run(60, bin('redocly'), ['lint', 'spec.json', '--format=json'])
      const { problems, totals } = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
      return { said: `${totals.errors} errors, ${totals.warnings} warnings`, failures: problems.map((p) => p.ruleId) }
    },
  },
  {
    name: 'openapi-typescript',
    install: [npm('openapi-typescript@7', 'typescript@5')],
    async check() {
      const made = await run(60, bin('openapi-typescript'), ['spec.json', '-o', 'api.d.ts'])
      const typed = await run(90, bin('tsc'), ['--strict', '--noEmit', '--target', 'es2022', 'api.d.ts'])
      const failures = [made, typed].filter(({ code }) => code !== 0).map(({ text }) => text.slice(0, 500))
      return { said: 'types that compile', failures }
    },
  },
  {
    name: 'jose',
    install: [npm('jose@6')],
    async check({ url, key }) {
      const { decodeJwt, decodeProtectedHeader } = await import(
        join(directory, 'node_modules/jose/dist/webapi/index.js')
      )
      const post = async (path, authorization, body) => {
        const headers = { 'content-type': 'application/json', ...(authorization && { authorization }) }
        return (
          await fetch(`${url}/api/v1/embed/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
        ).json()
      }
      const { sessionId } = await post('generate-session', `Api-Key ${key}`, { deploymentId: 2, externalId: 'ana' })
      const { token } = await post('session/token', undefined, { sessionId })
      const [{ alg }, { exp, iat }] = [decodeProtectedHeader(token), decodeJwt(token)]
      const isSound = /^[HRE]S\d+$/.test(alg) && exp > iat && exp * 1000 > Date.now()
      return { said: `a token of ${alg}`, failures: isSound ? [] : [`alg ${alg}, iat ${iat}, exp ${exp}`] }
    },
  },
  {
    name: 'scim2-tester',
    install: [['python3', ['-m', 'venv', 'py']], pip('scim2-tester==0.5.*', 'httpx2')],
    async check({ url, key }) {
      const { code, text } = await run(90, join(python, 'python'), [join(here, 'scim.py'), url, key])
      if (code !== 0) return { said: 'nothing', failures: [text.slice(-500)] }
      const { counts, rest } = JSON.parse(text)
      return { said: JSON.stringify(counts), failures: rest }
    },
  },
  {
    name: 'schemathesis',
    long: true,
    install: [['python3', ['-m', 'venv', 'py']], pip('schemathesis==4.*')],
    async check({ url, key }) {
      const checks = 'not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance'
      const bounds = ['--max-time', '60', '--seed', '1', '--continue-on-failure', '--no-color', '-c', checks]
      const args = ['run', 'spec.json', '-u', url, '-H', `Authorization: Bearer ${key}`, ...bounds]
      const { code, text } = await run(150, join(python, 'schemathesis'), args)
      const said = /^ +(\d+ generated.*)$/m.exec(text)?.[1] ?? 'nothing'
      return { said, failures: code === 0 ? [] : [text.slice(-2000)] }
    },
  },
]

/** The failures that have no reason in `known.json`. */
const unknownOf = (tool, failures) =>
  failures.filter((failure) => !known.some((each) => each.tool === tool && failure.startsWith(each.what)))

async function install({ install: steps }) {
  for (const [file, args] of steps) {
    const { code, text } = await run(180, file, args)
    if (code !== 0) return text.trim().split('\n').at(-1) ?? 'no reason given'
  }
  return undefined
}

const say = (line) => process.stdout.write(`${line}\n`)

let failed = false
const sandbox = await startSandbox({ seed: 'acme' })
try {
  const { url, keys } = sandbox
  const spec = await fetch(`${url}/api/v1/spec`, { headers: { authorization: `Bearer ${keys.admin}` } })
  writeFileSync(join(directory, 'spec.json'), await spec.text())
  for (const tool of TOOLS.filter(({ long }) => !(short && long))) {
    const missing = await install(tool)
    if (missing !== undefined) {
      say(`${tool.name}: left out, it cannot be installed here: ${missing}`)
      continue
    }
    const { said, failures } = await tool.check({ url, key: keys.admin })
    const unknown = unknownOf(tool.name, failures)
    say(`${tool.name}: ${said}; ${failures.length - unknown.length} failures known, ${unknown.length} not`)
    for (const each of unknown) say(`  ${each}`)
    failed ||= unknown.length > 0
  }
} finally {
  await sandbox.close()
  rmSync(directory, { recursive: true, force: true })
}
process.exitCode = failed ? 1 : 0
