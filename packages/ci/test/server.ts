import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { onTestFinished } from 'vitest'
import { type GitSide, gitSide } from './git-server.ts'
import { playGitea } from './gitea-server.ts'

/** A local server that plays the APIs of GitHub, GitLab and Gitea, from rows as those sites answer them. */
const FIXTURES = resolve('packages/ci/test/fixtures')
const fixture = (name: string): Row => JSON.parse(readFileSync(join(FIXTURES, `${name}.json`), 'utf8'))
export const ERRORS = fixture('errors')

export type Row = Record<string, unknown>

export interface Sent {
  readonly method: string
  /** With the query. */
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: Row
}

/** An answer that somebody ordered: it is given instead of the right one. `true` lets the right one through. */
type Instead = (sent: Sent, response: ServerResponse) => boolean | Promise<boolean>

export interface ForgeServer {
  readonly player: Player
  readonly url: string
  readonly sent: Sent[]
  readonly lines: () => string[]
  readonly comments: Row[]
  readonly pulls: Row[]
  readonly checks: Row[]
  /** When it is: what is written is of then. */
  readonly clock: { now: string }
  /** Asked before each request, in the order they were given. */
  readonly insteads: Instead[]
  readonly addComment: (body: string, author?: Row) => number
  readonly bodies: () => string[]
  close(): Promise<void>
}

export const answerWith = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): false => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const type = typeof body === 'string' ? 'text/html' : 'application/json'
  response.writeHead(status, { 'content-type': type, 'x-github-request-id': 'C0DE:1', ...headers })
  response.end(text)
  return false
}

const PLAYERS = {
  github: { play: playGithub, base: '', comment: 'github-comment', author: 'user' },
  gitlab: { play: playGitlab, base: '/api/v4', comment: 'gitlab-note', author: 'author' },
  gitea: {
    play: (state: State, sent: Sent, response: ServerResponse) =>
      playGitea(state, sent, (status, value) => answerWith(response, status, value), fixture),
    ...{ base: '/api/v1', comment: 'gitea-comment', author: 'user' },
  },
} as const
export type Player = keyof typeof PLAYERS

export async function startForge(player: Player, repository?: string): Promise<ForgeServer> {
  const server = await openForgeServer(player, repository)
  onTestFinished(() => server.close())
  return server
}

/** `repository` is a bare one, for commits that are made of data. */
export async function openForgeServer(player: Player, repository?: string): Promise<ForgeServer> {
  const state: State = {
    player,
    git: repository === undefined ? undefined : gitSide(repository),
    sent: [],
    comments: [],
    pulls: [],
    checks: [],
    clock: { now: '2026-11-20T08:00:00Z' },
    insteads: [],
    lines: () => state.sent.map(({ method, url }) => `${method} ${url.split('?')[0]}`),
    bodies: () => state.comments.map((comment) => String(comment['body'])),
    addComment(body, author) {
      const { comment, author: key } = PLAYERS[player]
      const row = { ...fixture(comment), body }
      const id = 1000 + ids++
      state.comments.push({ ...row, id, updated_at: state.clock.now, ...(author && { [key]: author }) })
      return id
    },
  }
  let ids = 1
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString('utf8')
    const body = text === '' ? {} : (JSON.parse(text) as Row)
    const sent = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body }
    state.sent.push(sent)
    for (const instead of [...state.insteads]) if (!(await instead(sent, response))) return
    try {
      PLAYERS[player].play(state, sent, response)
    } catch (cause) {
      answerWith(response, 400, { message: String(cause) })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    ...state,
    url: `http://127.0.0.1:${port}${PLAYERS[player].base}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export type State = Omit<ForgeServer, 'url' | 'close'> & { readonly git: GitSide | undefined }

const page = (rows: readonly Row[], query: URLSearchParams): readonly Row[] => {
  const size = Number(query.get('per_page') ?? 30)
  const start = (Number(query.get('page') ?? 1) - 1) * size
  return rows.slice(start, start + size)
}

const indexOf = (rows: readonly Row[], path: string): number =>
  rows.findIndex(({ id }) => String(id) === path.split('/').at(-1))

function playGithub(state: State, { method, url, body }: Sent, response: ServerResponse): unknown {
  const { pathname: path, searchParams: query } = new URL(url, 'http://forge')
  const answer = (status: number, value: unknown): unknown => answerWith(response, status, value)
  const notFound = (): unknown => answer(404, ERRORS['github 404'])
  if (path === '/user') return answer(403, ERRORS['github 403'])
  if (path === '/repos/acme/analytics/issues/12/comments') {
    if (method === 'GET') return answer(200, page(state.comments, query))
    if (String(body['body']).length > 65_536) return answer(422, ERRORS['github 422'])
    const id = state.addComment(String(body['body']))
    return answer(
      201,
      state.comments.find((row) => row['id'] === id),
    )
  }
  if (path.startsWith('/repos/acme/analytics/issues/comments/'))
    return changeComment(state, method, path, body, answer, notFound)
  if (path === '/repos/acme/analytics/pulls') {
    if (method === 'GET') {
      const open = state.pulls.filter(
        ({ state: is, head }) => is === 'open' && (head as Row)['label'] === query.get('head'),
      )
      return answer(200, page(open, query))
    }
    const row = fixture('github-pull')
    const head = { ...(row['head'] as Row), label: `acme:${body['head']}`, ref: body['head'] }
    state.pulls.push({ ...row, title: body['title'], body: body['body'], head, base: { ref: body['base'] } })
    return answer(201, state.pulls.at(-1))
  }
  if (path.startsWith('/repos/acme/analytics/pulls/')) {
    const pull = state.pulls.find(({ number }) => String(number) === path.split('/').at(-1))
    if (!pull) return notFound()
    return answer(200, Object.assign(pull, body))
  }
  const [, ofCommit] = /^\/repos\/acme\/analytics\/commits\/([0-9a-f]+)\/pulls$/.exec(path) ?? []
  if (ofCommit !== undefined) {
    const rows = state.pulls.filter(({ commits }) => (commits as string[] | undefined)?.includes(ofCommit))
    return answer(200, page(rows, query))
  }
  if (path.startsWith('/repos/acme/analytics/git/') || path.startsWith('/repos/acme/analytics/compare/')) {
    return state.git ? playGithubGit(state.git, { method, path, body }, answer) : notFound()
  }
  if (path.endsWith('/check-runs') && method === 'GET') {
    const rows = state.checks.filter(
      ({ name, head_sha: sha }) => name === query.get('check_name') && path.includes(String(sha)),
    )
    return answer(200, { total_count: rows.length, check_runs: page(rows, query) })
  }
  if (path === '/repos/acme/analytics/check-runs') {
    const made = { id: 7000 + state.checks.length, app: { slug: 'github-actions' }, completed_at: state.clock.now }
    state.checks.push({ ...made, ...body })
    return answer(201, state.checks.at(-1))
  }
  if (path.startsWith('/repos/acme/analytics/check-runs/')) {
    const check = state.checks[indexOf(state.checks, path)]
    return check ? answer(200, Object.assign(check, body)) : notFound()
  }
  return notFound()
}

interface Asked {
  readonly method: string
  readonly path: string
  readonly body: Row
}

function playGithubGit(git: GitSide, { method, path, body }: Asked, answer: Answer): unknown {
  const [, what = '', rest = ''] = /^\/repos\/acme\/analytics\/(git\/[a-z]+|compare)(?:\/(.*))?$/.exec(path) ?? []
  const name = decodeURIComponent(rest)
  const branch = name.replace(/^heads\//, '')
  switch (`${method} ${what}`) {
    case 'GET git/ref': {
      const sha = git.head(branch)
      return sha === undefined ? answer(404, ERRORS['github 404']) : answer(200, { object: { type: 'commit', sha } })
    }
    case 'GET git/commits': {
      const { tree, message } = git.commit(name)
      return answer(200, { sha: name, tree: { sha: tree }, message })
    }
    case 'GET compare': {
      const [base = '', commit = ''] = name.split('...')
      const emails = git.emailsSince(base, commit)
      return answer(200, { commits: emails.map((email) => ({ commit: { author: { email } } })) })
    }
    case 'POST git/blobs':
      return answer(201, { sha: git.blob(Buffer.from(String(body['content']), 'base64')) })
    case 'POST git/trees': {
      const entries = (body['tree'] as Row[]).map((entry) => ({
        path: String(entry['path']),
        sha: 'content' in entry ? git.blob(Buffer.from(String(entry['content']))) : (entry['sha'] as string | null),
      }))
      return answer(201, { sha: git.tree(String(body['base_tree']), entries) })
    }
    case 'POST git/commits': {
      const author = body['author'] as Row
      const parents = body['parents'] as string[]
      return answer(201, {
        sha: git.make(String(body['tree']), parents, String(body['message']), String(author['email'])),
      })
    }
    case 'POST git/refs':
      git.move(String(body['ref']).replace('refs/heads/', ''), String(body['sha']))
      return answer(201, { ref: body['ref'] })
    case 'PATCH git/refs':
      return git.move(branch, String(body['sha']), body['force'] === true)
        ? answer(200, { ref: name })
        : answer(422, { message: 'Update is not a fast forward' })
    case 'DELETE git/refs':
      git.remove(branch)
      return answer(204, '')
    default:
      return answer(404, ERRORS['github 404'])
  }
}

function playGitlabGit(git: GitSide, { method, path, body }: Asked, query: URLSearchParams, answer: Answer): unknown {
  const [, what = '', rest = ''] = /^\/api\/v4\/projects\/5\/repository\/([a-z]+)(?:\/(.*))?$/.exec(path) ?? []
  const branch = decodeURIComponent(rest)
  switch (`${method} ${what}`) {
    case 'GET branches': {
      const sha = git.head(branch)
      if (sha === undefined) return answer(404, { message: '404 Branch Not Found' })
      return answer(200, { name: branch, commit: { id: sha, message: git.commit(sha).message } })
    }
    case 'DELETE branches':
      git.remove(branch)
      return answer(204, '')
    case 'GET compare': {
      const emails = git.emailsSince(query.get('from') ?? '', query.get('to') ?? '')
      return answer(200, { commits: emails.map((email) => ({ author_email: email })) })
    }
    case 'POST commits': {
      const start = String(body['start_sha'])
      const entries = (body['actions'] as Row[]).map(({ action, file_path: file, content }) => ({
        path: String(file),
        sha: action === 'delete' ? null : git.blob(Buffer.from(String(content), 'base64')),
      }))
      const tree = git.tree(start, entries)
      const made = git.make(tree, [start], String(body['commit_message']), String(body['author_email']))
      if (!git.move(String(body['branch']), made, body['force'] === true)) return answer(400, { message: 'exists' })
      return answer(201, { id: made })
    }
    default:
      return answer(404, { message: '404 Not found' })
  }
}

type Answer = (status: number, value: unknown) => unknown

function changeComment(
  { comments, clock }: State,
  method: string,
  path: string,
  body: Row,
  answer: (status: number, value: unknown) => unknown,
  notFound: () => unknown,
): unknown {
  const index = indexOf(comments, path)
  const comment = comments[index]
  if (!comment) return notFound()
  if (method === 'DELETE') {
    comments.splice(index, 1)
    return answer(204, '')
  }
  return answer(200, Object.assign(comment, { body: body['body'], updated_at: clock.now }))
}

function playGitlab(state: State, { method, url, body, headers }: Sent, response: ServerResponse): unknown {
  const { pathname: path, searchParams: query } = new URL(url, 'http://forge')
  const answer = (status: number, value: unknown): unknown => answerWith(response, status, value)
  const notFound = (): unknown => answer(404, { message: '404 Not found' })
  const base = '/api/v4/projects/5/merge_requests'
  if (headers['private-token'] === undefined && headers['job-token'] === undefined)
    return answer(401, ERRORS['gitlab 401'])
  if (path === '/api/v4/user') {
    return headers['private-token'] === undefined
      ? answer(403, ERRORS['gitlab scope'])
      : answer(200, { id: 77, username: 'bot' })
  }
  if (path === `${base}/12/notes`) {
    if (method === 'GET') return answer(200, page(state.comments, query))
    const id = state.addComment(String(body['body']))
    return answer(
      201,
      state.comments.find((row) => row['id'] === id),
    )
  }
  if (path.startsWith(`${base}/12/notes/`)) return changeComment(state, method, path, body, answer, notFound)
  if (path === base) {
    if (method === 'GET') {
      const open = state.pulls.filter(
        ({ state: is, source_branch: branch }) => is === 'opened' && branch === query.get('source_branch'),
      )
      return answer(200, page(open, query))
    }
    state.pulls.push({ ...fixture('gitlab-merge-request'), ...body })
    return answer(201, state.pulls.at(-1))
  }
  const [, ofCommit] = /^\/api\/v4\/projects\/5\/repository\/commits\/([0-9a-f]+)\/merge_requests$/.exec(path) ?? []
  if (ofCommit !== undefined) {
    const rows = state.pulls.filter(({ commits }) => (commits as string[] | undefined)?.includes(ofCommit))
    return answer(200, page(rows, query))
  }
  if (path.startsWith('/api/v4/projects/5/repository/')) {
    return state.git ? playGitlabGit(state.git, { method, path, body }, query, answer) : notFound()
  }
  if (path === `${base}/12` && method === 'GET') {
    return answer(200, state.pulls.find(({ iid }) => iid === 12) ?? { ...fixture('gitlab-merge-request'), iid: 12 })
  }
  const pull = state.pulls.find(({ iid }) => path === `${base}/${iid}`)
  if (!pull) return notFound()
  return answer(200, Object.assign(pull, body['state_event'] === 'close' ? { state: 'closed' } : body))
}
