// Slow: it uploads models again and again.
import { describe, expect, test } from 'vitest'
import { isLong } from '../../../support/long.ts'
import { BINARY, BROKEN, CUBE, openWorld, RECORD, sha1 } from './support.ts'

const world = openWorld()
const A = 'model/cubes/a.yml'
const B = 'model/cubes/b.yml'
const LOGO = 'assets/logo.png'
const VISITS = 'model/cubes/visits.yml'
const path = { deploymentId: 2 }
/** In megabytes: as large as a file may be, or else larger than a fork takes. */
const LARGE = isLong ? 50 : 10

describe('by an upload', () => {
  test('compiles the texts first, sends files in parallel, and finishes with all that is live', async () => {
    await world.colleague().edit('main', { '.hidden/theirs.yml': 'theirs', 'docs/theirs.md': 'theirs' })
    await world.apply({ [B]: CUBE('b') })
    const ran = await world.apply({ [A]: CUBE('a'), [LOGO]: BINARY }, { removed: [B] })
    expect(ran).toMatchObject({
      error: undefined,
      route: 'upload',
      changed: true,
      written: 2,
      deleted: 1,
      build: 'built',
      remains: [],
    })
    expect(world.writes().toSorted()).toEqual(
      [
        ...['POST /dev-mode', 'PUT /data-model/files', 'DELETE /data-model/files', 'DELETE /branches'],
        ...['POST /data-model/upload/start', 'POST /data-model/upload/finish'],
        ...Array.from({ length: 2 }, () => 'POST /data-model/upload/file'),
      ].toSorted(),
    )
    const hashes = await world.hashes()
    expect(hashes).toMatchObject({ [A]: sha1(CUBE('a')), [LOGO]: sha1(BINARY), '.hidden/theirs.yml': sha1('theirs') })
    expect(Object.keys(hashes).sort()).toEqual(
      ['.hidden/theirs.yml', 'docs/theirs.md', A, LOGO, VISITS, RECORD, 'README.md']
        .filter((file) => file in hashes)
        .sort(),
    )
    expect(hashes).not.toHaveProperty([B])
    expect(await world.session()).toBeUndefined()
  })

  test('a model that does not compile is not finished', async () => {
    await world.settings({ deployMode: 'cli' })
    const ran = await world.apply({ [A]: BROKEN })
    expect(ran).toMatchObject({ error: { kind: 'MODEL_INVALID' }, route: 'upload', changed: false, remains: [] })
    expect(world.writes()).not.toContain('POST /data-model/upload/finish')
    expect(await world.session()).toBeUndefined()
  })

  test('files that cannot be in a fork are sent without a rehearsal', async () => {
    const ran = await world.apply(
      { [LOGO]: BINARY, 'docs/large.txt': 'x'.repeat(9 * 1024 * 1024) },
      { branch: 'new #1' },
    )
    expect(ran).toMatchObject({ error: undefined, created: true, written: 2, build: 'none' })
    expect(world.writes()).not.toContain('POST /dev-mode')
    expect(await world.hashes('new #1')).toMatchObject({ [LOGO]: sha1(BINARY) })
  })

  test(`a file of ${LARGE} MB`, async () => {
    const large = Buffer.alloc(LARGE * 1024 * 1024, 7)
    expect(await world.apply({ 'docs/large.bin': large })).toMatchObject({ error: undefined, build: 'built' })
    expect(await world.hashes()).toMatchObject({ 'docs/large.bin': sha1(large) })
  })

  test('a finish that happened without an answer is not repeated', async () => {
    const finish = { method: 'POST', path: '/**/upload/finish', when: 'after' } as const
    for (const [index, kind] of (['drop', 'status', 'truncate', 'html'] as const).entries()) {
      world.sandbox().controls.addFault({ ...finish, kind })
      const ran = await world.apply({ [LOGO]: new Uint8Array([255, index]) })
      expect(ran.error?.kind, kind).toBe(kind === 'html' ? 'NO_SUCH_ENDPOINT' : undefined)
      if (kind !== 'html') expect(ran).toMatchObject({ changed: true, build: 'built' })
      expect(await world.hashes()).toMatchObject({ [LOGO]: sha1(new Uint8Array([255, index])) })
      expect(world.git('log', '--format=%s', '-1', 'main').trim()).toBe('apply')
      const commits = Number(world.git('rev-list', '--count', 'main'))
      expect(commits).toBe(index + 2)
    }
  })

  test('a finish that did not happen is repeated', async () => {
    const finish = { method: 'POST', path: '/**/upload/finish', when: 'before', times: 2 } as const
    world.sandbox().controls.addFault({ ...finish, kind: 'drop' })
    expect(await world.apply({ [LOGO]: BINARY })).toMatchObject({ error: undefined, changed: true })
  })

  test('an interrupted upload leaves the branch unchanged', async () => {
    const before = await world.hashes()
    world.sandbox().controls.addFault({ method: 'POST', path: '/**/upload/file', kind: 'drop', times: 20 })
    const ran = await world.apply({ [LOGO]: BINARY, 'assets/b.png': BINARY })
    expect(ran).toMatchObject({ error: { kind: 'UNREACHABLE' }, changed: false })
    expect(await world.hashes()).toEqual(before)
    world.sandbox().controls.clearFaults()
    expect(await world.apply({ [LOGO]: BINARY, 'assets/b.png': BINARY })).toMatchObject({ error: undefined })
  })

  test('files that others add right before the finish stay, and their changes are not reverted', async () => {
    await world.apply({ 'docs/one.md': 'one' })
    let acted = false
    world.onRequest = async ({ path, phase }) => {
      if (acted || phase !== 'before' || !path.endsWith('/upload/finish')) return undefined
      acted = true
      await world.colleague().edit('main', { 'docs/one.md': 'edited', 'docs/added.md': 'added' })
      return undefined
    }
    const ran = await world.apply({ [LOGO]: BINARY })
    expect(ran).toMatchObject({ error: undefined, changed: true })
    expect(await world.files()).toMatchObject({ 'docs/one.md': 'edited', 'docs/added.md': 'added' })
    expect(await world.hashes()).toMatchObject({ [LOGO]: sha1(BINARY) })
  })

  test('two finishes at once keep the files of both', async () => {
    const finishes: (() => void)[] = []
    world.onRequest = ({ path, phase }) => {
      if (phase !== 'before' || !path.endsWith('/upload/finish')) return undefined
      return new Promise((resolve) => {
        finishes.push(() => resolve(undefined))
        if (finishes.length >= 2) for (const go of finishes) go()
      })
    }
    const plans = [await world.plan({ 'assets/1.png': BINARY }), await world.plan({ 'assets/2.png': BINARY })]
    const runs = await Promise.all(
      plans.map((plan, index) =>
        world.apply({}, { ...plan, projectId: `proj000${index}`, as: world.newClient(world.newKey()) }),
      ),
    )
    for (const run of runs) expect(run).toMatchObject({ error: undefined, changed: true })
    expect(Object.keys(await world.hashes())).toEqual(
      expect.arrayContaining([
        'assets/1.png',
        'assets/2.png',
        'boardwright/proj0000.json',
        'boardwright/proj0001.json',
      ]),
    )
  })

  test('a file that a colleague changed meanwhile stays theirs', async () => {
    await world.apply({ [LOGO]: BINARY })
    const plan = await world.plan({ [LOGO]: new Uint8Array([255, 1]), [A]: CUBE('a') })
    await world.colleague().edit('main', { [LOGO]: 'a text now' })
    const ran = await world.apply({}, plan)
    expect(ran).toMatchObject({ error: { kind: 'MODEL_CONFLICT' }, changed: false })
    expect(world.writes()).toEqual([])
  })

  test('every call names the branch, even if another key of the user has dev mode open elsewhere', async () => {
    const other = world.person(world.newKey())
    await other.begin('main', { 'docs/draft.md': 'theirs' })
    const ran = await world.apply({ [LOGO]: BINARY }, { branch: 'fresh' })
    expect(ran.error).toBeUndefined()
    expect(await world.hashes()).not.toHaveProperty([LOGO])
    const unnamed = world
      .sandbox()
      .controls.requests()
      .filter(({ path, query }) => /upload|file-hashes/.test(path) && !query?.includes('branchName='))
    expect(unnamed).toEqual([])
    await other.client.branches.stopDevMode({ path })
  })
})
