import { describe, expect, test } from 'vitest'
import { readContext } from '../context.ts'
import { type Forge, openForge } from '../forge.ts'
import { readRecord, recordLine } from '../record.ts'
import type { Shown } from '../shown.ts'
import { type ForgeServer, startForge } from './server.ts'

const [HEAD, MERGE, OTHER] = ['9f3c2e1'.padEnd(40, '0'), '41ab9c0'.padEnd(40, '0'), 'c0ffee0'.padEnd(40, '0')]
const ABOUT = { project: '7f3kQ2m9', marker: '<!-- boardwright:7f3kQ2m9 -->' }
const RECORD = '{"format":1}'
const [BEFORE, MERGED, AFTER] = ['2026-11-20T08:00:00Z', '2026-11-20T09:00:00Z', '2026-11-20T10:00:00Z']

const opened = (server: ForgeServer, env: Readonly<Record<string, string>>, event?: string): Forge => {
  const common = {
    ...{ GITHUB_API_URL: server.url, GITHUB_REPOSITORY: 'acme/analytics', GITHUB_TOKEN: 'ghs_secret' },
    ...{ CI_API_V4_URL: server.url, CI_PROJECT_ID: '5', GITLAB_TOKEN: 'glpat-secret', GITEA_TOKEN: 'job' },
  }
  return openForge(readContext(server.player, { ...common, ...env }, event), {})
}

/** What the job of the pull request leaves. */
async function show(server: ForgeServer, record: string | undefined, at = BEFORE): Promise<void> {
  server.clock.now = at
  const event = JSON.stringify({
    pull_request: { number: 12, head: { sha: HEAD, repo: { full_name: 'acme/analytics' } } },
  })
  const forge = opened(server, { CI_MERGE_REQUEST_IID: '12' }, event)
  const check = { conclusion: 'success' as const, title: 't', summary: 's', annotations: [] }
  await forge.comment({ marker: ABOUT.marker, body: `${ABOUT.marker}\ntext`, record })
  await forge.check?.({ project: ABOUT.project, record, ...check })
  await forge.close()
}

/** What the job finds that applies, on the branch that was merged into. */
async function shownFor(
  server: ForgeServer,
  commit: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Shown> {
  const forge = opened(server, { GITHUB_REF: 'refs/heads/main', CI_COMMIT_BRANCH: 'main', ...env })
  try {
    return await forge.shownFor(commit, ABOUT)
  } finally {
    await forge.close()
  }
}

const PULLS = {
  github: {
    ...{ number: 12, state: 'closed', merged_at: MERGED, merge_commit_sha: MERGE, commits: [MERGE, OTHER] },
    head: { label: 'acme:topic', sha: HEAD },
    base: { ref: 'main', repo: { full_name: 'acme/analytics' } },
  },
  gitlab: {
    ...{ iid: 12, state: 'merged', merged_at: MERGED, merge_commit_sha: MERGE, sha: HEAD, commits: [MERGE, OTHER] },
    ...{ target_branch: 'main', source_project_id: 5, target_project_id: 5 },
  },
  gitea: {
    ...{ number: 12, state: 'closed', merged: true, merged_at: MERGED, merge_commit_sha: MERGE },
    ...{ head: { ref: 'topic', sha: HEAD }, base: { ref: 'main' } },
  },
} as const

describe.each(['github', 'gitlab', 'gitea'] as const)('what was shown before a merge, on %s', (player) => {
  const begin = async (pull: Readonly<Record<string, unknown>> = {}): Promise<ForgeServer> => {
    const server = await startForge(player)
    await show(server, RECORD)
    server.pulls.push({ ...PULLS[player], ...pull })
    return server
  }

  test('is found from the commit', async () => {
    expect(await shownFor(await begin(), MERGE)).toEqual({ number: 12, record: RECORD })
  })

  test('is the last one that was shown before it, nothing that was shown later', async () => {
    const server = await startForge(player)
    await show(server, 'old')
    await show(server, RECORD, '2026-11-20T08:30:00Z')
    server.pulls.push(PULLS[player])
    await show(server, 'made to fit', AFTER)
    expect(await shownFor(server, MERGE)).toEqual({ number: 12, record: RECORD })
  })

  test.each([
    ['a commit that nobody merged', OTHER, {}],
    ['a commit of another pull request', 'b'.repeat(40), {}],
    ['a pull request that was closed without a merge', MERGE, { merged_at: null, merged: false, state: 'closed' }],
    ['one that was merged into another branch', MERGE, { base: { ref: 'topic' }, target_branch: 'topic' }],
  ])('is nothing for %s', async (_, commit, pull) => {
    expect(await shownFor(await begin(pull), commit)).toEqual({ number: undefined })
  })

  test('approves nothing if nothing was recorded: the plan is from a fork, or there is none', async () => {
    const server = await startForge(player)
    await show(server, undefined)
    server.pulls.push(PULLS[player])
    expect(await shownFor(server, MERGE)).toEqual({ number: 12, problem: expect.stringContaining('approves nothing') })
  })

  test('belongs to one project', async () => {
    const server = await begin()
    const forge = opened(server, { GITHUB_REF: 'refs/heads/main', CI_COMMIT_BRANCH: 'main' })
    const other = { project: 'other', marker: '<!-- boardwright:other -->' }
    expect(await forge.shownFor(MERGE, other)).toEqual({ number: 12, problem: expect.any(String) })
    await forge.close()
  })

  test('a job without a branch gets an error', async () => {
    const server = await begin()
    const env = { GITHUB_REF: 'refs/pull/12/merge', CI_COMMIT_BRANCH: '' }
    await expect(shownFor(server, MERGE, env)).rejects.toMatchObject({ kind: 'FORGE_CONTEXT' })
  })
})

describe('who may have written the record', () => {
  test('GitHub: the app of its jobs, and no other app', async () => {
    const server = await startForge('github')
    server.pulls.push(PULLS.github)
    await show(server, RECORD)
    Object.assign(server.checks[0] ?? {}, { app: { slug: 'somebody' } })
    expect(await shownFor(server, MERGE)).toEqual({ number: 12, problem: expect.stringContaining('no check') })
  })

  test('GitHub: not a comment, because members may edit it', async () => {
    const server = await startForge('github')
    server.pulls.push(PULLS.github)
    server.addComment(`${ABOUT.marker}\ntext\n\n${recordLine(RECORD)}`)
    expect(await shownFor(server, MERGE)).toMatchObject({ problem: expect.any(String) })
  })

  test('GitLab: the user of the token, and nobody else', async () => {
    const server = await startForge('gitlab')
    server.pulls.push(PULLS.gitlab)
    server.addComment(`${ABOUT.marker}\ntext\n\n${recordLine(RECORD)}`, { id: 78, username: 'mallory' })
    expect(await shownFor(server, MERGE)).toEqual({ number: 12, problem: expect.stringContaining('is not there') })
  })

  test('GitLab: not a comment that somebody edited after the merge', async () => {
    const server = await startForge('gitlab')
    await show(server, RECORD)
    server.pulls.push(PULLS.gitlab)
    Object.assign(server.comments[0] ?? {}, {
      body: `${ABOUT.marker}\n\n${recordLine('made to fit')}`,
      updated_at: AFTER,
    })
    expect(await shownFor(server, MERGE)).toEqual({ number: 12, problem: expect.stringContaining('was changed') })
  })

  test('GitLab: nothing if the token does not say whose it is', async () => {
    const server = await startForge('gitlab')
    server.pulls.push(PULLS.gitlab)
    const env = { GITLAB_TOKEN: '', CI_JOB_TOKEN: 'job' }
    await expect(shownFor(server, MERGE, env)).rejects.toMatchObject({ kind: 'FORGE_CONTEXT' })
  })
})

describe('Gitea, where everybody with write access may edit every comment', () => {
  const begin = async (): Promise<ForgeServer> => {
    const server = await startForge('gitea')
    await show(server, RECORD)
    server.pulls.push(PULLS.gitea)
    return server
  }

  test('a comment that somebody edited no longer matches its status', async () => {
    const server = await begin()
    Object.assign(server.comments[0] ?? {}, { body: `${ABOUT.marker}\n\n${recordLine('made to fit')}` })
    expect(await shownFor(server, MERGE)).toEqual({ number: 12, problem: expect.stringContaining('is not the one') })
  })

  test('a status from a person does not count', async () => {
    const server = await begin()
    Object.assign(server.checks[0] ?? {}, { creator: { id: 9, login: 'mallory' } })
    expect(await shownFor(server, MERGE)).toEqual({ number: 12, problem: expect.stringContaining('no status') })
  })

  test('of two statuses within a second, the later one counts', async () => {
    const server = await startForge('gitea')
    await show(server, 'old')
    await show(server, RECORD)
    server.pulls.push(PULLS.gitea)
    expect(await shownFor(server, MERGE)).toEqual({ number: 12, record: RECORD })
  })

  test('with the token of a user, only what that user wrote counts, not what jobs wrote', async () => {
    const server = await begin()
    expect(await shownFor(server, MERGE, { GITEA_TOKEN: 'of-the-bot' })).toMatchObject({ problem: expect.any(String) })
    await expect(shownFor(server, MERGE, { GITEA_TOKEN: 'scopeless' })).rejects.toMatchObject({ kind: 'FORGE_CONTEXT' })
  })

  test('the record stays as it is after the merge', async () => {
    const server = await begin()
    const before = server.bodies()
    await show(server, 'made to fit', AFTER)
    expect(server.bodies()).toEqual(before)
  })
})

describe('the line of a record', () => {
  test('is read at the end of a comment, with or without the line of a run below it', () => {
    expect(readRecord(`text\n\n${recordLine(RECORD)}`)).toBe(RECORD)
    expect(readRecord(`text\r\n\r\n${recordLine(RECORD)}\r\n\r\n<!-- boardwright-run:1.2 -->\r\n`)).toBe(RECORD)
  })

  test('is ignored further up in the text, whoever wrote it', () => {
    expect(readRecord(`\`\`\`\n${recordLine('made up')}\n\`\`\`\n\nlast`)).toBeUndefined()
    expect(readRecord(`${recordLine('made up')}\n${recordLine(RECORD)}\n`)).toBe(RECORD)
  })
})
