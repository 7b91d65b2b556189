import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../../packages/sandbox/index.ts'
import { readFiles, temporaryDirectory, writeFiles } from '../support/directory.ts'
import { reply, startServer } from '../support/http.ts'
import { runHere } from '../support/in-process.ts'
import { CONFIG, config } from './mistakes/mistake.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'acme' })
})
afterAll(() => sandbox.close())

/** A platform that names one more file of its data model. */
const startPlatform = (path: string) =>
  startServer(async (response, { url, method, headers: { authorization = '' } }) => {
    const answer = await fetch(`${sandbox.url}${url}`, { method, headers: { authorization } })
    const body = await answer.text()
    const more = `{${JSON.stringify(path)}:{"hash":"da39a3ee5e6b4b0d3255bfef95601890afd80709"},`
    const isHashes = new URL(url, sandbox.url).pathname.endsWith('/file-hashes')
    reply(answer.status, isHashes ? more + body.slice(1) : body)(response, { url, method, headers: {}, body: NOTHING })
  })
const NOTHING = Buffer.alloc(0)

test.each(['', '.', '..', '../content/a.yaml', 'a/../../b.yml', '/etc/a.yml', 'a//b.yml', 'a\\..\\b.yml', 'C:/a.yml'])(
  'a file of the data model that the platform names %j is refused by that name, and nothing is written',
  async (path) => {
    const { url } = await startPlatform(path)
    const root = temporaryDirectory()
    await writeFiles(root, { [CONFIG]: config(`{url: "${url}", deployment: 2, dataModel: {branch: main}}`) })
    const before = readFiles(root)
    for (const command of ['plan', 'export']) {
      const env = { PATH: process.env['PATH'] ?? '', BOARDWRIGHT_TOKEN: sandbox.keys.admin }
      const { code, stderr } = await runHere([command, '-C', root], { env })
      expect(stderr).toContain(`[${JSON.stringify(path)}]: must be the path of a file inside the data model`)
      expect(code).toBe(1)
    }
    expect(Object.keys(readFiles(root)).filter((file) => !file.startsWith('.boardwright/'))).toEqual(
      Object.keys(before),
    )
  },
)
