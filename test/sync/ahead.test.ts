import { describe, expect, onTestFinished, test } from 'vitest'
import { Unforeseen } from '../../src/client/unforeseen.ts'
import { selectTarget } from '../../src/config/targets.ts'
import type { FirstAnswers } from '../../src/live/start.ts'
import { startSandbox } from '../../src/sandbox/index.ts'
import { orNow, workAhead } from '../../src/sync/ahead.ts'
import { connect } from '../../src/sync/connect.ts'
import { startLiveSide } from '../../src/sync/live-side.ts'
import { planWith } from '../../src/sync/plan.ts'
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

  test('fails as the answers do', async () => {
    const { started, fail } = arriving({ caller, listed })
    const ahead = workAhead(started, () => 'never')
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
  async function planned(change: (answers: FirstAnswers) => FirstAnswers) {
    const sandbox = await startSandbox({ seed: 'acme' })
    onTestFinished(() => sandbox.close())
    const root = temporaryDirectory()
    const config = `version: 1\nproject: acme\nprojectId: 7f3kQ2m9\nhome: production\ntargets:\n  production: {url: "${sandbox.url}", deployment: 2}\n`
    await writeFiles(root, { 'boardwright.yaml': config })
    const project = requireConfig(await openProject(root, '2026-11-20'))
    const target = selectTarget(project.config, 'production')
    const env = { BOARDWRIGHT_TOKEN: sandbox.keys.admin }
    const client = connect(target, { env, readOnly: true })
    onTestFinished(() => client.close())
    const first = await startLiveSide(client, target, undefined).answers

    const { started, arrive } = arriving(first)
    let looks = 0
    const planning = planWith(client, project, target, {
      env,
      started: { ...started, isSurprised: () => ++looks < 0 },
    })
    // It has come to its end when nobody looks any more.
    for (let before = -1; before !== looks || looks === 0; await new Promise((resolve) => setTimeout(resolve, 200)))
      before = looks
    const caller = { ...first.caller }
    arrive(change({ ...first, caller }))
    const plan = await planning
    return { plan, isAhead: plan.caller === first.caller, isNow: plan.caller === caller, reports: first.listed.reports }
  }

  test('is made before the last answer, and is the plan when that says what was expected', async () => {
    const { plan, isAhead, reports } = await planned((answers) => answers)
    expect(isAhead).toBe(true)
    expect(plan.live.counts.report).toBe(reports.length)
  })

  test('is made anew when it does not', async () => {
    const without = ({ caller, listed }: FirstAnswers): FirstAnswers => ({
      caller,
      listed: { ...listed, reports: listed.reports.slice(1) },
    })
    const { plan, isNow, reports } = await planned(without)
    expect(isNow).toBe(true)
    expect(plan.live.counts.report).toBe(reports.length - 1)
  })
})
