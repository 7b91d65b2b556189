// Clients and checkers that nobody here wrote, run against a sandbox. `--short` runs those that take seconds, names only these.
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import Database from 'libsql'
import { startSandbox } from '../../dist/sandbox/index.js'
import { reached, withRealIds } from './real-ids.mjs'

const here = import.meta.dirname
const root = join(here, '../..')
const known = JSON.parse(readFileSync(join(here, 'known.json'), 'utf8'))
const asked = process.argv.slice(2).filter((each) => !each.startsWith('--'))
const short = process.argv.includes('--short')
const directory = mkdtempSync(join(tmpdir(), 'boardwright-clients-'))
const python = join(directory, 'py', 'bin')

/** What a command ends with and prints, within so many seconds. */
async function run(seconds, file, args, cwd = directory) {
  const options = { cwd, timeout: seconds * 1000, maxBuffer: 64e6 }
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
    install: [npm('@redocly/cli@2.77.0')],
    async check() {
      const { text } = await run(60, bin('redocly'), ['lint', 'spec.json', '--format=json'])
      const { problems, totals } = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
      return { said: `${totals.errors} errors, ${totals.warnings} warnings`, failures: problems.map((p) => p.ruleId) }
    },
  },
  {
    name: 'openapi-typescript',
    install: [npm('openapi-typescript@7.9.1', 'typescript@5.9.3')],
    async check() {
      const made = await run(60, bin('openapi-typescript'), ['spec.json', '-o', 'api.d.ts'])
      const typed = await run(90, bin('tsc'), ['--strict', '--noEmit', '--target', 'es2022', 'api.d.ts'])
      const failures = [made, typed].filter(({ code }) => code !== 0).map(({ text }) => text.slice(0, 500))
      return { said: 'types that compile', failures }
    },
  },
  {
    name: 'jose',
    install: [npm('jose@6.2.18')],
    async check({ url, key, secret }) {
      const { decodeJwt, decodeProtectedHeader, jwtVerify } = await import(
        join(directory, 'node_modules/jose/dist/webapi/index.js')
      )
      const isSigned = (text) =>
        jwtVerify(text, secret()).then(
          () => true,
          () => false,
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
      const isTimely = exp > iat && exp * 1000 > Date.now()
      const isOurs = (await isSigned(token)) && !(await isSigned(`${token.slice(0, -2)}AA`))
      const failures = isTimely && isOurs ? [] : [`alg ${alg}, iat ${iat}, exp ${exp}, signed: ${isOurs}`]
      return { said: `a token of ${alg}, its signature verified`, failures }
    },
  },
  {
    name: 'scim2-tester',
    install: [['python3', ['-m', 'venv', 'py']], pip('scim2-tester==0.5.2', 'httpx2==2.16.2')],
    async check({ url, key }) {
      const { code, text } = await run(90, join(python, 'python'), [join(here, 'scim.py'), url, key])
      if (code !== 0) return { said: 'nothing', failures: [text.slice(-500)] }
      const { counts, rest } = JSON.parse(text)
      return { said: JSON.stringify(counts), failures: rest.map((each) => each.split('\n')[0]) }
    },
  },
  {
    name: 'every operation',
    long: true,
    install: [],
    async check() {
      const tests = ['every-operation', 'every-operation-refuses', 'every-refusal'].map(
        (name) => `test/contract/${name}.test.ts`,
      )
      const report = join(directory, 'operations.json')
      await run(
        170,
        process.execPath,
        ['node_modules/vitest/vitest.mjs', 'run', '--reporter=json', `--outputFile=${report}`, ...tests],
        root,
      )
      const { numPassedTests, numFailedTests, numTotalTests } = JSON.parse(readFileSync(report, 'utf8'))
      const failures =
        numPassedTests === numTotalTests && numTotalTests > 1000 ? [] : [`${numFailedTests} of ${numTotalTests} failed`]
      return { said: `${numPassedTests} requests and refusals as declared`, failures }
    },
  },
  {
    name: 'schemathesis',
    long: true,
    install: [['python3', ['-m', 'venv', 'py']], pip('schemathesis==4.32.5')],
    async check({ url, key, spec, ask, controls }) {
      writeFileSync(join(directory, 'real.json'), JSON.stringify(await withRealIds(spec, ask)))
      controls.clearRequests()
      const checks = 'not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance'
      const bounds = ['--max-time', '60', '--seed', '1', '--continue-on-failure', '--no-color', '-c', checks]
      const runs = []
      // Where an embed tenant is asked about, the key comes under another name.
      for (const [scheme, paths] of [
        ['Bearer', []],
        ['Api-Key', ['--include-path-regex', '/embed']],
      ]) {
        const args = ['run', 'real.json', '-u', url, '-H', `Authorization: ${scheme} ${key}`, ...paths, ...bounds]
        runs.push(await run(150, join(python, 'schemathesis'), args))
      }
      const cases = runs.map(({ text }) => Number(/^ +(\d+) generated/m.exec(text)?.[1] ?? 0))
      const { all, answered, never } = reached(spec, controls.requests())
      if (process.argv.includes('--never')) for (const each of never) say(`  never answered: ${each}`)
      return {
        said: `${cases.join(' + ')} cases, ${answered} of ${all} operations answered`,
        failures: runs.filter(({ code }) => code !== 0).map(({ text }) => text.slice(-2000)),
      }
    },
  },
]

/** What a sandbox signs tokens with. */
function secretIn(directory) {
  const database = new Database(join(directory, 'platform.db'), { readonly: true })
  try {
    return Buffer.from(database.prepare("select value from settings where name = 'token secret'").get().value)
  } finally {
    database.close()
  }
}

/** Where an embed tenant is asked about, the key comes under another name. */
const schemeOf = (path) => (path.includes('/embed') ? 'Api-Key' : 'Bearer')

/** The failures that have no reason in `known.json`. */
const unknownOf = (tool, failures) =>
  failures.filter((failure) => !known.some((each) => each.tool === tool && [each.what].flat().includes(failure)))

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
  const { url, keys, controls } = sandbox
  const ask = async (path) =>
    (await fetch(`${url}${path}`, { headers: { authorization: `${schemeOf(path)} ${keys.admin}` } })).json()
  const spec = await ask('/api/v1/spec')
  writeFileSync(join(directory, 'spec.json'), JSON.stringify(spec))
  for (const tool of TOOLS.filter(({ name, long }) => (asked.length > 0 ? asked.includes(name) : !(short && long)))) {
    const missing = await install(tool)
    if (missing !== undefined) {
      say(`${tool.name}: left out, it cannot be installed here: ${missing}`)
      continue
    }
    const { said, failures } = await tool.check({
      url,
      key: keys.admin,
      spec,
      ask,
      controls,
      secret: () => secretIn(sandbox.directory),
    })
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
