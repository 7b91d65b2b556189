import { execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { parse } from 'yaml'
import { fill, isDue } from './expressions.mjs'
import { PACKAGE, PROGRAM } from './project.mjs'

/** Without a job that is due. How long one takes does not count. */
const MOST_MS = 120_000

/**
 * A runner of Gitea's own protocol: Gitea decides which jobs there are, and gives each its token, its secrets and its
 * event. The steps run here, with nothing from the network: the checkout is git, and the lock that is installed leads to
 * the program that was just built.
 */
export async function createRunner({ gitea, repository, folder }) {
  const call = async (name, body, headers = {}) => {
    const answer = await fetch(`${gitea.url}/api/actions/runner.v1.RunnerService/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${text}`)
    return JSON.parse(text)
  }
  const labels = ['ubuntu-latest']
  const { token: registration } = await gitea.api('GET', `/repos/${repository}/actions/runners/registration-token`)
  const { runner } = await call('Register', { name: 'here', token: registration, version: 'v0.2.13', labels })
  const own = { 'x-runner-uuid': runner.uuid, 'x-runner-token': runner.token }
  await call('Declare', { version: 'v0.2.13', labels }, own)

  const fetchTask = async () => (await call('FetchTask', { tasksVersion: '0' }, own)).task
  const report = ({ id }, result) => {
    const now = new Date().toISOString()
    return call('UpdateTask', { state: { id, result: `RESULT_${result}`, startedAt: now, stoppedAt: now } }, own)
  }

  /** Runs what Gitea gives, until these jobs of these commits have ended. Gitea may start one twice. */
  async function runJobs(wanted) {
    const ran = []
    const find = ({ name, commit }) => ran.find((job) => job.name === name && job.commit === commit)
    let until = Date.now() + MOST_MS
    while (!wanted.every(find)) {
      const task = await fetchTask()
      if (task !== undefined) {
        const job = await runTask(task, { gitea, folder: mkdtempSync(join(folder, 'job-')) })
        await report(task, job.result)
        if (job.result !== 'SKIPPED') ran.push(job)
        until = Date.now() + MOST_MS
      } else if (Date.now() > until) {
        throw new Error(
          `of ${wanted.map(({ name, commit }) => `${name} of ${commit?.slice(0, 7)}`)}, Gitea gave ${ran.map(({ name, commit }) => `${name} of ${commit.slice(0, 7)}`)}`,
        )
      } else await sleep(50)
    }
    return wanted.map(find)
  }
  return { runJobs }
}

async function runTask(task, { gitea, folder }) {
  const { jobs } = parse(Buffer.from(task.workflowPayload, 'base64').toString('utf8'))
  const [[name, job]] = Object.entries(jobs)
  const { context: github, secrets = {}, vars = {} } = task
  const places = layOut(folder, github)
  const contexts = {
    github,
    secrets,
    vars,
    steps: {},
    runner: { temp: places.temp },
    inputs: github.event.inputs ?? {},
  }
  const wereWell = Object.values(task.needs ?? {}).every(({ result }) => result === 'RESULT_SUCCESS')
  if (!isDue(job.if, contexts, wereWell)) return { name, commit: github.sha, result: 'SKIPPED', said: '' }
  let isWell = true
  let said = ''
  for (const step of job.steps) {
    if (!isDue(step.if, contexts, isWell)) continue
    const ended = await runStep(step, { gitea, github, places, contexts })
    said += ended.said
    isWell &&= ended.code === 0
    if (step.id) contexts.steps[step.id] = { outcome: ended.code === 0 ? 'success' : 'failure' }
  }
  rmSync(folder, { recursive: true, force: true })
  return { name, commit: github.sha, result: isWell ? 'SUCCESS' : 'FAILURE', said }
}

function layOut(folder, github) {
  const [workspace, temp, home] = ['workspace', 'temp', 'home'].map((name) => join(folder, name))
  for (const each of [workspace, temp, home]) mkdirSync(each)
  const [event, path] = [join(folder, 'event.json'), join(folder, 'path')]
  writeFileSync(event, JSON.stringify(github.event))
  writeFileSync(path, '')
  return { workspace, temp, home, event, path }
}

const STEPS = {
  'actions/checkout': checkOut,
  'actions/setup-node': () => {},
}

async function runStep(step, { gitea, github, places, contexts }) {
  if (step.uses) {
    const given = Object.fromEntries(
      Object.entries(step.with ?? {}).map(([key, value]) => [key, fill(value, contexts)]),
    )
    STEPS[step.uses.split('@')[0]](given, { gitea, github, places })
    return { code: 0, said: '' }
  }
  const env = Object.fromEntries(Object.entries(step.env ?? {}).map(([key, value]) => [key, fill(value, contexts)]))
  if (step.name === 'Install') {
    install(env, places)
    return { code: 0, said: '' }
  }
  return shell(step.run, { ...variablesOf(github, places), ...env }, places.workspace)
}

function checkOut({ ref, path = '.' }, { gitea, github, places }) {
  const url = new URL(`${gitea.url}/${github.repository}.git`)
  const into = join(places.workspace, path)
  const git = (...args) => execFileSync('git', ['-C', into, ...args], { stdio: 'pipe', env: gitEnvironment(places) })
  mkdirSync(into, { recursive: true })
  git('init', '--quiet')
  git('remote', 'add', 'origin', url.href)
  url.username = github.token
  git('fetch', '--quiet', url.href, '+refs/heads/*:refs/remotes/origin/*', `+${github.ref}:refs/remotes/event`)
  git('checkout', '--quiet', ref || github.sha)
}

/** What is in the lock, as it was built here. */
function install({ LOCK }, { workspace, temp, path }) {
  for (const file of ['package.json', 'package-lock.json']) {
    if (!existsSync(join(workspace, LOCK, file))) throw new Error(`there is no ${LOCK}/${file}`)
  }
  const modules = join(temp, 'boardwright/node_modules')
  const bin = join(modules, '.bin')
  mkdirSync(bin, { recursive: true })
  symlinkSync(PACKAGE, join(modules, 'boardwright'))
  writeFileSync(join(bin, 'boardwright'), `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`)
  chmodSync(join(bin, 'boardwright'), 0o755)
  writeFileSync(path, `${bin}\n`)
}

const gitEnvironment = ({ home }) => ({
  ...{ PATH: process.env.PATH, HOME: home, GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0' },
})

/** What Gitea's runner sets. */
const variablesOf = (github, places) => ({
  ...gitEnvironment(places),
  PATH: [...readFileSync(places.path, 'utf8').split('\n').filter(Boolean), process.env.PATH].join(':'),
  ...{ CI: 'true', GITHUB_ACTIONS: 'true', GITEA_ACTIONS: 'true', RUNNER_TEMP: places.temp, NO_COLOR: '1' },
  ...{ GITHUB_WORKSPACE: places.workspace, GITHUB_EVENT_PATH: places.event, GITHUB_EVENT_NAME: github.event_name },
  ...{ GITHUB_SERVER_URL: github.server_url, GITHUB_API_URL: github.api_url, GITHUB_REPOSITORY: github.repository },
  ...{ GITHUB_REF: github.ref, GITHUB_SHA: github.sha, GITHUB_TOKEN: github.token },
  ...{ GITHUB_RUN_ID: github.run_id, GITHUB_RUN_NUMBER: github.run_number, GITHUB_RUN_ATTEMPT: github.run_attempt },
})

function shell(text, env, cwd) {
  const child = spawn('sh', ['-e', '-c', text], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk) => (said += chunk))
  return new Promise((done) => child.on('close', (code) => done({ code, said })))
}
