import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll } from 'vitest'
import { type Sandbox, startSandbox } from '../../packages/sandbox/index.ts'
import { commitAll } from '../support/directory.ts'
import { runHere } from '../support/in-process.ts'
import { smallTenant } from '../support/small-tenant.ts'

const REPORT = 'content/sales/revenue-overview/reports/orders.yaml'

/** A small managed tenant whose content is in git, with a commit that is not applied: its previews are tested. */
export function openPreviewedTenant() {
  let started: Sandbox | undefined
  const root = mkdtempSync(`${tmpdir()}/boardwright-test-`)
  const sandbox = (): Sandbox => {
    if (!started) throw new Error('the sandbox is not started')
    return started
  }
  const run = (line: string, token = sandbox().keys.admin) =>
    runHere([...line.split(' '), '-C', root], { env: { PATH: process.env['PATH'] ?? '', BOARDWRIGHT_TOKEN: token } })
  const retitle = (title: string): void => {
    const file = `${root}/${REPORT}`
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^title: .*$/m, `title: ${title}`))
    commitAll(root, title)
  }
  const list = async (path: string, deployment = 2): Promise<Record<string, unknown>[]> => {
    const headers = { authorization: `Bearer ${sandbox().keys.admin}` }
    const answer = await fetch(`${sandbox().url}/api/v1/deployments/${deployment}/${path}`, { headers })
    return ((await answer.json()) as { items: Record<string, unknown>[] }).items
  }
  const whole = async (): Promise<string> => {
    const answers = ['workbooks', 'reports', 'folders'].map((kind) => list(`${kind}?first=1000`))
    return (await Promise.all(answers)).map((items) => JSON.stringify(items)).join('\n')
  }
  beforeAll(async () => {
    started = await startSandbox({ seed: smallTenant() })
    started.controls.setSwitches({ buildMs: 0 })
    await run(`init --url ${started.url} --deployment 2 --project acme`)
    await run('export')
    commitAll(root)
    await run('adopt --yes')
    retitle('Orders by week')
  })
  afterAll(async () => {
    await started?.close()
    rmSync(root, { recursive: true, force: true })
  })
  const later = (days: number): void => void sandbox().controls.setClock({ advanceMs: days * 86_400_000 })
  return { root, sandbox, run, retitle, later, list, whole, REPORT }
}
