import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** A tenant of 10,000 reports in 1,000 workbooks, and the program at work on it. */
export const MAIN = join(import.meta.dirname, '../../dist/cli/main.js')
export const REPORTS = 10_000
export const CHANGED = 10

export const show = (title, { ms, megabytes }) =>
  console.log(`     ${title}: ${(ms / 1000).toFixed(1)} s, ${megabytes.toFixed(0)} MB at most`)

/** One run of the program: how long it took, and the most memory that it had. */
export async function boardwright(root, args, env = {}) {
  const atExit = `process.on('exit', () => process.stderr.write('maxRSS ' + process.resourceUsage().maxRSS))`
  const start = performance.now()
  const child = spawn(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(atExit)}`, MAIN, ...args, '-C', root],
    { env: { PATH: process.env.PATH, ...env }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const text = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr']) child[name].on('data', (chunk) => (text[name] += chunk))
  const [code] = await once(child, 'close')
  const [, kilobytes = '0'] = /maxRSS (\d+)$/.exec(text.stderr) ?? []
  const stderr = text.stderr.replace(/maxRSS \d+$/, '')
  if (code !== 0) throw new Error(`boardwright ${args.join(' ')} ended with ${code}: ${stderr.slice(0, 2000)}`)
  return { code, stdout: text.stdout, stderr, ms: performance.now() - start, megabytes: Number(kilobytes) / 1024 }
}

export async function startSandbox() {
  const args = [MAIN, 'sandbox', '--json', '--port', '0', '--seed', 'scale', '--reports', String(REPORTS)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  return { ...JSON.parse(line), child }
}

export async function requestsOf({ url, control }) {
  const answer = await fetch(`${url}/_sandbox/requests`, { headers: { authorization: `Bearer ${control}` } })
  return answer.json()
}

export const configOf = (url) => `version: 1
project: scale
projectId: 7f3kQ2m9
home: production
targets:
  production:
    url: ${url}
    deployment: 2
    dataModel: {branch: main}
`

/** A comment more in some reports: other bytes, and the same meaning. */
export async function changeFiles(root, round) {
  const all = await readdir(join(root, 'content'), { recursive: true })
  const reports = all.filter((path) => /reports\/[^/]+\.yaml$/.test(path)).sort()
  const step = Math.floor(reports.length / CHANGED)
  const chosen = Array.from({ length: CHANGED }, (_, n) => reports[n * step + round])
  await Promise.all(chosen.map((path) => appendFile(join(root, 'content', path), '# looked at\n')))
}
