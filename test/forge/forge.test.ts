import { describe, expect, test } from 'vitest'
import { readContext } from '../../src/forge/context.ts'
import { openForge } from '../../src/forge/forge.ts'
import { propose, withdraw } from '../../src/forge/propose.ts'
import type { Check } from '../../src/forge/types.ts'
import { startForge } from './server.ts'

const GITHUB = { GITHUB_TOKEN: 'ghs_x', GITHUB_REPOSITORY: 'acme/analytics' }
const HEAD = '9f3c2e1aa0b1c2d3e4f5061728394a5b6c7d8e9f'

describe('where a job runs', () => {
  test('a pull request of GitHub, by the event', () => {
    const event = JSON.stringify({ pull_request: { number: 12, head: { sha: HEAD } } })
    const env = { ...GITHUB, GITHUB_RUN_ID: '88', GITHUB_RUN_ATTEMPT: '2', GITHUB_SERVER_URL: 'https://github.com' }
    expect(readContext('github', env, event)).toMatchObject({
      address: 'https://api.github.com',
      number: 12,
      commit: HEAD,
      run: [88, 2],
      url: 'https://github.com/acme/analytics/actions/runs/88',
    })
  })

  test('a merge request of GitLab, with the token of the project or of the job', () => {
    const env = { CI_API_V4_URL: 'https://git.acme.example/api/v4', CI_PROJECT_ID: '5', CI_MERGE_REQUEST_IID: '12' }
    expect(readContext('gitlab', { ...env, GITLAB_TOKEN: 'a', CI_JOB_TOKEN: 'b' }, undefined)).toMatchObject({
      address: 'https://git.acme.example/api/v4',
      token: 'a',
      isJobToken: false,
    })
    expect(readContext('gitlab', { ...env, CI_JOB_TOKEN: 'b' }, undefined)).toMatchObject({
      token: 'b',
      isJobToken: true,
    })
  })

  test.each([
    ['http://api.example', 'unencrypted'],
    ['https://me:pw@api.example', 'a user name or a password'],
    ['nonsense', 'must be a URL'],
  ])('no token goes to %s', (address, why) => {
    const read = () => readContext('github', { ...GITHUB, GITHUB_API_URL: address }, undefined)
    expect(read).toThrow(expect.objectContaining({ kind: 'URL_REFUSED', message: expect.stringContaining(why) }))
    expect(read).not.toThrow('pw')
  })

  test('without a token or a repository it says which variable is missing', () => {
    expect(() => readContext('github', { GITHUB_REPOSITORY: 'acme/analytics' }, undefined)).toThrow(
      'GITHUB_TOKEN is not set',
    )
    expect(() => readContext('gitlab', {}, undefined)).toThrow('neither GITLAB_TOKEN nor CI_JOB_TOKEN is set')
  })

  test('a run that another one started finds the pull request of the fork by its branch and commit', async () => {
    const server = await startForge('github')
    server.pulls.push(
      { number: 11, state: 'open', head: { label: 'fork:topic', sha: '0'.repeat(40) } },
      { number: 12, state: 'open', head: { label: 'fork:topic', sha: HEAD } },
    )
    const event = JSON.stringify({
      workflow_run: {
        head_branch: 'topic',
        head_sha: HEAD,
        head_repository: { owner: { login: 'fork' } },
        pull_requests: [],
      },
    })
    const forge = openForge(readContext('github', { ...GITHUB, GITHUB_API_URL: server.url }, event), {})
    expect(await forge.comment({ marker: '<!-- m -->', body: '<!-- m -->\nx', record: undefined })).toEqual({
      posted: 'created',
      number: 12,
    })
    await forge.close()
  })

  test('a job of no pull request is told so', async () => {
    const server = await startForge('github')
    const forge = openForge(readContext('github', { ...GITHUB, GITHUB_API_URL: server.url }, '{}'), {})
    await expect(forge.comment({ marker: 'm', body: 'm', record: undefined })).rejects.toMatchObject({
      code: 'BW-E3001',
      exit: 64,
    })
    expect(server.sent).toEqual([])
    await forge.close()
  })
})

describe('the check of a commit', () => {
  const check = (more: Partial<Check> = {}): Check => ({
    ...{ project: '7f3kQ2m9', record: undefined, conclusion: 'success' as const },
    ...{ title: '1 dashboard changes', summary: 'text', annotations: [] },
    ...more,
  })
  const event = JSON.stringify({ pull_request: { number: 12, head: { sha: HEAD } } })

  test('is added whenever something was checked, and takes any number of annotations', async () => {
    const server = await startForge('github')
    const forge = openForge(readContext('github', { ...GITHUB, GITHUB_API_URL: server.url }, event), {})
    await forge.check?.(check())
    const annotations = Array.from({ length: 120 }, (_, line) => ({
      ...{ file: 'content/a.yaml', line: line + 1, level: 'failure' as const, title: 'BW-E1203', message: 'no report' },
    }))
    await forge.check?.(check({ conclusion: 'failure', annotations }))
    await forge.close()
    const common = { name: 'Boardwright', external_id: '7f3kQ2m9', head_sha: HEAD, status: 'completed' }
    expect(server.checks).toMatchObject([
      { ...common, conclusion: 'success' },
      { ...common, conclusion: 'failure' },
    ])
    const sizes = server.sent.flatMap(({ body }) => {
      const output = body['output'] as { readonly annotations: readonly unknown[] } | undefined
      return output ? [output.annotations.length] : []
    })
    expect(sizes).toEqual([0, 50, 50, 20])
  })

  test('GitLab has none', () => {
    const context = readContext('gitlab', { CI_PROJECT_ID: '5', GITLAB_TOKEN: 'a', CI_COMMIT_SHA: HEAD }, undefined)
    expect(openForge(context, {}).check).toBeUndefined()
  })
})

describe.each(['github', 'gitlab'] as const)('a pull request that is kept on %s', (player) => {
  test('is opened, brought up to date, left alone, and closed', async () => {
    const server = await startForge(player)
    const env = {
      ...GITHUB,
      GITHUB_API_URL: server.url,
      CI_API_V4_URL: server.url,
      CI_PROJECT_ID: '5',
      GITLAB_TOKEN: 'a',
    }
    const { proposals, close } = openForge(readContext(player, env, undefined), {})
    const proposal = { branch: 'boardwright/drift-production', base: 'main', title: 'Take UI edits', body: 'two' }
    const did = []
    did.push((await propose(proposals, proposal)).did)
    did.push((await propose(proposals, proposal)).did)
    did.push((await propose(proposals, { ...proposal, body: 'three' })).did)
    did.push((await withdraw(proposals, proposal.branch)).did)
    did.push((await withdraw(proposals, proposal.branch)).did)
    did.push((await propose(proposals, proposal)).did)
    expect(did).toEqual(['opened', 'unchanged', 'updated', 'closed', 'nothing', 'opened'])
    expect(server.pulls).toHaveLength(2)
    await close()
  })
})
