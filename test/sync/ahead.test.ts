import { describe, expect, onTestFinished, test } from 'vitest'
import { Unforeseen } from '../../src/client/unforeseen.ts'
import type { FirstAnswers } from '../../src/live/start.ts'
import { startSandbox } from '../../src/sandbox/index.ts'
import { orNow, workAhead } from '../../src/sync/ahead.ts'
import { beginReading } from '../../src/sync/begin.ts'
import { planTarget } from '../../src/sync/plan.ts'
import { openProject, requireConfig } from '../../src/sync/project.ts'
import { folder, report, workbook } from '../live/wire.ts'
import { temporaryDirectory, writeFiles } from '../support/directory.ts'

const caller = { email: 'ci-bot@acme.com', isAdmin: true } as FirstAnswers['caller']
const listed = { folders: [folder(11, 'Sales')], workbooks: [workbook(21, 'W')], reports: [report(101, 'R')] }

/** What arrives when it is let go. */
function arriving(expected: FirstAnswers | undefined, isSurprised = () => false) {
  let [arrive, fail]: [(answers: FirstAnswers) => void, (cause: Error) => void] = [() => {}, () => {}]
  const answers = new Promise<FirstAnswers>((resolve, reject) => {
    arrive = resolve
    fail = reject
  })
  void Promise.allSettled([answers])
  return { started: { answers, expected: Promise.resolve(expected), isSurprised }, arrive, fail }
}

describe('work ahead of the answers', () => {
  test('counts where they are the very same values', async () => {
    const { started, arrive } = arriving({ caller, listed })
    const begun: FirstAnswers[] = []
    const ahead = workAhead(started, async (expected, pause) => {
      begun.push(expected)
      await pause()
      arrive({ caller, listed: { ...listed, reports: [...listed.reports] } })
      await pause()
      return 'done'
    })
    expect(await await ahead).toBe('done')
    expect(begun).toEqual([{ caller, listed }])
  })

  test.each([
    ['another row', { ...listed, reports: [{ ...report(101, 'R') }] }],
    ['a row more', { ...listed, workbooks: [...listed.workbooks, workbook(22, 'X')] }],
    ['a row less', { ...listed, folders: [] }],
  ])('is given up where there is %s', async (_, others) => {
    const { started, arrive } = arriving({ caller, listed })
    let work: Promise<unknown> = Promise.resolve()
    const ahead = workAhead(started, (_, pause) => {
      arrive({ caller, listed: others })
      work = ahead.then(pause)
      return work
    })
    expect(await ahead).toBeUndefined()
    await expect(work).rejects.toThrow(Unforeseen)
  })

  test('is given up when a row arrives that nobody expected', async () => {
    const { started, arrive } = arriving({ caller, listed }, () => true)
    const ahead = await workAhead(started, (_, pause) => {
      arrive({ caller, listed })
      return { work: pause() }
    })
    await expect(ahead?.work).rejects.toThrow(Unforeseen)
  })

  test('is not begun where nothing is expected', async () => {
    const { started, arrive } = arriving(undefined)
    arrive({ caller, listed })
    const begin = (): never => {
      throw new Error('begun')
    }
    expect(await workAhead(started, begin)).toBeUndefined()
  })

  test('fails as the answers do, and is given up then', async () => {
    const { started, fail } = arriving({ caller, listed })
    let work: Promise<unknown> = Promise.resolve()
    const goOn = async (pause: () => Promise<void>): Promise<never> => {
      for (;;) await pause()
    }
    const ahead = workAhead(started, (_, pause) => {
      work = goOn(pause)
      return 'never'
    })
    setTimeout(() => fail(new Error('no answer')), 20)
    await expect(ahead).rejects.toThrow('no answer')
    await expect(work).rejects.toThrow(Unforeseen)
  })

  test('does not keep a failure waiting for what is expected', async () => {
    const { started, fail } = arriving(undefined)
    const ahead = workAhead({ ...started, expected: new Promise(() => {}) }, () => 'never')
    fail(new Error('no answer'))
    await expect(ahead).rejects.toThrow('no answer')
  })

  test.each<[string, () => Promise<string> | undefined, string]>([
    ['was done ahead', async () => 'ahead', 'ahead'],
    ['was not begun', () => undefined, 'now'],
    ['wanted what was not there yet', () => Promise.reject(new Unforeseen()), 'now'],
  ])('that %s', async (_, ahead, expected) => {
    expect(await orNow(ahead(), async () => 'now')).toBe(expected)
  })

  test('that failed, failed', async () => {
    const failed = Promise.reject(new Error('wrong'))
    await expect(orNow(failed, async () => 'now')).rejects.toThrow('wrong')
  })
})

describe('a plan', () => {
  async function stage() {
    const sandbox = await startSandbox({ seed: 'acme' })
    onTestFinished(() => sandbox.close())
    const root = temporaryDirectory()
    const config = `version: 1\nproject: acme\nprojectId: 7f3kQ2m9\nhome: production\ntargets:\n  production: {url: "${sandbox.url}", deployment: 2, dataModel: {branch: main}}\n`
    await writeFiles(root, { 'boardwright.yaml': config })
    const project = requireConfig(await openProject(root, '2026-11-20'))
    const env = { BOARDWRIGHT_TOKEN: sandbox.keys.admin }
    await planTarget(project, { env, remembers: true })
    return { sandbox, project, env, begin: () => beginReading(project.config, { root, env }) }
  }

  /** Lets the answers arrive when the work ahead has come to its end, and says what was made before that. */
  async function planned({ project, env, begin }: Awaited<ReturnType<typeof stage>>) {
    const begun = begin()
    const expected = await begun.started.expected
    const answers = await begun.started.answers
    const { started, arrive } = arriving(expected)
    let looks = 0
    const isSurprised = (): boolean => {
      looks += 1
      return false
    }
    const planning = planTarget(project, {
      env,
      begun: { ...begun, started: { ...begun.started, ...started, isSurprised } },
    })
    for (let before = -1; before !== looks || looks < 3; await new Promise((resolve) => setTimeout(resolve, 300)))
      before = looks
    const arrivedAt = begun.client.serverNow() ?? 0
    arrive({ ...answers, caller: { ...answers.caller } })
    const plan = await planning
    return { plan, isReadAhead: plan.caller === expected?.caller, isMadeAhead: plan.inputs.live.now < arrivedAt }
  }

  test('is made before the last answer, when that says what the one before it said', async () => {
    const { plan, ...made } = await planned(await stage())
    expect(made).toEqual({ isReadAhead: true, isMadeAhead: true })
    expect(plan.plan.summary.unmanaged).toBeGreaterThan(5)
  })

  test('is made when it is there, when a row of it is another one', async () => {
    const on = await stage()
    const { url, keys } = on.sandbox
    const headers = { authorization: `Bearer ${keys.admin}`, 'content-type': 'application/json' }
    const reports = `${url}/api/v1/deployments/2/reports`
    const { items } = (await (await fetch(reports, { headers })).json()) as { items: { id: number }[] }
    const answer = await fetch(`${reports}/${items[0]?.id}`, {
      ...{ method: 'PUT', headers, body: JSON.stringify({ name: 'Another' }) },
    })
    expect(answer.status).toBe(200)
    const { plan, ...made } = await planned(on)
    expect(made).toEqual({ isReadAhead: false, isMadeAhead: false })
    expect(plan.live.content.reports.map(({ definition }) => definition.name)).toContain('Another')
  })

  test('is not kept waiting by pages that were asked for early and are no more', async () => {
    const { sandbox, project, env, begin } = await stage()
    sandbox.controls.setSwitches({ pageSizeCap: 3 })
    await planTarget(project, { env, remembers: true })
    sandbox.controls.setSwitches({ pageSizeCap: 1000 })
    const begun = begin()
    await begun.memory?.recall()
    await begun.started.answers
    let ended = 0
    const abandon = async (): Promise<void> => {
      ended += 1
      await begun.abandon()
    }
    const { plan } = await planTarget(project, { env, begun: { ...begun, abandon } })
    expect([plan.summary.unmanaged > 5, ended]).toEqual([true, 1])
  })

  test('fails as soon as its data model does, whatever the lists do', async () => {
    const { sandbox, project, env, begin } = await stage()
    sandbox.controls.addFault({ method: 'GET', path: '**/file-hashes', kind: 'status', status: 403, times: 99 })
    const begun = begin()
    const { started } = arriving(await begun.started.expected)
    await expect(
      planTarget(project, { env, begun: { ...begun, started: { ...begun.started, ...started } } }),
    ).rejects.toThrow(/file-hashes/)
  })
})
