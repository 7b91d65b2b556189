import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { QUIET, sourceOf } from './programs.mjs'

/** A Gitea on this machine: on loopback, with SQLite. */
const ADMIN = { name: 'admin', password: 'of this machine alone' }

/** Starts it in a folder that is its own, and waits until it answers. */
export async function startGitea(program, folder) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const config = join(folder, 'app.ini')
  mkdirSync(join(folder, 'home'), { recursive: true })
  writeFileSync(config, settingsOf({ program, folder, port, url }))
  const env = { PATH: process.env.PATH, HOME: join(folder, 'home'), USER: process.env.USER ?? 'root' }
  const run = (...args) => execFileSync(program, [...args, '--config', config], { env, encoding: 'utf8', stdio: QUIET })
  run('migrate')
  const { name, password } = ADMIN
  run(
    'admin',
    'user',
    'create',
    '--admin',
    '--username',
    name,
    '--password',
    password,
    '--email',
    `${name}@acme.example`,
    '--must-change-password=false',
  )
  const child = spawn(program, ['web', '--config', config], { env, stdio: 'ignore' })
  process.once('exit', () => child.kill('SIGKILL'))
  await answers(`${url}/api/v1/version`, child)
  return {
    url,
    api: apiOf(`${url}/api/v1`, `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`),
    /** With a token of a user. */
    as: (token) => apiOf(`${url}/api/v1`, `token ${token}`),
    async stop() {
      const ended = new Promise((done) => child.once('exit', done))
      child.kill('SIGTERM')
      await ended
    },
  }
}

const apiOf = (base, authorization) => async (method, path, body) => {
  const answer = await fetch(`${base}${path}`, {
    method,
    headers: { authorization, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`)
  return text === '' ? undefined : JSON.parse(text)
}

async function answers(url, child) {
  for (let left = 1_200; left > 0; left -= 1) {
    if (child.exitCode !== null) throw new Error(`Gitea ended with ${child.exitCode}`)
    const ok = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ok) return
    await sleep(100)
  }
  throw new Error('Gitea does not answer')
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  const { port } = server.address()
  await new Promise((done) => server.close(done))
  return port
}

const settingsOf = ({ program, folder, port, url }) => `APP_NAME = Acme
RUN_MODE = prod
WORK_PATH = ${folder}
${process.getuid?.() === 0 ? 'RUN_USER = root\nI_AM_BEING_UNSAFE_RUNNING_AS_ROOT = true\n' : ''}
[server]
HTTP_ADDR = 127.0.0.1
HTTP_PORT = ${port}
ROOT_URL = ${url}/
STATIC_ROOT_PATH = ${sourceOf(program)}
OFFLINE_MODE = true
DISABLE_SSH = true
[database]
DB_TYPE = sqlite3
PATH = ${folder}/gitea.db
[repository]
ROOT = ${folder}/repositories
DEFAULT_BRANCH = main
[security]
INSTALL_LOCK = true
[indexer]
ISSUE_INDEXER_TYPE = db
[actions]
ENABLED = true
[log]
LEVEL = error
MODE = file
ROOT_PATH = ${folder}/log
`
