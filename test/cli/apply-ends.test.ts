// Slow: it breaks off many runs, and finishes each.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runHere } from '../support/in-process.ts'
import { changedFiles, liveFiles } from './big-change.ts'
import { readRows } from './live-rows.ts'
import { openStage } from './stage.ts'

/** How the real program ends when something happens in the middle of an apply. */
const APPLY = ['apply', '--target', 'production', '--yes', '--prune']
const stage = openStage()
let root = ''
beforeAll(async () => {
  const { url } = stage.sandbox()
  root = await stage.prepare(liveFiles(url), changedFiles(url))
})
beforeEach(() => stage.layOut())

/** Does something just before the nth matching request. */
function actBefore(nth: number, fits: (line: string) => boolean, act: () => void): void {
  let seen = 0
  stage.onRequest = ({ method, path, phase }) => {
    if (phase === 'before' && fits(`${method} ${path}`)) {
      seen += 1
      if (seen === nth) act()
    }
    return undefined
  }
}
/** Runs in this process, where nothing interrupts it. */
function here(args: readonly string[], token = stage.sandbox().keys.admin) {
  stage.sandbox().controls.clearRequests()
  return runHere([...args, '-C', root], { env: { PATH: process.env['PATH'] ?? '', BOARDWRIGHT_TOKEN: token } })
}
/** With `apply:` in the configuration, which is then put back. */
async function applied(how: string, token?: string) {
  const file = join(root, 'boardwright.yaml')
  const before = readFileSync(file, 'utf8')
  writeFileSync(file, `${before}apply: ${how}\n`)
  return here([...APPLY, '--accept', 'uncommitted'], token).finally(() => writeFileSync(file, before))
}
const isWrite = (line: string): boolean => !line.startsWith('GET')
/** What the second commit changes without a conflict, by name. */
const WHAT_NOTHING_STOPS = [
  ...[1, 2, 3, 4].map((n) => `published  Ops / EU / New new${n}, with 2 reports    version 1`),
  ...['created    folder Ops', 'created    folder Ops / EU', 'updated    folder Sales / Europe'],
  ...['updated    Cash', 'created    report Ops / Loose', ''],
].join('\n')
/** The lines from the first one that says how it ended. */
const ending = (text: string): string[] => {
  const lines = text.trimEnd().replace(WHAT_NOTHING_STOPS, 'WHAT NOTHING STOPS\n').split('\n')
  const first = lines.findIndex((line) =>
    /^(FAILED|STOPPED|REVIEW|held|applied|published|created|updated|Done)/.test(line),
  )
  return lines.slice(first).map((line) =>
    line
      .replaceAll(/\(request [^)]*\)/g, '(request ID)')
      .replaceAll(/git revert [0-9a-f]{7}\.\.[0-9a-f]{7}/g, 'git revert COMMIT..COMMIT')
      .replaceAll(/Journal {4}\S+/g, 'Journal    FILE')
      .replaceAll(/\(commit [0-9a-f]{7}\)/g, '(commit FIRST)'),
  )
}
const isDone = async (): Promise<boolean> => {
  stage.onRequest = () => undefined
  const { code } = await stage.apply({ prune: true })
  return code === 0 && (await stage.plan({ prune: true })).length === 0
}

test('an apply goes on when nobody reads its output any more, on either stream', async () => {
  const { code, signal } = await stage.run(APPLY, {
    begun: ({ stdout, stderr }) => {
      for (const stream of [stdout, stderr]) stream?.once('data', () => stream.destroy())
    },
  })
  expect([code, signal]).toEqual([0, null])
  expect(await stage.plan({ prune: true })).toEqual([])
})

describe('a token that is revoked during an apply', () => {
  test('before anything was written: not allowed', async () => {
    const token = stage.sandbox().controls.addKey({ user: 'ci-bot@acme.com', expiresAt: '2099-01-01T00:00:00Z' }).key
    actBefore(1, isWrite, () => stage.sandbox().controls.setClock({ now: '2099-06-01T00:00:00Z' }))
    const { code, stdout } = await here(APPLY, token)
    expect([code, ending(stdout).slice(0, 2)]).toEqual([
      3,
      ['FAILED     create folder Ops', expect.stringMatching(/BW-E2101 .*401/)],
    ])
  })

  test('after some writes: partly applied, and the summary says what viewers see and what to do', async () => {
    const token = stage.sandbox().controls.addKey({ user: 'ci-bot@acme.com', expiresAt: '2099-01-01T00:00:00Z' }).key
    actBefore(20, isWrite, () => stage.sandbox().controls.setClock({ now: '2099-06-01T00:00:00Z' }))
    const { code, stdout, stderr } = await applied('{concurrency: 1}', token)
    expect(code, stderr).toBe(4)
    expect(ending(stdout).join('\n')).toMatchInlineSnapshot(`
      "FAILED     create report Ops / EU / New new3 / One
                   BW-E2101  POST /api/v1/deployments/2/reports answered 401: the credential has expired (request ID)

      created    folder Ops
      created    folder Ops / EU
      updated    folder Sales / Europe
      updated    Cash
      created    2 reports of Ops / EU / New new1
      created    2 reports of Ops / EU / New new2
      Written    folders 3, workbooks 6, reports 4 of 11, drafts 0 of 5, published 0 of 5, shares 0 of 5, deleted 0 of 4
                   Viewers see the old version of Sales / The revenue.
                   Viewers do not see Ops / EU / New new1, Ops / EU / New new2, Ops / EU / New new3 and 1 more yet.
      Next       The token is what BOARDWRIGHT_TOKEN holds: check that it is complete, not expired and belongs to this tenant.
                 Then do the 26 steps left:  boardwright apply --target production --prune --accept uncommitted
                 Or go back, and apply that:  git revert COMMIT..COMMIT
      Journal    FILE
      13 of 39 steps done, 1 failed, 0 held. Exit 4."
    `)
    expect(await isDone()).toBe(true)
  })
})

test('a key whose scope lacks one object: that object is named, the rest is done, the next run finishes it', async () => {
  const { controls, url, keys } = stage.sandbox()
  const answer = await fetch(`${url}/api/v1/deployments/2/reports?first=1000`, {
    headers: { authorization: `Bearer ${keys.admin}` },
  })
  const { items } = (await answer.json()) as { items: { id: number; publicId: string }[] }
  const number = items.find(({ publicId }) => publicId === 'pipeline0001')?.id
  controls.addFault({ method: 'PUT', path: `**/reports/${number}`, kind: 'status', status: 403, times: 9 })
  const { code, stdout, stderr } = await applied('{onError: continue}')
  expect(code, stderr).toBe(4)
  expect(ending(stdout).join('\n').replaceAll(`${number}`, 'NUMBER')).toMatchInlineSnapshot(`
    "FAILED     update report Sales / The pipeline
                 BW-E2102  PUT /api/v1/deployments/2/reports/NUMBER answered 403: arranged by a fault (request ID)
    Skipped 3 steps that depend on what failed

    WHAT NOTHING STOPS
    updated    report Sales / The revenue / By month
    Written    folders 3, workbooks 6, reports 10 of 11, drafts 4 of 5, published 4 of 5, shares 4 of 5, deleted 0 of 4
                 Viewers see the old version of Sales / The revenue.
    Next       The token is valid but not allowed to do this. Use the token of a user who is, or widen its scope.
               Then do the 8 steps left:  boardwright apply --target production --prune --accept uncommitted
               Or go back, and apply that:  git revert COMMIT..COMMIT
    Journal    FILE
    31 of 39 steps done, 1 failed, 0 held. Exit 4."
  `)
  // Left to do: the report, its dashboard, and deletions, which wait until everything else has succeeded.
  expect((await stage.plan({ prune: false })).filter((line) => line.startsWith('write'))).toEqual([
    'write report/pipeline0001',
    'write workbook/revenue',
  ])
  controls.clearFaults()
  expect(await isDone()).toBe(true)
})

describe('Ctrl-C', () => {
  test('once: finishes the writes in progress, says what was done, and the next run does the rest', async () => {
    let end = (): void => {}
    actBefore(12, isWrite, () => end())
    const { code, stdout, stderr } = await stage.run(APPLY, { begun: (child) => (end = () => child.kill('SIGINT')) })
    expect([code, stderr]).toEqual([130, expect.stringContaining('Press Ctrl-C again to stop at once')])
    expect(ending(stdout)[0]).toMatch(/^STOPPED/)
    expect(stdout).toContain('Viewers see the old version of Sales / The revenue.')
    expect(await isDone()).toBe(true)
  })

  test('twice: ends at once', async () => {
    let end = (): void => {}
    const held: Promise<void>[] = []
    const endTwice = async () => {
      for (const _ of [1, 2]) {
        end()
        await new Promise((done) => setTimeout(done, 300))
      }
    }
    stage.onRequest = async ({ method, phase }) => {
      if (method === 'GET' || phase !== 'before') return undefined
      const ended = endTwice()
      held.push(ended)
      await ended
      return undefined
    }
    const { code } = await stage.run(APPLY, { begun: (child) => (end = () => child.kill('SIGINT')) })
    // The platform has what was sent, even if nobody waits for the answer any more.
    await Promise.all(held)
    expect(code).toBe(130)
    expect(await isDone()).toBe(true)
  })
})

test('a journal that cannot be written stops the run before anything is sent', async () => {
  const runs = join(root, '.boardwright', 'runs')
  rmSync(runs, { recursive: true, force: true })
  mkdirSync(join(root, '.boardwright'), { recursive: true })
  writeFileSync(runs, 'a file in its place')
  const { code, stderr } = await here(APPLY)
  rmSync(runs)
  expect([code, stderr]).toEqual([1, expect.stringContaining('BW-E1505')])
  expect(stage.requests().filter((line) => !line.includes('GET'))).toEqual([])
})

test('a platform clock that is hours off changes nothing', async () => {
  stage.sandbox().controls.setClock({ advanceMs: -7 * 3_600_000 })
  expect(await stage.apply({ prune: true })).toEqual({ code: 0, said: '' })
  expect(await stage.plan({ prune: true })).toEqual([])
})

test('two applies of one commit at the same time end like one', async () => {
  const member = stage.sandbox().controls.addKey({ user: 'ci-bot@acme.com' }).key
  await Promise.all([stage.run(APPLY), here(APPLY, member)])
  stage.sandbox().controls.setClock({ advanceMs: 20 * 60_000 })
  expect(await isDone()).toBe(true)
  const rows = await readRows(stage.sandbox())
  // The platform accepts two folders of the same name, so both runs may have made one. In the tree they are one.
  const names = [...rows.matchAll(/^(?:workbook|report) .*?"name":"([^"]*)"/gm)].map(([, name]) => name)
  expect(names.filter((name) => /^(New|Loose)/.test(name ?? '')).sort()).toEqual([
    ...['Loose', 'New new1', 'New new2', 'New new3', 'New new4'],
  ])
})

test('a conflict: lists what is held with the commands, then what was applied', async () => {
  await stage.sandbox().controls.addPeople({
    do: [{ do: 'edit-workbook', workbook: 'revenue', set: { name: 'Theirs' } }] as never,
  })
  const { code, stdout } = await here(APPLY)
  expect(code).toBe(5)
  expect(
    ending(stdout)
      .join('\n')
      .replaceAll(/saved [^;]* UTC/g, 'saved TIME'),
  ).toMatchInlineSnapshot(`
    "held       write Sales / The revenue
                 1 conflict, and 5 changes that wait with it
                 Take what is live into git, with its reports:  boardwright export --target production --select sales/revenue --mirror

    WHAT NOTHING STOPS
    updated    report Sales / The pipeline
               and 4 more
    Done       folders 3, workbooks 5, reports 11, drafts 4, published 4, shares 4, deleted 4
    Journal    FILE
    23 applied, 4 of them deleted, 1 held. Exit 5."
  `)
})

test('the journal is readable by its owner only, and contains no token', async () => {
  await here(APPLY)
  const runs = join(root, '.boardwright', 'runs')
  const texts = readdirSync(runs).map((file) => readFileSync(join(runs, file), 'utf8'))
  expect(texts.some((text) => text.includes(stage.sandbox().keys.admin))).toBe(false)
})
