import { execFile, execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { startGithub } from './github.mjs'
import { must, NET, openProject, PACKAGE, PROGRAM, TOP, tellComment } from './project.mjs'

/** The shipped workflows of GitHub as `act` runs them on this machine: which jobs, in which order, with which conditions. */
const WORKFLOWS = join(PACKAGE, 'examples/ci/github')
const REPOSITORY = 'acme/analytics'
const CHECKED = 'check/comment success, check/plan success, check/try success'
const ACTIONS = join(import.meta.dirname, 'actions')

export async function actThrough({ act, sandbox, folder, say }) {
  const github = await startGithub()
  try {
    await live({ act, sandbox, folder, say, github })
  } finally {
    github.stop()
  }
}

async function live({ act, sandbox, folder, say, github }) {
  const { work, git, edit, save, previews } = await openProject({ sandbox, folder, settings: '.github' })
  const remote = join(folder, 'remote.git')
  execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch', 'main', remote])
  git('remote', 'add', 'origin', 'https://github.com/acme/analytics')
  mkdirSync(join(work, '.github/workflows'), { recursive: true })
  cpSync(WORKFLOWS, join(work, '.github/workflows'), { recursive: true })
  const push = (message, branch) => {
    const sha = save(message)
    git('push', '--quiet', remote, `HEAD:refs/heads/${branch}`)
    return sha
  }
  const base = push('The workflows', 'main')
  const start = startOf({ act, sandbox, folder, work, remote, github })
  const repo = { full_name: REPOSITORY }
  const requestAs = (action, sha) => ({
    ...{ action, number: 1, repository: { ...repo, default_branch: 'main' } },
    pull_request: { number: 1, head: { sha, ref: 'twenty', repo }, base: { sha: base, ref: 'main', repo } },
  })
  const pushOf = (sha) => ({ repository: repo, ref: 'refs/heads/main', after: sha })
  const after = async (event, body, expected) => {
    const { jobs, said } = await start(event, body)
    if (jobs !== expected) throw new Error(`ran ${jobs}, not ${expected}\n${said}`)
    say(`  jobs       ${jobs}`)
    return said
  }
  const tellShown = (sha) => {
    must(github.comments.length === 1, `there are ${github.comments.length} comments`)
    const [headline, ...more] = tellComment(github.comments[0].body)
    say(`  comment    ${headline}`)
    for (const line of more) say(`             ${line}`)
    const check = github.checks.findLast(({ head_sha: of }) => of === sha)
    must(check, 'there is no check')
    say(`  check      ${check.conclusion}: ${check.output.title}`)
  }
  const tellPreviews = async () => say(`  previews   ${(await previews()).join(', ') || 'none'}`)

  say('A pull request is opened')
  git('checkout', '--quiet', '-b', 'twenty')
  edit(TOP, 'limit: 100', 'limit: 20')
  const first = push('Twenty customers are enough', 'twenty')
  await after('pull_request', requestAs('opened', first), CHECKED)
  tellShown(first)
  await tellPreviews()

  say('A push to its branch: the same comment says what is true now')
  edit(NET, 'title: Net revenue', 'title: Net revenue, all channels')
  const second = push('Say what it counts', 'twenty')
  await after('pull_request', requestAs('synchronize', second), CHECKED)
  tellShown(second)

  say('It is merged')
  git('checkout', '--quiet', 'main')
  git('merge', '--quiet', '--no-ff', '--message', 'Merge', 'twenty')
  const merged = git('rev-parse', 'HEAD')
  git('push', '--quiet', remote, 'main')
  github.pulls.push({
    ...{ number: 1, merge_commit_sha: merged, merged_at: new Date().toISOString() },
    ...{ head: { sha: second }, base: { ref: 'main', repo } },
  })
  await after('push', pushOf(merged), 'apply-dev/apply success, apply-production/apply success')
  await after('pull_request', requestAs('closed', second), 'check/try-drop success')
  await tellPreviews()

  say('A push without a pull request: nothing is applied')
  edit(TOP, 'limit: 20', 'limit: 5')
  const direct = push('Five are enough', 'main')
  const said = await after('push', pushOf(direct), 'apply-dev/apply failure')
  const [why] = /came without a pull request, so nobody .*/.exec(said) ?? []
  must(why, `nothing says why\n${said}`)
  say(`  apply-dev  the commit ${why}`)

  say('Somebody looks at that plan, and starts the workflow by hand with its hash')
  const [, approve] = /--target dev --approve ([0-9a-f]{64})/.exec(said) ?? []
  must(approve, `there is no hash\n${said}`)
  const byHand = { repository: repo, inputs: { target: 'dev', approve } }
  must(
    /[1-9] applied, 0 held/.test(await after('workflow_dispatch', byHand, 'apply-by-hand/apply success')),
    'nothing was applied',
  )

  say('At night')
  const atNight = { repository: { ...repo, default_branch: 'main' }, schedule: '17 3 * * *' }
  await after('schedule', atNight, 'drift/propose success, drift/read success, sweep/sweep success')
}

/** `shipped`: the folder that the workflows were copied from; `workflow`: the one that events start. */
export function startOf({ act, sandbox, folder, work, remote, github, shipped = WORKFLOWS, workflow = 'boardwright' }) {
  const bin = join(folder, 'bin')
  const artifacts = join(folder, 'artifacts')
  for (const each of [bin, artifacts]) mkdirSync(each)
  layPrograms(bin)
  const event = join(folder, 'event.json')
  const words = [
    ...['--platform', 'ubuntu-latest=-self-hosted', '--no-cache-server', '--no-skip-checkout', '--pull=false'],
    ...['--workflows', `.github/workflows/${workflow}.yml`, '--eventpath', event, '--json'],
    ...['--action-cache-path', join(folder, 'act'), '--var', `BOARDWRIGHT_HOST=${new URL(sandbox.url).host}`],
    ...['TOKEN', 'TRY_TOKEN'].flatMap((name) => ['--secret', `BOARDWRIGHT_${name}=${sandbox.keys.admin}`]),
    // Jobs that start at once write to one map of act's, and it may die of that.
    ...['--concurrent-jobs', '1'],
    ...['--secret', 'GITHUB_TOKEN=ghs_of_this_machine_alone'],
    ...['--env', `GITHUB_API_URL=${github.url}`, '--env', `BOARDWRIGHT_REAL_REMOTE=${remote}`],
    ...['--env', `BOARDWRIGHT_REAL_ARTIFACTS=${artifacts}`],
    ...localActions(shipped).flatMap((each) => ['--local-repository', each]),
  ]
  const env = { PATH: `${bin}:${process.env.PATH}`, HOME: folder, GIT_CONFIG_NOSYSTEM: '1', NO_COLOR: '1' }
  return (name, body) => {
    writeFileSync(event, JSON.stringify(body))
    return new Promise((done) => {
      execFile(act, [name, ...words], { cwd: work, env, maxBuffer: 64e6 }, (_, stdout, stderr) =>
        done(toldBy(stdout, stderr)),
      )
    })
  }
}

/** How each job ended, and all that was said. */
function toldBy(stdout, stderr) {
  const rows = stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
  const ended = rows.flatMap(({ job, jobResult }) =>
    jobResult ? [`${job.trim().replace(/\/Boardwright [\w ]+\//, '/')} ${jobResult}`] : [],
  )
  return { jobs: ended.sort().join(', '), said: [...rows.map(({ msg }) => msg), stderr].join('\n') }
}

/** Each action that the workflows name, by the commit that they name. */
function localActions(shipped) {
  const workflows = readdirSync(shipped).filter((file) => file.endsWith('.yml'))
  const texts = workflows.map((file) => readFileSync(join(shipped, file), 'utf8'))
  const uses = texts.flatMap((text) => [...text.matchAll(/uses: (actions\/([\w-]+))\S*@([0-9a-f]{40})/g)])
  const rows = uses.map(([, name, folder, commit]) => `${name}@${commit}=${join(ACTIONS, folder)}`)
  return [...new Set(rows)]
}

/** `npm ci` of the lock, without a registry: what is installed is what was built here. */
function layPrograms(bin) {
  const text = `#!/bin/sh
[ "$1 $2" = "ci --prefix" ] || exit 64
mkdir -p "$3/node_modules/.bin"
ln -s "${PACKAGE}" "$3/node_modules/boardwright"
printf '#!/bin/sh\\nexec "%s" "%s" "$@"\\n' "${process.execPath}" "${PROGRAM}" >"$3/node_modules/.bin/boardwright"
chmod +x "$3/node_modules/.bin/boardwright"
`
  writeFileSync(join(bin, 'npm'), text)
  chmodSync(join(bin, 'npm'), 0o755)
}
