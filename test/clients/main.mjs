// Clients and checkers that nobody here wrote, run against a sandbox. `--short` runs those that take seconds, names only these.
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import Database from 'libsql'
import { startSandbox } from '../../dist/sandbox/index.js'
import { inspect } from './inspector.mjs'
import { reached, withRealIds } from './real-ids.mjs'

const here = import.meta.dirname
const root = join(here, '../..')
const table = (name) => JSON.parse(readFileSync(join(here, name), 'utf8'))
const known = table('known.json')
const versions = table('versions.json')
const asked = process.argv.slice(2).filter((each) => !each.startsWith('--'))
const short = process.argv.includes('--short')
const directory = mkdtempSync(join(tmpdir(), 'boardwright-clients-'))
const python = join(directory, 'py', 'bin')

/** A short run starts nothing after so many seconds. What it has started has a bound of its own. */
const SHORT = 90
const end = short ? Date.now() + SHORT * 1000 : Number.POSITIVE_INFINITY

/** What a command ends with and prints, within so many seconds. */
async function run(seconds, file, args, cwd = directory, env = process.env) {
  const options = { cwd, env, timeout: seconds * 1000, killSignal: 'SIGKILL', maxBuffer: 64e6 }
  try {
    const { stdout, stderr } = await promisify(execFile)(file, args, options)
    return { code: 0, text: stdout, errors: stderr }
  } catch (error) {
    if (error.killed) {
      const text = `it did not end within ${Math.round(seconds)} seconds`
      return { code: -1, text, errors: text }
    }
    const { stdout = '', stderr = '' } = error
    return { code: error.code ?? -1, text: `${stdout}${stderr}`, errors: stderr }
  }
}

const bin = (name) => join(directory, 'node_modules', '.bin', name)
const npm = () => [['npm', ['install', '--no-audit', '--no-fund']]]
const pip = (...names) => [
  ['python3', ['-m', 'venv', 'py']],
  [join(python, 'pip'), ['install', '--quiet', '--constraint', 'constraints.txt', ...names]],
]

/** Runs tests of ours: how many passed, and what failed, in words. */
async function runTests(tests, seconds, env = process.env) {
  const report = join(directory, 'tests.json')
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=json', `--outputFile=${report}`, ...tests]
  const { code, text } = await run(seconds, process.execPath, args, root, env)
  if (code === -1) throw new Error(text)
  const { numPassedTests, numTotalTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
  const told = testResults.flatMap(({ assertionResults }) =>
    assertionResults.flatMap(({ status, title, failureMessages: [message = ''] }) =>
      status === 'passed' ? [] : [`${title}: ${message.slice(0, 3000)}`],
    ),
  )
  const isRight = code === 0 && numTotalTests > 0 && numPassedTests === numTotalTests
  return [numPassedTests, isRight || told.length > 0 ? told : [`exit status ${code}: ${text.slice(-500)}`]]
}

/** The JSON object that stands in what a tool prints. */
function objectIn(text) {
  const found = /\{.*\}/s.exec(text)
  if (!found) throw new Error(text.slice(-500))
  return JSON.parse(found[0])
}

/** What is below its floor: of [what, how many, the floor]. */
const tooFew = (counts) =>
  counts.flatMap(([what, count, floor]) => (count < floor ? [`${count} ${what}, and the floor is ${floor}`] : []))

/** A token whose signature is another one: a character in its middle is. The last one holds bits that do not count. */
function spoiled(token) {
  const at = Math.floor((token.lastIndexOf('.') + token.length) / 2)
  return `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`
}

/** Walks of the fuzzer. They end by time, so how far they come varies: the floors are half of the least that was seen. */
const WALKS = [
  { scheme: 'Bearer', paths: [], cases: 3_800, scenarios: 45 },
  // Where an embed tenant is asked about, the key comes under another name.
  { scheme: 'Api-Key', paths: ['--include-path-regex', '/embed'], cases: 3_200, scenarios: 170 },
]
/** Two thirds of the operations that are answered. */
const ANSWERED = 75

/** Each: how it is installed, and its failures, one text each. It throws when it came to no answer. */
const TOOLS = [
  {
    name: 'redocly',
    install: npm(),
    async check() {
      const { text } = await run(60, bin('redocly'), ['lint', 'spec.json', '--format=json'])
      const { problems, totals } = objectIn(text)
      return {
        said: `${totals.errors} errors, ${totals.warnings} warnings`,
        failures: problems.map(({ ruleId, message }) => `${ruleId}: ${message}`),
      }
    },
  },
  {
    name: 'openapi-typescript',
    install: npm(),
    async check() {
      const made = await run(60, bin('openapi-typescript'), ['spec.json', '-o', 'api.d.ts'])
      const typed = await run(90, bin('tsc'), ['--strict', '--noEmit', '--target', 'es2022', 'api.d.ts'])
      const failures = [made, typed].filter(({ code }) => code !== 0).map(({ text }) => text.slice(0, 500))
      return { said: 'types that compile', failures }
    },
  },
  {
    name: 'jose',
    install: npm(),
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
        const request = { method: 'POST', headers, body: JSON.stringify(body), signal: AbortSignal.timeout(10_000) }
        return (await fetch(`${url}/api/v1/embed/${path}`, request)).json()
      }
      const { sessionId } = await post('generate-session', `Api-Key ${key}`, { deploymentId: 2, externalId: 'ana' })
      const { token } = await post('session/token', undefined, { sessionId })
      const [{ alg }, { exp, iat }] = [decodeProtectedHeader(token), decodeJwt(token)]
      const isTimely = exp > iat && exp * 1000 > Date.now()
      const isOurs = (await isSigned(token)) && !(await isSigned(spoiled(token)))
      const failures = isTimely && isOurs ? [] : [`alg ${alg}, iat ${iat}, exp ${exp}, signed: ${isOurs}`]
      return { said: `a token of ${alg}, its signature verified`, failures }
    },
  },
  {
    name: 'scim2-tester',
    install: pip('scim2-tester', 'httpx2'),
    async check({ url, key }) {
      const { code, text } = await run(90, join(python, 'python'), [join(here, 'scim.py'), url, key])
      if (code !== 0) throw new Error(text.slice(-500))
      const { counts, rest } = objectIn(text)
      return { said: JSON.stringify(counts), failures: rest.map((each) => each.split('\n')[0]) }
    },
  },
  {
    name: 'mcp-inspector',
    long: true,
    // In a folder of its own: it brings other versions of what the others use.
    install: [['npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', 'inspector']]],
    check: ({ url, key, controls }) =>
      inspect({
        bin: join(directory, 'inspector/node_modules/.bin/mcp-inspector'),
        directory,
        run,
        url,
        key,
        controls,
      }),
  },
  {
    name: 'every operation',
    long: true,
    install: [],
    async check() {
      const tests = ['every-operation', 'every-operation-refuses', 'every-refusal'].map(
        (name) => `packages/sandbox/test/contract/${name}.test.ts`,
      )
      const [passed, failures] = await runTests(tests, 170)
      const few = tooFew([['requests and refusals', passed, 1000]])
      return { said: `${passed} requests and refusals as declared`, failures: [...failures, ...few] }
    },
  },
  {
    name: 'engine',
    long: true,
    // Its own install script would load a program from elsewhere: without that one it has no Python, and no more is lost.
    install: [['npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', 'engine']]],
    async check() {
      const env = { ...process.env, BOARDWRIGHT_ENGINE: join(directory, 'engine') }
      const [passed, failures] = await runTests(['test/clients/engine'], 900, env)
      return {
        said: `${passed} comparisons: of 300 changed models, of what they show, of 300 queries and their answers, and of acme with a database`,
        failures,
      }
    },
  },
  {
    name: 'schemathesis',
    long: true,
    install: pip('schemathesis'),
    async check({ url, key, spec, ask, controls }) {
      writeFileSync(join(directory, 'real.json'), JSON.stringify(await withRealIds(spec, ask)))
      controls.clearRequests()
      const checks = 'not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance'
      const bounds = ['--max-time', '60', '--seed', '1', '--continue-on-failure', '--no-color', '-c', checks]
      const runs = []
      for (const { scheme, paths } of WALKS) {
        const args = ['run', 'real.json', '-u', url, '-H', `Authorization: ${scheme} ${key}`, ...paths, ...bounds]
        runs.push(await run(150, join(python, 'schemathesis'), args))
      }
      const counted = (pattern) => runs.map(({ text }) => Number(pattern.exec(text)?.[1] ?? 0))
      const [cases, scenarios] = [counted(/^ +(\d+) generated/m), counted(/^ +Scenarios: +(\d+)/m)]
      const { all, answered, never } = reached(spec, controls.requests())
      if (process.argv.includes('--never')) for (const each of never) say(`  never answered: ${each}`)
      return {
        said: `${cases.join(' + ')} cases, ${scenarios.join(' + ')} scenarios, ${answered} of ${all} operations answered`,
        failures: [
          ...runs.filter(({ code }) => code !== 0).map(({ text }) => text.slice(-2000)),
          ...tooFew([
            ...WALKS.map((walk, at) => [`cases with ${walk.scheme}`, cases[at], walk.cases]),
            ...WALKS.map((walk, at) => [`scenarios with ${walk.scheme}`, scenarios[at], walk.scenarios]),
            ['operations answered', answered, ANSWERED],
          ]),
        ],
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

/** The failures of a tool that `known.json` does not have, and those that it has another number of times. */
function compare(tool, failures) {
  const entries = known.filter((each) => each.tool === tool)
  const isOf = (entry, failure) =>
    [entry.what].flat().some((what) => failure === what || failure.startsWith(`${what}: `))
  const others = failures.filter((failure) => !entries.some((entry) => isOf(entry, failure)))
  const miscounted = entries.flatMap((entry) => {
    const found = failures.filter((failure) => isOf(entry, failure))
    if (found.length === entry.count) return []
    return [`${[entry.what].flat().join(', ')}: ${found.length}, and known.json says ${entry.count}`, ...found]
  })
  return { others, miscounted }
}

async function install({ install: steps }) {
  for (const [file, args] of steps) {
    const { code, text } = await run(Math.min(180, Math.max(1, (end - Date.now()) / 1000)), file, args)
    if (code !== 0) return text.trim().split('\n').at(-1) ?? 'no reason given'
  }
  return undefined
}

/** Why a tool does not run, if so. */
async function leftOut(tool) {
  if (short && tool.long) return 'it takes minutes'
  if (Date.now() > end) return `the ${SHORT} seconds of a short run are over`
  const missing = await install(tool)
  return missing && `it cannot be installed here: ${missing}`
}

/** Tools that ask the sandbox themselves. The last one walks as far as it comes: each run reaches other operations. */
const JUDGES = { jose: 'always', 'scim2-tester': 'always', schemathesis: 'sometimes' }

/** Which operations a judge had answers of is kept in a file, from which the table of judges is made. */
function missedBy(name, { spec, controls }) {
  if (!(name in JUDGES)) return []
  const { names } = reached(spec, controls.requests())
  const file = join(here, 'judged', `${name}.txt`)
  if (process.argv.includes('--record') && names.length > 0) writeFileSync(file, `${names.join('\n')}\n`)
  if (!existsSync(file) || JUDGES[name] === 'sometimes') return []
  const recorded = readFileSync(file, 'utf8').trim().split('\n')
  return recorded.filter((each) => !names.includes(each)).map((each) => `it no longer gets an answer of ${each}`)
}

/** Runs a tool, says what came of it, and answers whether that is as known. */
async function isAsKnown(tool, world) {
  try {
    world.controls.clearRequests()
    const { said, failures } = await tool.check(world)
    const { others, miscounted } = compare(tool.name, [...failures, ...missedBy(tool.name, world)])
    say(`${tool.name}: ${said}; ${failures.length - others.length} failures known, ${others.length} not`)
    for (const each of [...others, ...miscounted]) say(`  ${each}`)
    return others.length + miscounted.length === 0
  } catch (error) {
    say(`${tool.name}: it came to no answer: ${error.message}`)
    return false
  }
}

const say = (line) => process.stdout.write(`${line}\n`)

let failed = false
const sandbox = await startSandbox({ seed: 'acme' })
try {
  const { url, keys, controls } = sandbox
  const ask = async (path) =>
    (
      await fetch(`${url}${path}`, {
        headers: { authorization: `${schemeOf(path)} ${keys.admin}` },
        signal: AbortSignal.timeout(10_000),
      })
    ).json()
  const spec = await ask('/api/v1/spec')
  writeFileSync(join(directory, 'spec.json'), JSON.stringify(spec))
  writeFileSync(join(directory, 'package.json'), JSON.stringify({ private: true, dependencies: versions.npm }))
  mkdirSync(join(directory, 'inspector'))
  const inspector = { private: true, dependencies: versions.inspector }
  writeFileSync(join(directory, 'inspector/package.json'), JSON.stringify(inspector))
  mkdirSync(join(directory, 'engine'))
  const engine = { private: true, dependencies: versions.engine }
  writeFileSync(join(directory, 'engine/package.json'), JSON.stringify(engine))
  const constraints = Object.entries(versions.python).map(([name, version]) => `${name}==${version}\n`)
  writeFileSync(join(directory, 'constraints.txt'), constraints.join(''))
  const world = { url, key: keys.admin, spec, ask, controls, secret: () => secretIn(sandbox.directory) }
  for (const tool of TOOLS.filter(({ name }) => asked.length === 0 || asked.includes(name))) {
    const why = await leftOut(tool)
    if (why !== undefined) say(`${tool.name}: left out, ${why}`)
    else if (!(await isAsKnown(tool, world))) failed = true
  }
} finally {
  await sandbox.close()
  rmSync(directory, { recursive: true, force: true })
}
process.exitCode = failed ? 1 : 0
