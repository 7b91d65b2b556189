import { createServer } from 'node:http'

/** As much of GitHub's API as the shipped jobs ask. */
const REPOSITORY = '/repos/acme/analytics'

export async function startGithub() {
  const state = { comments: [], checks: [], pulls: [] }
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const { pathname } = new URL(request.url, 'http://github')
    const [status, value] = answerTo(state, request.method, pathname.replace(REPOSITORY, ''), text && JSON.parse(text))
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  })
  await new Promise((done) => server.listen(0, '127.0.0.1', done))
  return {
    ...state,
    url: `http://127.0.0.1:${server.address().port}`,
    stop: () => server.closeAllConnections() ?? server.close(),
  }
}

const BOT = { login: 'github-actions[bot]', type: 'Bot' }
const MISSING = [404, { message: 'Not Found' }]

const ROUTES = [
  [/^GET \/user$/, () => [403, { message: 'Resource not accessible by integration' }]],
  [/^GET \/pulls$/, () => [200, []]],
  [/^GET \/issues\/\d+\/comments$/, ({ comments }) => [200, comments]],
  [
    /^POST \/issues\/\d+\/comments$/,
    ({ comments }, _, { body }) => {
      comments.push({ id: comments.length + 1, body, user: BOT, updated_at: new Date().toISOString() })
      return [201, comments.at(-1)]
    },
  ],
  [
    /^PATCH \/issues\/comments\/(\d+)$/,
    ({ comments }, [id], { body }) => [
      200,
      Object.assign(
        comments.find((each) => String(each.id) === id),
        { body },
      ),
    ],
  ],
  [
    /^POST \/check-runs$/,
    ({ checks }, _, body) => {
      const made = { id: checks.length + 1, app: { slug: 'github-actions' }, completed_at: new Date().toISOString() }
      checks.push({ ...made, ...body })
      return [201, checks.at(-1)]
    },
  ],
  [
    /^GET \/commits\/(\w+)\/check-runs$/,
    ({ checks }, [sha]) => [200, { check_runs: checks.filter(({ head_sha: of }) => of === sha) }],
  ],
  [
    /^GET \/commits\/(\w+)\/pulls$/,
    ({ pulls }, [sha]) => [200, pulls.filter(({ merge_commit_sha: merged }) => merged === sha)],
  ],
]

function answerTo(state, method, path, body) {
  for (const [pattern, answer] of ROUTES) {
    const found = pattern.exec(`${method} ${path}`)
    if (found) return answer(state, found.slice(1), body)
  }
  return MISSING
}
