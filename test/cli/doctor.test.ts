import { execFileSync } from 'node:child_process'
import { chmodSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../../packages/sandbox/index.ts'
import { clockCheck } from '../../src/setup/doctor.ts'
import { retryAtOnce } from '../support/at-once.ts'
import { commitAll, git, temporaryDirectory, writeFiles } from '../support/directory.ts'
import { runHere } from '../support/in-process.ts'
import { asOrdinaryUser } from '../support/program.ts'

let sandbox: Sandbox
retryAtOnce()
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'acme' })
})
afterAll(() => sandbox.close())

const NEXT = 'Next: boardwright plan --target production'

/** A project in git where nothing is wrong. */
async function project(deployment = 2, branch = 'main', more = ''): Promise<string> {
  const root = temporaryDirectory()
  const model = `dataModel: {branch: ${branch}}`
  const target = `{url: "${sandbox.url}", deployment: ${deployment}, ${model}${more}}`
  await writeFiles(root, {
    'boardwright.yaml': `version: 1\nproject: acme\nprojectId: abcd1234\nhome: production\ntargets:\n  production: ${target}\n`,
    '.gitignore': '.boardwright/\n',
  })
  commitAll(root)
  git(root, 'config', 'merge.boardwright.driver', 'true')
  return root
}

const surroundings = () => ({ PATH: process.env['PATH'] ?? '', BOARDWRIGHT_TOKEN: sandbox.keys.admin })

async function doctor(root: string, env: Readonly<Record<string, string>> = {}, ...flags: readonly string[]) {
  const { code, stdout, stderr } = await runHere(['doctor', '-C', root, ...flags], {
    env: { ...surroundings(), ...env },
  })
  return { code, stdout, stderr, found: (what: string) => line(stdout, what), next: stdout.trim().split('\n').at(-1) }
}

/** The line about one thing, and its hint. */
function line(text: string, what: string): string {
  const [, found = 'nothing', next = ''] = new RegExp(`^  (.. {2}${what} .*)\\n( {6} .*)?`, 'm').exec(text) ?? []
  return [found, next]
    .map((part) => part.replace(/ +/g, ' ').trim())
    .join('; ')
    .replace(/; $/, '')
}

describe('doctor', () => {
  test('says where the token goes when the host is another machine', async () => {
    const root = await project()
    const config = 'version: 1\nproject: acme\nprojectId: abcd1234\nhome: production\ntargets:\n'
    await writeFiles(root, {
      'boardwright.yaml': `${config}  production: {url: "https://acme.invalid", deployment: 2}\n`,
    })
    const { found } = await doctor(root, {}, '--timeout', '1')
    expect(found('host')).toBe('ok host acme.invalid, allowed here; in CI BOARDWRIGHT_HOST has to name it')
  })

  test('when everything is right says what it checked, and what to do next', async () => {
    const { code, stdout, stderr } = await doctor(await project())
    expect([code, stderr]).toEqual([0, 'Sent 5 requests. 0 write requests.\n'])
    const plain = stdout
      .replace(/boardwright \S+, node \S+, git .+/, 'VERSIONS')
      .replace(/at [0-9a-f]{7}/, 'at COMMIT')
      .replaceAll(new URL(sandbox.url).host, 'HOST')
    expect(plain).toBe(`this machine
  ok  versions    VERSIONS
  ok  repository  at COMMIT, everything committed
  ok  clone       with all its history
  ok  merges      by widgets and keys
  ok  disk        can be written: the cache and journals go to .boardwright
  ok  settings    boardwright.yaml has no problems

production
  ok  host                  HOST, this machine: allowed everywhere
  ok  token                 ci-bot@acme.com (admin), from BOARDWRIGHT_TOKEN
  ok  clock                 agrees with this machine
  ok  deployment            2; the token sees 1 dev, 2 production
  ok  export, plan, status  an admin sees everything
  ok  adopt, apply          it may edit all 20 reports that it sees
  ok  moves and deletes     it may move and delete all 20 reports that it sees
  ok  who notices           plan says who gets a changed dashboard by email
  ok  data model, try       branch main, 10 files

No problems.
${NEXT}
`)
  })

  test('says of which kinds in `manage` the key sees no list', async () => {
    const root = await project(2, 'main', ', manage: [notifications, groups]')
    expect((await doctor(root)).found('`manage`')).toBe('ok `manage` it sees every kind that is named there')
    const { found } = await doctor(root, { BOARDWRIGHT_TOKEN: sandbox.keys.member })
    expect(found('`manage`')).toBe(
      '! `manage` it cannot list notifications and groups; Use an admin’s key, or leave them out of `manage`.',
    )
  })

  test('in a deployment without reports says that there is none to ask about, once', async () => {
    const { found } = await doctor(await project(1))
    expect(found('adopt, apply')).toBe('ok adopt, apply there is no report yet to ask about')
    expect(found('moves and deletes')).toBe('nothing')
  })

  test('where nobody answers blames the way there and not the token, and says it once', async () => {
    const root = await project()
    const config = readFileSync(join(root, 'boardwright.yaml'), 'utf8').replace(sandbox.url, 'http://127.0.0.1:9')
    await writeFiles(root, { 'boardwright.yaml': config })
    const { stdout, stderr, found } = await doctor(root)
    expect(found('answer')).toMatch(
      /^no answer got no connection to \S+ \(.*ECONNREFUSED\).* \(BW-E2001\); .* Check its host/,
    )
    expect(found('token')).toBe('nothing')
    expect(found('the rest')).toBe('- the rest not checked')
    expect(`${stdout}${stderr}`.match(/ECONNREFUSED/g)).toHaveLength(1)
  })

  test('says what the key of a member cannot do', async () => {
    const { code, stdout, found, next } = await doctor(await project(), { BOARDWRIGHT_TOKEN: sandbox.keys.member })
    const remedy = 'Use an admin’s key, or share what is missing with the key’s user.'
    expect([code, next]).toEqual([0, `Next: ${remedy}`])
    expect(stdout.split(remedy).length - 1).toBe(2)
    expect(stdout).toContain('\nNo problems, 4 warnings.\n')
    expect(found('token')).toBe('ok token maria@acme.com, not an admin, from BOARDWRIGHT_TOKEN')
    expect(found('export, plan, status')).toBe(
      `! export, plan, status it sees what is shared with its user; plan holds applied objects that it cannot see`,
    )
    expect(found('adopt, apply')).toBe('! adopt, apply it may not edit 3 of the 13 reports that it sees')
    expect(found('moves and deletes')).toBe(
      `! moves and deletes it may not move or delete 4 of the 13 reports that it sees; ${remedy}`,
    )
    expect(found('who notices')).toMatch(/^! who notices plan cannot say who gets a changed dashboard by email; /)
    expect(found('data model, try')).toBe('ok data model, try branch main, 10 files')
  })

  test('reports a data-model branch that does not exist', async () => {
    const { found } = await doctor(await project(2, 'develop'))
    expect(found('data model, try')).toBe(
      '! data model, try there is no branch develop; Change `dataModel.branch` of production in boardwright.yaml, or create it: boardwright apply --target production --accept model.',
    )
  })

  test.each([
    [
      'no token',
      () => ({ BOARDWRIGHT_TOKEN: '' }),
      2,
      'token',
      3,
      /^no token there is no token for production: BOARDWRIGHT_TOKEN is set but empty \(BW-E1404\); Set B/,
    ],
    [
      'a token that is too short',
      () => ({ BOARDWRIGHT_TOKEN: 'abc' }),
      2,
      'token',
      3,
      /^no token the token in BOARDWRIGHT_TOKEN is too short: .* \(BW-E2008\); Set the token exactly/,
    ],
    [
      'a wrong token',
      () => ({ BOARDWRIGHT_TOKEN: 'nope-nope' }),
      2,
      'token',
      3,
      /^no token answered 401: .* \(BW-E2101\); The token is/,
    ],
    [
      'a host that CI does not allow',
      () => ({ CI: '1', BOARDWRIGHT_HOST: 'a.b' }),
      2,
      'host',
      3,
      /^no host the token of production is not sent to \S+: .* \(BW-E\d{4}\); Set B/,
    ],
    [
      'no such deployment',
      () => ({}),
      9,
      'deployment',
      1,
      /^no deployment the token of production sees no deployment 9 on .* \(BW-E2103\); Take a token that sees it/,
    ],
  ] as const)(
    '%s: checks as much as possible, and says once what is wrong and what to do',
    async (_, env, deployment, what, exit, said) => {
      const { code, stdout, found, next, stderr } = await doctor(await project(deployment), env())
      expect([code, next]).toEqual([exit, '1 problem.'])
      expect(found(what)).toMatch(said)
      expect(found('versions')).toMatch(/^ok /)
      expect(found('adopt, apply')).toBe('nothing')
      expect(found('the rest')).toBe('- the rest not checked')
      expect(stdout.match(/BW-E\d{4}/g)).toHaveLength(1)
      expect(stderr).toMatch(/^(Sent \d requests?\. 0 write requests\.\n)?$/)
    },
  )

  test('with settings that cannot be read says so in its list, and what it knows of this machine', async () => {
    const root = await project()
    const config = readFileSync(join(root, 'boardwright.yaml'), 'utf8')
    await writeFiles(root, { 'boardwright.yaml': `${config}frob: 1\n` })
    const { code, stdout, stderr, found, next } = await doctor(root)
    expect({ code, next, stderr }).toEqual({ code: 1, next: '1 problem, 1 warning.', stderr: '' })
    expect(found('versions')).toMatch(/^ok /)
    expect(found('repository')).toMatch(/^! .* 1 file not committed/)
    expect(found('settings')).toBe('no settings boardwright.yaml:7 unknown key "frob"; Run `boardwright validate`.')
    expect(found('the rest')).toBe('- the rest not checked')
    expect(stdout).not.toContain('production')
  })

  test('begins with what the key may not do, and only then with what this machine lacks', async () => {
    const root = await project()
    git(root, 'config', '--unset', 'merge.boardwright.driver')
    const { found, next } = await doctor(root, { BOARDWRIGHT_TOKEN: sandbox.keys.member })
    expect(found('merges')).toMatch(/^! merges/)
    expect(next).toBe('Next: Use an admin’s key, or share what is missing with the key’s user.')
  })

  test('of several targets with an error, exits with the worst status', async () => {
    const root = await project(9)
    const config = readFileSync(join(root, 'boardwright.yaml'), 'utf8')
    await writeFiles(root, { 'boardwright.yaml': `${config}  staging: {url: "${sandbox.url}", deployment: 2}\n` })
    const tokens = { BOARDWRIGHT_TOKEN: '', BOARDWRIGHT_TOKEN_PRODUCTION: sandbox.keys.admin }
    const { code, stdout, found, next } = await doctor(root, tokens)
    expect([code, next]).toEqual([3, '2 problems, 1 warning.'])
    expect(found('deployment')).toMatch(/sees no deployment 9 .* \(BW-E2103\); Take a token/)
    expect(found('token')).toMatch(/^ok /)
    expect(stdout).toMatch(
      /no {2}token {5}there is no token for staging.* \(BW-E1404\)\n +Set BOARDWRIGHT_TOKEN to an API key/,
    )
  })

  test('checks the repository: uncommitted files, a shallow clone, a detached HEAD, merges by lines, no git', async () => {
    const root = await project()
    await writeFiles(root, { 'data-model/note.txt': 'A\n' })
    const empty = await doctor(root)
    expect(empty.next).toBe('Next: boardwright export && git add -A && git commit')
    await writeFiles(root, { 'content/a/folder.yaml': 'name: A\n' })
    const dirty = await doctor(root)
    expect(dirty.found('repository')).toMatch(/^! .* 2 files not committed; git add/)
    expect(dirty.next).toBe('Next: git add -A && git commit')
    commitAll(root)
    const clone = join(temporaryDirectory(), 'clone')
    execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${root}`, clone])
    git(clone, 'checkout', '--quiet', '--detach')
    const shallow = await doctor(clone)
    expect(shallow.found('repository')).toMatch(/^ok .*, HEAD is detached, everything committed$/)
    expect(shallow.found('clone')).toMatch(/^! clone shallow: plan may need older commits; Fetch the whole history/)
    expect(shallow.found('merges')).toBe(
      `! merges git merges dashboards by lines here; Run \`boardwright setup merge-driver\`.`,
    )
    expect((await doctor(clone, { CI: 'true' })).found('merges')).toBe('ok merges not made here')
    rmSync(join(root, '.git'), { recursive: true })
    expect((await doctor(root)).found('repository')).toMatch(
      /^! repository not in git: .*; Put the project under git: git init && git add -A && git commit/,
    )
  })

  test('checks for a read-only directory, and for variables that forbid writing or redirect requests', async () => {
    const root = await project()
    chmodSync(root, 0o555)
    const variables = { HTTPS_PROXY: 'http://a:b@proxy.example:1', BOARDWRIGHT_READ_ONLY: '1' }
    const { stdout } = await asOrdinaryUser(['doctor'], { ...surroundings(), ...variables }, root)
    chmodSync(root, 0o755)
    const found = (what: string) => line(stdout, what)
    expect(found('disk')).toMatch(
      /^! disk without a cache and a journal: permission denied: \/.*; Make room and give write access in \//,
    )
    expect(found('proxy')).toBe('ok proxy from HTTPS_PROXY')
    expect(found('writing')).toMatch(/^! writing BOARDWRIGHT_READ_ONLY is set/)
  })

  test.each([
    [0, 'agrees with this machine'],
    [-59_000, 'agrees with this machine'],
    [61_000, 'this machine is 61 seconds behind the platform'],
    [-7_300_000, 'this machine is 2 hours ahead of the platform'],
    [1_795_545_205_000, 'this machine is 56 years behind the platform'],
  ])('a clock that is %d ms off: %s', (ms, found) => {
    expect(clockCheck(ms)).toMatchObject({ found, ok: found.startsWith('agrees') })
  })

  test('prints the same as JSON', async () => {
    const variables = { PATH: process.env['PATH'] ?? '', BOARDWRIGHT_TOKEN: sandbox.keys.scoped }
    const { stdout } = await runHere(['doctor', '--json', '-C', await project()], { env: variables })
    const { machine, targets, next } = JSON.parse(stdout)
    expect(machine[0]).toMatchObject({ what: 'versions', ok: true })
    expect(targets[0]).toMatchObject({ name: 'production', code: 'BW-E2103', writeRequests: 0 })
    expect(targets[0].checks.at(-1)).toMatchObject({ what: 'deployment', ok: false, next })
  })
})
