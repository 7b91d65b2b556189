import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { compare, median, report } from './measure.mjs'
import { boardwright, CHANGED, changeFiles, configOf, MAIN, REPORTS, requestsOf, show, startSandbox } from './scale.mjs'

const runProgram = promisify(execFile)
const MINIMAL = join(import.meta.dirname, '../../examples/minimal')

const PAGE = 1_000
const SECOND_GOAL = 0.15
const MINIMAL_GOAL = 6
const MEMORY_GOAL_MB = 400

/** A tree of 10,000 reports in 1,000 workbooks: exported, validated, and validated again after a few edits. */
export async function run() {
  const root = await mkdtemp(join(tmpdir(), 'boardwright-bench-tree-'))
  try {
    const held = [await measureExport(root), await measureValidate(root), await measureMinimal()]
    return held.every(Boolean)
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

async function measureExport(root) {
  const sandbox = await startSandbox()
  try {
    await writeFile(join(root, 'boardwright.yaml'), configOf(sandbox.url))
    const env = { BOARDWRIGHT_TOKEN: sandbox.keys.admin }
    const first = await boardwright(root, ['export'], env)
    const sent = await requestsOf(sandbox)
    const second = await boardwright(root, ['export'], env)
    const files = (await readdir(root, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
    const count = (name) => files.filter((file) => file.name === name).length
    const [folders, workbooks] = [count('folder.yaml'), count('workbook.yaml')]
    const budget = 2 * folders + 2 * workbooks + REPORTS / PAGE
    show(`export of ${workbooks} workbooks into ${files.length} files`, first)
    show('the same again', second)
    const writes = sent.filter(({ method }) => method !== 'GET').length
    const upToDate = second.stderr.includes('no file changed')
    return [
      report(
        'requests of an export',
        `${sent.length}, ${writes} of them writes`,
        sent.length <= budget && writes === 0,
        budget,
      ),
      report('a second export', upToDate ? 'no file changed' : second.stderr.trim(), upToDate, 'no file changed'),
    ].every(Boolean)
  } finally {
    sandbox.child.kill('SIGTERM')
  }
}

async function measureValidate(root) {
  const cache = join(root, '.boardwright')
  const cold = []
  for (let round = 0; round < 3; round += 1) {
    await rm(cache, { recursive: true, force: true })
    cold.push(await boardwright(root, ['validate']))
  }
  const warm = []
  for (let round = 0; round < 3; round += 1) {
    await changeFiles(root, round)
    warm.push(await boardwright(root, ['validate']))
  }
  for (const file of await readdir(join(cache, 'cache'))) await corrupt(join(cache, 'cache', file))
  const corrupted = await boardwright(root, ['validate'])
  show('validate without a cache', cold[0])
  show(`validate after ${CHANGED} files changed`, warm[0])
  show('validate with a cache that is nonsense', corrupted)
  const [first, second] = [median(cold.map(({ ms }) => ms)), median(warm.map(({ ms }) => ms))]
  const ratio = second / first
  const memory = Math.max(...[...cold, ...warm].map(({ megabytes }) => megabytes))
  const said = new Set([...cold, ...warm, corrupted].map(({ stdout, stderr, code }) => `${code} ${stdout} ${stderr}`))
  const result = `${second.toFixed(0)} ms after ${first.toFixed(0)} ms, ratio ${ratio.toFixed(2)}`
  return [
    report(`validate after ${CHANGED} files changed`, result, ratio <= SECOND_GOAL, SECOND_GOAL),
    report('peak memory of validate', `${memory.toFixed(0)} MB`, memory <= MEMORY_GOAL_MB, `${MEMORY_GOAL_MB} MB`),
    report('what validate says, whatever the cache', `${said.size} different answers`, said.size === 1, 1),
  ].every(Boolean)
}

const measureMinimal = () =>
  compare('validate of examples/minimal, beside node -e 0', {
    ours: () => runProgram(process.execPath, [MAIN, 'validate', '-C', MINIMAL]),
    theirs: () => runProgram(process.execPath, ['-e', '0']),
    warmUp: 2,
    rounds: 10,
    goal: MINIMAL_GOAL,
  })

/** Cut in the middle, and bytes of something else in it. */
async function corrupt(file) {
  const bytes = await readFile(file)
  bytes.fill(0x7b, Math.floor(bytes.length / 4), Math.floor(bytes.length / 4) + 1000)
  await writeFile(file, bytes.subarray(0, Math.floor(bytes.length / 2)))
}
