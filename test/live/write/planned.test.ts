import { expect, test } from 'vitest'
import { runPlan } from '../../../src/apply/run.ts'
import { createClient } from '../../../src/client/client.ts'
import { createWriter } from '../../../src/live/write/writer.ts'
import { type RequestFacts, startSandbox } from '../../../src/sandbox/index.ts'
import { planTarget } from '../../../src/sync/plan.ts'
import { openProject, requireConfig } from '../../../src/sync/project.ts'
import { filesIn } from '../../scenarios/scenario.ts'
import { commitAll, temporaryDirectory, writeFiles } from '../../support/directory.ts'

/** The tree that the stories begin with, and a change of it, carried out by real plans and cut off at every place. */
test('a run that is cut off anywhere is finished by the next one', { timeout: 300_000 }, async () => {
  let hook: (request: RequestFacts & { phase: string }) => 'drop' | undefined = () => undefined
  const sandbox = await startSandbox({ seed: 'empty', onRequest: (request) => hook(request) })
  const root = temporaryDirectory()
  const files = Object.fromEntries(
    Object.entries(filesIn('start')).map(([path, text]) => [
      path,
      text.replaceAll('https://acme.example', sandbox.url),
    ]),
  )
  await writeFiles(root, { ...files, '.gitignore': '.boardwright/\n' })
  commitAll(root)
  const project = requireConfig(await openProject(root, '2026-11-20'))
  const env = { BOARDWRIGHT_TOKEN: sandbox.keys.admin }
  const client = () =>
    createClient({ url: sandbox.url, token: sandbox.keys.admin, clock: { now: Date.now, sleep: async () => {} } })
  const once = async () => {
    const planned = await planTarget(project, { env, target: 'production' })
    const own = client()
    await own.users.getMe()
    const { deployment, projectId, name, home } = planned.target
    const writer = createWriter(own, {
      deployment,
      projectId,
      target: name,
      home,
      seen: planned.live,
      sleep: async () => {},
    })
    return { planned, own, go: () => runPlan(planned, writer, { standing: planned.live, concurrency: 1 }) }
  }
  const problems: string[] = []
  for (let nth = 1; nth <= 40; nth += 1) {
    await sandbox.controls.reset({ seed: 'empty' })
    const first = await once()
    let seen = 0
    hook = ({ phase }) => {
      if (phase === 'before') seen += 1
      return seen >= nth ? 'drop' : undefined
    }
    const cut = await first.go()
    hook = () => undefined
    const second = await once()
    const held = second.planned.plan.held
      .filter(({ key }) => !key.startsWith('model/'))
      .map(({ key, reason }) => `${nth}: ${reason} ${key}`)
    const left = second.planned.plan.left.map(({ key, reason }) => `${nth}: left ${reason} ${key}`)
    const { failed } = await second.go()
    const third = await once()
    const more = third.planned.plan.objects.map(({ key, action }) => `${nth}: again ${action} ${key}`)
    problems.push(
      ...held,
      ...left,
      ...failed.map(({ key, error }) => `${nth}: failed ${key} ${error.message}`),
      ...more,
    )
    await Promise.all([first, second, third].map(({ own }) => own.close()))
    if (cut.exit === 0) break
  }
  await sandbox.close()
  expect(problems).toEqual([])
})
