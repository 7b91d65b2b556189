import { describe, expect, test } from 'vitest'
import { providerOf, readContext } from '../context.ts'
import { openForge } from '../forge.ts'
import { propose, withdraw } from '../propose.ts'
import type { Check } from '../types.ts'
import { startForge } from './server.ts'

const GITHUB = { GITHUB_TOKEN: 'ghs_x', GITHUB_REPOSITORY: 'acme/analytics' }
const HEAD = '9f3c2e1aa0b1c2d3e4f5061728394a5b6c7d8e9f'

describe('where a job runs', () => {
  test('a pull request on GitHub, from the event', () => {
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

  test('a merge request on GitLab, with the token of the project or of the job', () => {
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

  test('Gitea and Forgejo are told apart from GitHub, although their runners set the same variables', () => {
    expect(providerOf({ GITHUB_ACTIONS: 'true' })).toBe('github')
    expect(providerOf({ GITHUB_ACTIONS: 'true', GITEA_ACTIONS: 'true' })).toBe('gitea')
    expect(providerOf({ GITHUB_ACTIONS: 'true', FORGEJO_ACTIONS: 'true' })).toBe('gitea')
    expect(providerOf({ GITLAB_CI: 'true' })).toBe('gitlab')
    expect(providerOf({ CI: 'true' })).toBeUndefined()
  })

  test('a pull request on Gitea, from the event; its token is sent to no other site', () => {
    const event = JSON.stringify({ number: 12, pull_request: { head: { sha: HEAD, repo: { full_name: 'fork/it' } } } })
    const server = { GITHUB_SERVER_URL: 'https://git.acme.example' }
    const run = { GITHUB_RUN_ID: '88', GITHUB_RUN_NUMBER: '7' }
    expect(readContext('gitea', { ...GITHUB, ...server, ...run }, event)).toMatchObject({
      address: 'https://git.acme.example/api/v1',
      number: 12,
      commit: HEAD,
      isFork: true,
      run: [88],
      url: 'https://git.acme.example/acme/analytics/actions/runs/7',
    })
    const own = { GITEA_TOKEN: 'of-the-bot', GITHUB_API_URL: 'https://git.acme.example/git/api/v1' }
    expect(readContext('gitea', { ...GITHUB, ...server, ...own }, event)).toMatchObject({
      address: 'https://git.acme.example/git/api/v1',
      token: 'of-the-bot',
    })
    expect(() => readContext('gitea', GITHUB, event)).toThrow('neither GITHUB_API_URL nor GITHUB_SERVER_URL is set')
    expect(() => readContext('gitea', { ...server, GITHUB_REPOSITORY: 'acme/analytics' }, event)).toThrow('none of')
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

  test('a run started by another run finds the pull request of a fork by branch and commit', async () => {
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

  test('a job without a pull request gets an error', async () => {
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

  test('is added whenever something was checked, with any number of annotations', async () => {
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

  test('is a status on Gitea, one for each project', async () => {
    const server = await startForge('gitea')
    const env = { ...GITHUB, GITHUB_API_URL: server.url, GITHUB_SERVER_URL: 'https://git.acme.example' }
    const forge = openForge(readContext('gitea', { ...env, GITHUB_RUN_NUMBER: '7' }, event), {})
    await forge.check?.(check({ title: 'x'.repeat(300), record: '{}' }))
    await forge.check?.(check({ conclusion: 'neutral', project: 'other', record: '{}' }))
    await forge.check?.(check({ conclusion: 'success' }))
    await forge.check?.(check({ conclusion: 'neutral' }))
    await forge.check?.(check({ conclusion: 'action_required', record: '{}' }))
    await forge.check?.(check({ conclusion: 'failure' }))
    await forge.close()
    const shown = expect.stringMatching(/^https:.*\/runs\/7#boardwright-shown-[0-9a-f]{64}$/)
    const link = 'https://git.acme.example/acme/analytics/actions/runs/7'
    const context = 'Boardwright (7f3kQ2m9)'
    expect(server.checks).toMatchObject([
      { of: HEAD, context, status: 'success', description: 'x'.repeat(200), target_url: shown },
      { of: HEAD, context: 'Boardwright (other)', status: 'success', target_url: shown },
      { status: 'warning', target_url: link },
      { status: 'warning', target_url: link },
      { status: 'warning', target_url: shown },
      { status: 'failure', target_url: link },
    ])
  })

  test('does not exist on GitLab', () => {
    const context = readContext('gitlab', { CI_PROJECT_ID: '5', GITLAB_TOKEN: 'a', CI_COMMIT_SHA: HEAD }, undefined)
    expect(openForge(context, {}).check).toBeUndefined()
  })
})

test('on Gitea, which lists those of all branches and forks, is found by its own branch', async () => {
  const server = await startForge('gitea')
  const { proposals, close } = openForge(readContext('gitea', { ...GITHUB, GITHUB_API_URL: server.url }, undefined), {})
  const row = (number: number, ref: string, from: string) =>
    server.pulls.push({ number, state: 'open', head: { ref, repo: { full_name: from } } })
  row(1, 'topic', 'acme/analytics')
  row(2, 'boardwright/drift', 'fork/analytics')
  expect(await proposals.find('boardwright/drift')).toBeUndefined()
  row(3, 'boardwright/drift', 'acme/analytics')
  expect(await proposals.find('boardwright/drift')).toMatchObject({ number: 3 })
  await close()
})

test('on Gitea, an error says what the token of a job may not do, and which token may', async () => {
  const server = await startForge('gitea')
  const { proposals, branches, close } = openForge(
    readContext('gitea', { ...GITHUB, GITHUB_API_URL: server.url, GITEA_TOKEN: 'job' }, undefined),
    {},
  )
  const [branch, about] = ['boardwright/drift-production', { base: HEAD, message: 'm', files: [] }]
  const author = { name: 'Boardwright', email: 'boardwright@ci.invalid' }
  for (const tried of [
    () => proposals.open({ branch, base: 'main', title: 't', body: 'b' }),
    () => branches.write({ branch, author, ...about }, undefined),
    () => branches.remove(branch),
  ])
    await expect(tried()).rejects.toMatchObject({
      kind: 'FORGE_CONTEXT',
      hint: expect.stringContaining('Set GITEA_TOKEN'),
    })
  expect(server.sent.filter(({ method }) => method !== 'GET').map(({ url }) => url)).toEqual([
    '/api/v1/repos/acme/analytics/pulls',
  ])
  await close()
})

describe.each(['github', 'gitlab', 'gitea'] as const)('a pull request that is kept on %s', (player) => {
  test('is opened, updated, left alone, and closed', async () => {
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
