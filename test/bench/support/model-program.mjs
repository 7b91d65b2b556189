import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Client as Connection } from 'undici'

/**
 * A program that brings changed files of a model to production: ours, or a bare one that sends one request after
 * another, as today's clients do. It is measured from start to end. Prints how many requests it sent.
 */
const { who, url, token, route, deployment, files: given } = JSON.parse(readFileSync(0, 'utf8'))
const files = given.map(({ path, text, expected }) => ({ path, bytes: Buffer.from(text), expected }))
const PREFIX = `/build/api/v1/deployments/${deployment}`
const URL_OF_UPLOADS = `${PREFIX}/data-model/upload`
const STATUS = `/api/v1/deployments/${deployment}/build-status`

async function ours() {
  const { createClient } = await import('../../../packages/platform/client/client.ts')
  const { applyModel } = await import('../../../src/live/write/model/apply.ts')
  const client = createClient({ url, token })
  const { error, build } = await applyModel(client, {
    ...{ deployment, branch: 'main', route, merge: 'none', projectId: 'bench000', commit: 'abcdef0', message: 'bench' },
    changes: new Map(files.map(({ path, bytes }) => [path, bytes])),
    expected: new Map(files.map(({ path, expected }) => [path, expected])),
  })
  if (error) throw error
  if (build !== 'built') throw new Error(`the build is ${build}`)
  const { GET, POST, PUT, PATCH, DELETE } = client.counts
  await client.close()
  return GET + POST + PUT + PATCH + DELETE
}

/** One request after another, then waiting for the build: what vendors' recipes recommend. */
async function bare(bring) {
  const connection = new Connection(url)
  let requests = 0
  const call = async (method, path, body) => {
    requests += 1
    return exchange(connection, token, method, path, body)
  }
  const live = await call('GET', `${PREFIX}/data-model/file-hashes?branchName=main`)
  const hashed = files.map((file) => ({ ...file, hash: sha1(file.bytes) }))
  await bring(
    call,
    hashed.filter(({ path, hash }) => live[path]?.hash !== hash),
    live,
  )
  for (;;) {
    const { status } = await call('GET', `${STATUS}?branchName=main`)
    if (status === 'built') break
  }
  await connection.close()
  return requests
}

/** Writes the files to a fork, and compiles them there. */
async function stage(call, files) {
  const { branchName } = await call('POST', `${PREFIX}/dev-mode`, { branchName: 'main' })
  for (const { path, bytes } of files) {
    await call('PUT', `${PREFIX}/data-model/files`, { files: [{ path, content: bytes.toString() }], branchName })
  }
  await requireValid(call, branchName)
  return branchName
}

async function bareFork(call, files) {
  await stage(call, files)
  await call('POST', `${PREFIX}/commit`, { message: 'bench' })
  await call('DELETE', `${PREFIX}/dev-mode`)
}

async function bareUpload(call, files, live) {
  const branchName = await stage(call, files)
  await call('DELETE', `${PREFIX}/branches?branchName=${branchName}`)
  await upload(call, files, live)
}

async function blindUpload(call, files, live) {
  await upload(call, files, live)
  await requireValid(call, 'main')
}

async function upload(call, files, live) {
  const { transaction } = await call('POST', `${URL_OF_UPLOADS}/start?branchName=main`)
  for (const { path, bytes } of files) {
    const form = new FormData()
    form.set('transaction', JSON.stringify(transaction))
    form.set('fileName', path)
    form.set('file', new Blob([bytes]))
    await call('POST', `${URL_OF_UPLOADS}/file?branchName=main`, form)
  }
  const manifest = { ...live, ...Object.fromEntries(files.map(({ path, hash }) => [path, { hash }])) }
  await call('POST', `${URL_OF_UPLOADS}/finish?branchName=main`, { transaction, files: manifest })
}

async function requireValid(call, branch) {
  const { valid, errors } = await call('GET', `${PREFIX}/data-model/validate?branchName=${branch}`)
  if (!valid) throw new Error(JSON.stringify(errors))
}

const sha1 = (bytes) => createHash('sha1').update(bytes).digest('hex')

/** Sends one request, and returns its answer. */
async function exchange(connection, token, method, path, body) {
  const isForm = body instanceof FormData
  const form = isForm ? new Response(body) : undefined
  const { statusCode, body: answer } = await connection.request({
    method,
    path,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': form?.headers.get('content-type') ?? 'application/json',
    },
    body: form ? Buffer.from(await form.arrayBuffer()) : body === undefined ? null : JSON.stringify(body),
  })
  const text = await answer.text()
  if (statusCode >= 300) throw new Error(`${method} ${path} answered ${statusCode}: ${text}`)
  return text === '' ? undefined : JSON.parse(text)
}

const BARE = { floor: route === 'fork' ? bareFork : bareUpload, blind: blindUpload }
console.log(who === 'ours' ? await ours() : await bare(BARE[who]))
