// Slow: it asks a runner of GitLab what it would run.
import { afterAll, describe, expect, test } from 'vitest'
import { closePipelines, openPipeline, readShipped } from './gitlab-ci-local.ts'

const PIPELINE = 'examples/ci/gitlab/boardwright.gitlab-ci.yml'
const COMPONENT = 'templates/boardwright.yml'

const including = (more = ''): Record<string, string> => ({
  ...readShipped(PIPELINE, COMPONENT),
  '.gitlab-ci.yml': `include:\n  - local: ${more === '' ? PIPELINE : COMPONENT}\n${more}`,
})

afterAll(closePipelines)

const OF_A_MEMBER = {
  CI_PIPELINE_SOURCE: 'merge_request_event',
  CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '5',
  CI_MERGE_REQUEST_PROJECT_ID: '5',
  CI_COMMIT_REF_PROTECTED: 'true',
}
const WITHOUT_TOKEN = ['boardwright-plan-without-token']

describe('the pipeline for GitLab', () => {
  test('fits the schema that GitLab publishes', async () => {
    expect(await (await openPipeline(including())).problems()).toBe('')
  })

  const EVENTS: readonly [string, Readonly<Record<string, string>>, readonly string[]][] = [
    [
      'a merge request of a member',
      OF_A_MEMBER,
      [...['boardwright-plan', 'boardwright-try', 'boardwright-try-drop (manual)', 'boardwright-comment']],
    ],
    ['one from a branch that is not protected', { ...OF_A_MEMBER, CI_COMMIT_REF_PROTECTED: 'false' }, WITHOUT_TOKEN],
    ['one from a fork', { ...OF_A_MEMBER, CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '66' }, WITHOUT_TOKEN],
    ['a push to the default branch', {}, ['boardwright-apply-dev', 'boardwright-apply-production (manual)']],
    ['a push to another branch', { CI_COMMIT_BRANCH: 'topic' }, []],
    [
      'the night',
      { CI_PIPELINE_SOURCE: 'schedule' },
      ['boardwright-try-sweep', 'boardwright-drift-read', 'boardwright-drift-propose'],
    ],
    [
      'a night that takes snapshots for forks',
      { CI_PIPELINE_SOURCE: 'schedule', BOARDWRIGHT_FORKS: 'true' },
      [...['boardwright-try-sweep', 'boardwright-drift-read', 'boardwright-drift-propose'], 'boardwright-snapshot'],
    ],
    [
      'a promotion by hand',
      { CI_PIPELINE_SOURCE: 'web', BOARDWRIGHT_FROM: 'dev', BOARDWRIGHT_TO: 'production' },
      ['boardwright-promote-plan', 'boardwright-promote (manual)'],
    ],
    [
      'a plan by its hash',
      { CI_PIPELINE_SOURCE: 'web', BOARDWRIGHT_APPROVE: 'abc', BOARDWRIGHT_TO: 'production' },
      ['boardwright-apply-by-hand (manual)'],
    ],
  ]

  test('has these jobs and no others for each event', async () => {
    const { jobsOf } = await openPipeline(including())
    for (const [what, event, jobs] of EVENTS) expect((await jobsOf(event)).sort(), what).toEqual([...jobs].sort())
  })

  test.each([
    ['a key with a typo', (text: string) => text.replace('on_stop:', 'onstop:'), "'onstop' property is not expected"],
    [
      'a need that nobody meets',
      (text: string) => text.replace('needs: [boardwright-apply-dev]', 'needs: [later]'),
      'later',
    ],
    ['an unknown stage', (text: string) => text.replace('stage: comment', 'stage: talk'), 'talk'],
  ])('%s is found', async (_, change, said) => {
    const files = including()
    const broken = change(files[PIPELINE] ?? '')
    expect(broken).not.toBe(files[PIPELINE])
    expect(await (await openPipeline({ ...files, [PIPELINE]: broken })).problems()).toContain(said)
  })
})

test('the component fits it too, and its inputs arrive', async () => {
  const inputs = '    inputs: {targets: eu us, try: eu, drift: us}\n'
  const pipeline = await openPipeline(including(inputs))
  expect(await pipeline.problems()).toBe('')
  expect(await pipeline.variables()).toMatchObject({
    ...{ BOARDWRIGHT_ALL: 'eu us', BOARDWRIGHT_TRY: 'eu', BOARDWRIGHT_DRIFT: 'us' },
    BOARDWRIGHT_DIR: '.',
  })
})
