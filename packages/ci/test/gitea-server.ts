import type { GitSide } from './git-server.ts'
import type { Row, Sent, State } from './server.ts'

type Answer = (status: number, value: unknown) => unknown
type Fixture = (name: string) => Row

const REPOSITORY = '/api/v1/repos/acme/analytics'
const MISSING = { errors: null, message: "The target couldn't be found.", url: 'http://git.acme.example/api/swagger' }
const SCOPE = { message: 'token does not have at least one of required scope(s), required=[read:user]' }
/** The longest page that it gives. */
const PAGE = 50

/** What Gitea 1.24 answers. A job's token is `job`; `scopeless` is one of a user that may not say whose it is. */
export function playGitea(
  state: State,
  { method, url, body, headers }: Sent,
  answer: Answer,
  fixture: Fixture,
): unknown {
  const { pathname, searchParams: query } = new URL(url, 'http://forge')
  const path = pathname.replace(REPOSITORY, '')
  const token = headers.authorization?.replace(/^token /, '')
  const missing = (): unknown => answer(404, MISSING)
  if (pathname === '/api/v1/user') return token === 'scopeless' ? answer(403, SCOPE) : answer(200, userOf(token))
  if (path === '/issues/12/comments') {
    // Asked for any page, it gives all of them.
    if (method === 'GET') return answer(200, state.comments)
    const id = state.addComment(String(body['body']), userOf(token))
    return answer(
      201,
      state.comments.find((row) => row['id'] === id),
    )
  }
  const [, comment] = /^\/issues\/comments\/(\d+)$/.exec(path) ?? []
  if (comment !== undefined) {
    const index = state.comments.findIndex(({ id }) => String(id) === comment)
    const row = state.comments[index]
    if (!row) return missing()
    if (method === 'PATCH') return answer(200, Object.assign(row, { body: body['body'], updated_at: state.clock.now }))
    state.comments.splice(index, 1)
    return answer(204, '')
  }
  const [, sha = ''] = /^\/statuses\/([0-9a-f]+)$/.exec(path) ?? []
  if (sha) {
    const own = state.checks.filter((row) => row['of'] === sha)
    if (method === 'GET') return answer(200, paged(own, query))
    const { state: status, ...rest } = body
    const row = { id: own.length + 1, status, ...rest, creator: token === 'job' ? null : userOf(token), of: sha }
    state.checks.push({ ...row, created_at: state.clock.now, updated_at: state.clock.now })
    return answer(201, state.checks.at(-1))
  }
  const [, merged] = /^\/commits\/([0-9a-f]+)\/pull$/.exec(path) ?? []
  if (merged !== undefined) {
    const row = state.pulls.find(({ merge_commit_sha: made }) => made === merged)
    return row ? answer(200, row) : missing()
  }
  if (path === '/pulls') {
    // The parameter `head` means nothing here.
    if (method === 'GET') return answer(200, paged(state.pulls.filter(isIn(query.get('state'))), query))
    // So it is where the repository is private.
    if (token === 'job') return answer(404, { ...MISSING, message: "Can't read pulls or can't read UnitTypeCode" })
    const row = fixture('gitea-pull')
    const number = 12 + state.pulls.length
    const head = { ...(row['head'] as Row), ref: body['head'], label: body['head'] }
    state.pulls.push({ ...row, number, title: body['title'], body: body['body'], head })
    return answer(201, state.pulls.at(-1))
  }
  const [, number] = /^\/pulls\/(\d+)$/.exec(path) ?? []
  if (number !== undefined) {
    const row = state.pulls.find((each) => String(each['number']) === number)
    if (method === 'GET') return answer(200, row ?? fixture('gitea-pull'))
    return row ? answer(201, Object.assign(row, body)) : missing()
  }
  return state.git ? playGit(state.git, { method, path, body, query, isJob: token === 'job' }, answer) : missing()
}

const userOf = (token: string | undefined): Row =>
  token === 'job' ? { id: -2, login: 'gitea-actions' } : { id: 2, login: 'bot' }

const isIn =
  (wanted: string | null) =>
  ({ state }: Row): boolean =>
    wanted === null || state === wanted

const paged = (rows: readonly Row[], query: URLSearchParams): readonly Row[] => {
  const size = Math.min(Number(query.get('limit') ?? 30), PAGE)
  const start = (Number(query.get('page') ?? 1) - 1) * size
  return rows.slice(start, start + size)
}

interface Asked {
  readonly method: string
  readonly path: string
  readonly body: Row
  readonly query: URLSearchParams
  readonly isJob: boolean
}

function playGit(git: GitSide, { method, path, body, query, isJob }: Asked, answer: Answer): unknown {
  const [, what = '', rest = ''] = /^\/(branches|commits|contents|git\/trees|git\/blobs)(?:\/(.*))?$/.exec(path) ?? []
  const name = decodeURIComponent(rest)
  // The token of a job may not push, and this is how that is said.
  if (isJob && method !== 'GET') return answer(500, { message: '', url: 'http://git.acme.example/api/swagger' })
  switch (`${method} ${what}`) {
    case 'GET branches': {
      const sha = git.head(name)
      if (sha === undefined) return answer(404, MISSING)
      return answer(200, { name, commit: { id: sha, message: `${git.commit(sha).message}\n` } })
    }
    case 'POST branches': {
      const branch = String(body['new_branch_name'])
      if (git.head(branch) !== undefined) return answer(409, { message: 'The branch already exists.' })
      git.move(branch, String(body['old_ref_name']))
      return answer(201, { name: branch })
    }
    case 'DELETE branches':
      git.remove(name)
      return answer(204, '')
    case 'GET commits': {
      const emails = git.emailsSince(String(query.get('not')), String(query.get('sha')))
      const rows = emails.map((email, index) => ({ sha: `${index}`.padStart(40, '0'), commit: { author: { email } } }))
      return answer(200, paged(rows, query))
    }
    case 'GET git/trees': {
      const rows = git.files(name)
      // Two to a page, so that there are several.
      const from = (Number(query.get('page')) - 1) * 2
      return answer(200, { sha: name, tree: rows.slice(from, from + 2), truncated: from + 2 < rows.length })
    }
    case 'GET git/blobs':
      return answer(200, { sha: name, encoding: 'base64', content: git.content(name).toString('base64') })
    case 'POST contents':
      return change(git, body, answer)
    default:
      return answer(404, MISSING)
  }
}

function change(git: GitSide, { branch, files, message, author }: Row, answer: Answer): unknown {
  const head = git.head(String(branch))
  if (head === undefined) return answer(404, { message: `branch does not exist [repo_id: 1 name: ${branch}]` })
  const held = new Map(git.files(head).map(({ path, sha }) => [path, sha]))
  for (const { path, operation, sha } of files as Row[]) {
    const there = held.get(String(path))
    if (operation === 'create' && there !== undefined)
      return answer(422, { message: `repository file already exists [path: ${path}]` })
    if (operation !== 'create' && there !== sha)
      return answer(422, { message: `sha does not match [given: ${sha}, expected: ${there}]` })
  }
  const entries = (files as Row[]).map(({ path, operation, content }) => ({
    path: String(path),
    sha: operation === 'delete' ? null : git.blob(Buffer.from(String(content), 'base64')),
  }))
  const email = String((author as Row)['email'])
  const made = git.make(git.tree(head, entries), [head], String(message).trim(), email)
  git.move(String(branch), made)
  return answer(201, { commit: { sha: made } })
}
