import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { startForge } from '../../packages/ci/test/server.ts'
import { commonPlan } from '../../src/fleet/fold-common.ts'
import { readApprovals, writeApprovalRecord } from '../../src/plan/approval.ts'
import { type FleetPlan, plansIn, readFleetPlan, writeFleetPlan } from '../../src/plan/fleet.ts'
import { MOST_CHARACTERS, renderComment } from '../../src/words/comment.ts'
import { git, temporaryDirectory } from '../support/directory.ts'
import { CONFLICT, EXAMPLE, plan } from '../words/plans.ts'
import { openFleet } from './stage.ts'

/** The steps of a fleet may apply what its pull request shows. */
const fleet = openFleet(4, 'waves:\n  - {size: 1}\n  - {}\n')

beforeAll(async () => {
  await fleet.run('apply --target * --yes')
})

const job = (url: string) => ({
  ...{ GITHUB_ACTIONS: 'true', GITHUB_API_URL: url, GITHUB_REPOSITORY: 'acme/analytics', GITHUB_TOKEN: 'ghs_1' },
  BOARDWRIGHT_HOST: new URL(fleet.sandbox().url).host,
})

describe('a fleet plan that was shown in a pull request', () => {
  test('is approved tenant by tenant: what has changed since is not applied', async () => {
    const hands = temporaryDirectory()
    const file = join(hands, 'fleet.json')
    const forge = await startForge('github')
    const head = await fleet.retitle('By week')
    expect((await fleet.run(`fleet plan --out ${file}`)).code).toBe(0)
    const event = join(hands, 'event.json')
    const from = { sha: head, repo: { full_name: 'acme/analytics' } }
    writeFileSync(event, JSON.stringify({ pull_request: { number: 12, head: from } }))
    const request = { ...job(forge.url), GITHUB_EVENT_PATH: event, GITHUB_REF: 'refs/pull/12/merge' }
    const commented = await fleet.run(`ci comment ${file}`, { ...request, BOARDWRIGHT_TOKEN: '' })
    expect(commented, commented.stderr).toMatchObject({ code: 0 })
    expect(forge.bodies()[0]).toContain('### Boardwright: 4 targets: the same 2 changes\n')
    expect(forge.checks).toMatchObject([{ conclusion: 'success' }])

    git(fleet.root(), 'commit', '--quiet', '--amend', '--message', 'Squashed')
    const commit = git(fleet.root(), 'rev-parse', 'HEAD').trim()
    const base = { ref: 'main', repo: { full_name: 'acme/analytics' } }
    const merged = { merge_commit_sha: commit, merged_at: '2026-11-20T09:00:00Z' }
    forge.pulls.push({ number: 12, state: 'closed', ...merged, commits: [commit], base, head: { sha: head } })
    await fleet.write('targets/tenant-004.yaml', (text) => text.replace('tenant-004', 'another'))

    const push = { ...job(forge.url), GITHUB_REF: 'refs/heads/main' }
    const apply = (target: string) =>
      fleet.run(`apply --target ${target} --approve pull-request --accept uncommitted`, push)
    const first = await apply('tenant-001,tenant-002,tenant-003')
    expect(first, first.stdout + first.stderr).toMatchObject({ code: 0 })
    fleet.sandbox().controls.clearRequests()
    const other = await apply('tenant-004')
    expect(other.stderr).toContain('that were not shown in pull request 12')
    expect(other.code).toBe(6)
    expect(fleet.writes()).toEqual(new Map())
  })
})

describe('the comment', () => {
  const many = (count: number): string[] => Array.from({ length: count }, (_, n) => `<b>tenant-${n}</b>`)
  const common = commonPlan(EXAMPLE, {})
  const summary = { ...common.summary, held: 0 }
  const large: FleetPlan = {
    ...{ format: 1, project: EXAMPLE.project.id, commit: EXAMPLE.commit },
    folds: [
      { targets: many(4_000), summary, changes: EXAMPLE.objects.length, stops: [], plan: common },
      ...many(19).map((name) => ({ targets: [name], summary, changes: 1, stops: [], plan: common })),
      ...many(300).map((name) => ({ targets: [name, `${name}-b`], summary, changes: 1, stops: [] })),
    ],
    unread: many(400).map((target) => ({ target, code: 'BW-E2103', message: 'there is <i>no</i> deployment' })),
    approvals: many(4_000).map((target) => ({ target, fingerprint: EXAMPLE.fingerprint, parts: ['a', 'b'] })),
  }
  const render = (fleet: FleetPlan) => renderComment({ projectId: fleet.project, plans: plansIn(fleet), fleet })

  test('of any fleet is short enough, and says what it leaves out; names are not mark-up', () => {
    const { body, conclusion } = render(large)
    expect(body.length).toBeLessThanOrEqual(MOST_CHARACTERS)
    expect(body).toContain('and 375 more')
    expect(body).toContain('600 more targets with 300 more kinds of plans, in the log of the job')
    expect(body).not.toMatch(/<[bi]>/)
    expect(conclusion).toBe('action_required')
  })

  test('asks people to look if something is held', () => {
    const held = plan({ held: [CONFLICT], summary: { ...EXAMPLE.summary, held: 1 }, objects: [] })
    const folds = [{ targets: ['a', 'b'], summary: held.summary, changes: 0, stops: [], plan: held }]
    const { body, title, conclusion } = render({ ...large, folds, unread: [] })
    expect({ title, conclusion }).toEqual({ title: '2 held', conclusion: 'action_required' })
    expect(body).toContain('in 2 targets (a, b): ')
  })

  test('has a record of as many targets as fit: the others are not approved', () => {
    const record = writeApprovalRecord({ project: large.project, plans: large.approvals }, 60_000)
    expect(record.length).toBeLessThanOrEqual(60_000)
    const kept = readApprovals(record)?.plans ?? []
    expect(kept.length).toBeGreaterThan(400)
    expect(kept).toEqual(large.approvals.slice(0, kept.length).map(({ parts: _, ...approval }) => approval))
  })

  test('is made only from a file that nobody edited', () => {
    const text = writeFleetPlan({ ...large, folds: large.folds.slice(0, 1) })
    expect(readFleetPlan(text)?.folds[0]?.plan).toEqual(common)
    expect(() => readFleetPlan(text.replace('"action":"update"', '"action":"delete"'))).toThrow('the file was edited')
    expect(() => readFleetPlan('{"folds":[{}]}')).toThrow('the fleet plan cannot be used')
    expect(readFleetPlan('{}')).toBeUndefined()
  })
})
