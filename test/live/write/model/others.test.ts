// Slow: it changes things between any two requests of a run.
import { describe, expect, test } from 'vitest'
import { type ModelLedger, type PendingFile, writeModelLedger } from '../../../../src/base/model.ts'
import { BINARY, BROKEN, CUBE, openWorld, PROJECT, RECORD, sha1 } from './support.ts'

const world = openWorld()
const A = 'model/cubes/a.yml'
const B = 'model/cubes/b.yml'
const path = { deploymentId: 2 }

describe('dev mode of the same key', () => {
  test('open on another branch stops the run, which names the branch; it stays open', async () => {
    await world.apply({ [B]: CUBE('b') }, { branch: 'other' })
    const fork = await world.person(world.sandbox().keys.admin).begin('other', { 'docs/x': 'x' })
    for (const route of ['fork', 'upload'] as const) {
      const ran = await world.apply({ [A]: CUBE('a') }, { route })
      expect(ran.error).toMatchObject({ kind: 'MODEL_SESSION_OPEN', message: expect.stringContaining(fork) })
      expect(ran).toMatchObject({ changed: false, remains: [] })
      expect(world.writes()).toEqual([])
    }
    expect(await world.session()).toBe(fork)
  })

  test('opened on another branch during the run: nothing is committed, and that one stays open', async () => {
    await world.apply({ [B]: CUBE('b') }, { branch: 'other' })
    const twin = world.person(world.sandbox().keys.admin)
    let fork = ''
    world.onRequest = async ({ path, phase }) => {
      if (fork === '' && phase === 'before' && path.endsWith('/validate'))
        fork = await twin.begin('other', { 'docs/x': 'x' })
      return undefined
    }
    const before = await world.hashes()
    const ran = await world.apply({ [A]: CUBE('a') })
    expect(ran.error).toMatchObject({ kind: 'MODEL_SESSION_OPEN', message: expect.stringContaining(fork) })
    expect(await world.session()).toBe(fork)
    expect(await world.hashes()).toEqual(before)
    expect(await world.files('other')).not.toHaveProperty(['docs/x'])
    expect(await world.files(fork)).toHaveProperty(['docs/x'])
  })

  test('closed by somebody during the run is opened again', async () => {
    const twin = world.person(world.sandbox().keys.admin)
    let isClosed = false
    world.onRequest = async ({ path: url, phase }) => {
      if (isClosed || phase !== 'before' || !url.endsWith('/validate')) return undefined
      isClosed = true
      await twin.client.branches.stopDevMode({ path })
      return undefined
    }
    expect(await world.apply({ [A]: CUBE('a') })).toMatchObject({ error: undefined, changed: true })
    expect(await world.session()).toBeUndefined()
  })

  test('left open by a killed run is closed by a run that has nothing to do', async () => {
    await world.person(world.sandbox().keys.admin).begin('main')
    expect(await world.apply({})).toMatchObject({ error: undefined, changed: false })
    expect(await world.session()).toBeUndefined()
  })
})

/** What an interrupted run, or a person, left in the fork: with null, a file is gone. */
async function leave(files: Readonly<Record<string, string | null>>, by = world.newKey()): Promise<string> {
  const { client, begin } = world.person(by)
  const texts = Object.entries(files).filter((entry): entry is [string, string] => entry[1] !== null)
  const gone = Object.keys(files).filter((file) => files[file] === null)
  const fork = await begin('main', Object.fromEntries(texts))
  const body = { files: gone.map((path) => ({ path })), branchName: fork }
  if (gone.length > 0) await client.dataModel.removeFiles({ path, body })
  await client.branches.stopDevMode({ path })
  return fork
}

const [OLD, GONE, THEIRS] = ['0ddba11', 'docs/gone.md', 'docs/theirs.md']
const ledger = (commit: string, pending: ModelLedger['pending'] = new Map()): string =>
  writeModelLedger(PROJECT, { commit, pending })
const hashesIn = (tree: Readonly<Record<string, string>>) =>
  new Map(Object.entries(tree).map(([file, text]) => [file, sha1(text)]))

describe('leftovers in the fork', () => {
  /** What was applied, and the commit that a run was applying when it was cut off. */
  const APPLIED = { [A]: CUBE('a'), [GONE]: 'ours' }
  const TREES = new Map([[OLD, hashesIn({ [A]: CUBE('old'), 'docs/new.md': 'new' })]])
  const NEXT = { [A]: CUBE('next') }
  const filesAt = async (commit: string) => TREES.get(commit)
  const begun = ledger(OLD, new Map([[A, { why: 'cut off', was: sha1('before') }]]))
  const CUT = { [A]: CUBE('old'), 'docs/new.md': 'new', [GONE]: null, [RECORD]: ledger(OLD) }

  interface Leftover {
    readonly what: string
    readonly left: Readonly<Record<string, string | null>>
    /** What the run says that it must not touch. */
    readonly foreign: readonly string[]
  }
  const LEFTOVERS: readonly Leftover[] = [
    { what: 'all that a run wrote', left: CUT, foreign: [] },
    { what: 'a changed file', left: { [A]: CUBE('old'), [RECORD]: ledger(OLD) }, foreign: [] },
    { what: 'an added file', left: { 'docs/new.md': 'new', [RECORD]: ledger(OLD) }, foreign: [] },
    { what: 'a removed file', left: { [GONE]: null, [RECORD]: begun }, foreign: [] },
    { what: 'nothing but the record', left: { [RECORD]: begun }, foreign: [] },
    { what: 'a file as it was before', left: { [A]: 'before', [RECORD]: begun }, foreign: [] },
    { what: 'a file that somebody changed since', left: { ...CUT, [A]: CUBE('theirs') }, foreign: [A] },
    { what: 'a file that somebody added', left: { ...CUT, 'docs/x': 'x' }, foreign: ['docs/x'] },
    { what: 'a file that somebody removed', left: { ...CUT, [A]: null }, foreign: [A] },
    { what: 'a removed file that never was ours', left: { ...CUT, [THEIRS]: null }, foreign: [THEIRS] },
    { what: 'the same without a record', left: { ...CUT, [RECORD]: null }, foreign: [A, 'docs/new.md', GONE] },
  ]

  test.each(LEFTOVERS)('$what: not ours is $foreign', async ({ left, foreign }) => {
    await world.colleague().edit('main', { [THEIRS]: 'theirs' })
    await world.apply(APPLIED)
    const fork = await leave(left)
    const before = await world.files(fork)
    const ran = await world.apply(NEXT, { filesAt, applied: hashesIn(APPLIED), commit: 'abcdef1' })
    expect(await world.session()).toBeUndefined()
    if (foreign.length === 0) {
      expect(ran).toMatchObject({ error: undefined, changed: true, remains: [] })
      expect(await world.files()).toMatchObject({
        ...NEXT,
        [GONE]: 'ours',
        [THEIRS]: 'theirs',
        [RECORD]: ledger('abcdef1'),
      })
      expect(await world.files()).not.toHaveProperty(['docs/new.md'])
      return
    }
    expect(ran).toMatchObject({ error: { kind: 'MODEL_LEFTOVERS' }, changed: false })
    for (const file of foreign) expect(ran.error?.message).toContain(file)
    for (const file of [A, GONE].filter((file) => !foreign.includes(file)))
      expect(ran.error?.message).not.toContain(file)
    expect(await world.files(fork)).toEqual(before)
  })

  test('of a commit that cannot be read stop the run, which says how to get it', async () => {
    await world.apply(APPLIED)
    const fork = await leave({ ...CUT, [RECORD]: ledger('facade1') })
    const before = await world.files(fork)
    const ran = await world.apply(NEXT, { filesAt, applied: hashesIn(APPLIED) })
    expect(ran.error?.message).toMatch(
      new RegExp(`the fork ${fork} .*commit facade1.* cannot be read in this clone: .*${A}`),
    )
    expect(ran.error?.hint).toContain('`git fetch origin facade1`')
    expect(await world.files(fork)).toEqual(before)
    const again = await world.apply(
      { ...NEXT, 'docs/new.md': 'new' },
      { filesAt: async () => TREES.get(OLD), applied: hashesIn(APPLIED) },
    )
    expect(again).toMatchObject({ error: undefined, changed: true })
  })

  test('of somebody else stop the run, and stay', async () => {
    const fork = await leave({ [B]: CUBE('theirs') })
    const ran = await world.apply({ [A]: CUBE('a') }, { filesAt })
    expect(ran.error).toMatchObject({ kind: 'MODEL_LEFTOVERS', message: expect.stringContaining(B) })
    expect(ran.error?.message).toContain(fork)
    expect(ran.remains).toEqual([])
    expect(await world.files(fork)).toMatchObject({ [B]: CUBE('theirs') })
    expect(await world.session()).toBeUndefined()
  })

  test('that are already right are used', async () => {
    await world.person(world.sandbox().keys.admin).begin('main', { [A]: CUBE('a') })
    const ran = await world.apply({ [A]: CUBE('a'), [B]: CUBE('b') })
    expect(ran).toMatchObject({ error: undefined, changed: true })
    expect(await world.files()).toMatchObject({ [A]: CUBE('a'), [B]: CUBE('b') })
  })

  test('of an older run of ours are replaced', async () => {
    const fork = await leave(CUT, world.sandbox().keys.admin)
    const ran = await world.apply({ [A]: CUBE('a') }, { filesAt })
    expect(ran).toMatchObject({ error: undefined, changed: true })
    expect(await world.files()).toMatchObject({ [A]: CUBE('a') })
    expect(await world.files()).not.toHaveProperty(['docs/new.md'])
    expect((await world.client().branches.listBranches({ path })).items.map(({ name }) => name)).not.toContain(fork)
  })

  test('are replaced where everything in the fork goes anyway', async () => {
    await leave({ [B]: CUBE('theirs') })
    const ran = await world.apply({ [A]: CUBE('a') }, { fork: 'remove' })
    expect(ran).toMatchObject({ error: undefined, changed: true })
    expect(await world.files()).not.toHaveProperty([B])
  })

  test('that appear during the run are not committed, and stay', async () => {
    const own = world.person(world.newKey())
    let fork = ''
    world.onRequest = async ({ path, phase }) => {
      if (fork === '' && phase === 'before' && path.endsWith('/validate'))
        fork = await own.begin('main', { 'docs/x': 'x' })
      return undefined
    }
    const ran = await world.apply({ [A]: CUBE('a') })
    expect(ran).toMatchObject({ error: { kind: 'MODEL_LEFTOVERS' }, changed: false })
    expect(await world.files(fork)).toHaveProperty(['docs/x'])
    expect(await world.session()).toBeUndefined()
  })

  test('a fork that is behind its branch is updated first', async () => {
    await world.apply({ [A]: CUBE('a') })
    await world.colleague().edit('main', { 'docs/theirs.md': 'theirs', [B]: CUBE('b') })
    expect(await world.apply({ [A]: CUBE('a2') })).toMatchObject({ error: undefined, changed: true })
    expect(await world.files()).toMatchObject({ [A]: CUBE('a2'), [B]: CUBE('b'), 'docs/theirs.md': 'theirs' })
  })

  test('that conflict with the branch stop the run unless they are ours', async () => {
    await leave({ [A]: CUBE('mine') })
    await world.colleague().edit('main', { [A]: CUBE('theirs') })
    expect((await world.apply({ [B]: CUBE('b') }, { filesAt })).error).toMatchObject({ kind: 'MODEL_LEFTOVERS' })
    await leave({ [A]: CUBE('old'), [RECORD]: ledger(OLD) })
    const ran = await world.apply({ [B]: CUBE('b') }, { filesAt })
    expect(ran).toMatchObject({ error: undefined, changed: true })
    expect(await world.files()).toMatchObject({ [A]: CUBE('theirs'), [B]: CUBE('b') })
  })

  test('in a fork that another key has overtaken are ours, whatever that one changed', async () => {
    await world.apply(APPLIED)
    await leave(CUT)
    const between = { [A]: CUBE('between'), 'docs/more.md': 'more' }
    await world.colleague().edit('main', { ...between, [GONE]: null, [RECORD]: ledger('abcdef0') })
    const ran = await world.apply(NEXT, { filesAt, applied: hashesIn(between), commit: 'abcdef1' })
    expect(ran).toMatchObject({ error: undefined, changed: true })
    expect(await world.files()).toMatchObject({ ...NEXT, 'docs/more.md': 'more' })
    expect(await world.files()).not.toHaveProperty([GONE])
  })
})

describe('a write in several requests', () => {
  const requests = async (more: Parameters<typeof world.apply>[1]): Promise<string[]> => {
    await world.apply({ [A]: CUBE('a'), [GONE]: 'ours' })
    const seen: string[] = []
    world.onRequest = async ({ method, path: url, phase }) => {
      if (phase === 'after' && method !== 'GET' && url.endsWith('/data-model/files')) {
        const { items } = await world.client().branches.listBranches({ path })
        const fork = items.find(({ name }) => name.startsWith('dev-'))?.name ?? ''
        seen.push((await world.files(fork))[RECORD] ?? 'no record')
      }
      return undefined
    }
    const ran = await world.apply({ [A]: CUBE('a2'), [B]: CUBE('b') }, { commit: 'abcdef1', ...more })
    expect(ran).toMatchObject({ error: undefined, changed: true })
    return seen
  }
  const cutOff = (...gone: string[]): string => {
    const removed = gone.map((file): [string, PendingFile] => [file, { why: 'cut off', was: sha1('ours') }])
    const changed: [string, PendingFile] = [A, { why: 'cut off', was: sha1(CUBE('a')) }]
    return ledger('abcdef1', new Map([changed, [B, { why: 'cut off' }], ...removed]))
  }
  const applied = hashesIn({ [A]: CUBE('a'), [GONE]: 'ours' })

  test('says in its record first that its files are pending, and last that they are there', async () => {
    const [begun, done] = [cutOff(GONE), ledger('abcdef1')]
    expect(await requests({ applied, removed: [GONE] })).toEqual([begun, begun, done])
  })

  test('in halves, because the platform takes less at once, does so too', async () => {
    const fault = { method: 'PUT', path: '/**/data-model/files', kind: 'status', status: 413 } as const
    const [begun, done] = [cutOff(), ledger('abcdef1')]
    await world.apply({ [A]: CUBE('a'), [GONE]: 'ours' })
    world.sandbox().controls.addFault({ ...fault, times: 1 })
    expect(await requests({ applied })).toEqual([expect.any(String), begun, begun, done])
  })

  test('interrupted, leaves nothing in the fork', async () => {
    await world.apply({ [A]: CUBE('a'), [GONE]: 'ours' })
    const stop = new AbortController()
    world.onRequest = ({ method, phase }) => {
      if (phase === 'after' && method === 'DELETE') stop.abort()
      return undefined
    }
    const ran = await world.apply({ [A]: CUBE('a2') }, { removed: [GONE], applied, signal: stop.signal })
    expect(ran).toMatchObject({ error: { kind: 'INTERRUPTED' }, remains: [] })
    expect((await world.client().branches.listBranches({ path })).items.map(({ name }) => name)).toEqual(['main'])
  })
})

describe('a colleague', () => {
  test.each(['fork', 'upload'] as const)(
    'who changes, adds or deletes one of our files since the plan: nothing is written (%s)',
    async (route) => {
      await world.apply({ [A]: CUBE('a'), [B]: CUBE('b') })
      const plans = [
        [await world.plan({ [A]: CUBE('a2') }), { [A]: CUBE('theirs') }],
        [await world.plan({ 'docs/new.md': 'ours' }), { 'docs/new.md': 'theirs' }],
        [await world.plan({}, [B]), { [B]: CUBE('theirs') }],
        [await world.plan({ [B]: CUBE('b2') }), { [B]: null }],
      ] as const
      for (const [, edit] of plans) await world.colleague().edit('main', edit)
      const before = await world.hashes()
      for (const [plan] of plans.slice(0, 2)) {
        const ran = await world.apply({}, { ...plan, route })
        expect(ran).toMatchObject({ error: { kind: 'MODEL_CONFLICT' }, changed: false })
      }
      expect((await world.apply({}, { ...plans[3][0], route })).error).toMatchObject({ kind: 'MODEL_CONFLICT' })
      expect(await world.hashes()).toEqual(before)
      expect(world.writes()).toEqual([])
    },
  )

  test('who commits another file right before us keeps it, and both are compiled together', async () => {
    let acted = false
    world.onRequest = async ({ path, phase }) => {
      if (acted || phase !== 'after' || !path.endsWith('/validate')) return undefined
      acted = true
      await world.colleague().edit('main', { 'docs/theirs.md': 'theirs' })
      return undefined
    }
    expect(await world.apply({ [A]: CUBE('a') })).toMatchObject({ error: undefined, changed: true })
    expect(await world.files()).toMatchObject({ [A]: CUBE('a'), 'docs/theirs.md': 'theirs' })
    expect(world.lines().filter((line) => line.includes('validate'))).toHaveLength(2)
  })

  test('who commits the same file right before us is not overwritten', async () => {
    await world.apply({ [A]: CUBE('a') })
    let acted = false
    world.onRequest = async ({ path, phase, method }) => {
      if (acted || phase !== 'before' || method !== 'POST' || !path.endsWith('/commit')) return undefined
      acted = true
      await world.colleague().edit('main', { [A]: CUBE('theirs') })
      return undefined
    }
    const ran = await world.apply({ [A]: CUBE('ours') })
    expect(ran).toMatchObject({ error: { kind: 'MODEL_MERGE_CONFLICT' }, changed: false, remains: [] })
    expect(await world.files()).toMatchObject({ [A]: CUBE('theirs') })
    expect(await world.session()).toBeUndefined()
  })

  test('who deletes the branch during the run: nothing is committed anywhere', async () => {
    await world.apply({ [B]: CUBE('b') }, { branch: 'next' })
    const before = await world.hashes()
    for (const moment of ['/validate', '/dev-mode', '/commit']) {
      let acted = false
      world.onRequest = async ({ path: url, phase }) => {
        if (acted || phase !== (moment === '/commit' ? 'after' : 'before') || !url.endsWith(moment)) return undefined
        acted = true
        await world.colleague().client.branches.removeBranch({ path, query: { branchName: 'next' } })
        return undefined
      }
      const ran = await world.apply({ [A]: CUBE('a') }, { branch: 'next' })
      expect(ran.error?.kind).toMatch(/^(MODEL_BRANCH_GONE|NOT_FOUND)$/)
      expect(await world.session()).toBeUndefined()
      expect(await world.hashes()).toEqual(before)
      world.onRequest = () => undefined
      await world.client().branches.createBranch({ path, body: { name: 'next' } })
    }
  })
})

describe('the settings of the deployment', () => {
  test('that forbid commits stop the run before anything is written', async () => {
    await world.settings({ deployBranchReadOnly: true, deployBranchMergeAllowed: false })
    const locked = { error: { kind: 'MODEL_BRANCH_LOCKED' }, changed: false, created: false }
    expect(await world.apply({ [A]: CUBE('a') })).toMatchObject(locked)
    expect(await world.apply({ [A]: BINARY })).toMatchObject(locked)
    expect(await world.apply({ [A]: CUBE('a') }, { branch: 'next', merge: 'default' })).toMatchObject(locked)
    expect(await world.apply({ [A]: CUBE('a') }, { branch: 'next', merge: 'parent' })).toMatchObject(locked)
    expect(world.writes()).toEqual([])
    expect(await world.apply({ [A]: CUBE('a') }, { branch: 'next' })).toMatchObject({ error: undefined })
  })

  test('that the key may not read are ignored, and the platform decides', async () => {
    const hide = { method: 'GET', path: '/**/settings', kind: 'status', status: 403, times: 3 } as const
    world.sandbox().controls.addFault(hide)
    expect(await world.apply({ [A]: CUBE('a') })).toMatchObject({ error: undefined, route: 'fork', build: 'built' })
    expect(await world.apply({ [B]: CUBE('b') }, { branch: 'x', merge: 'default' })).toMatchObject({
      error: undefined,
      changed: true,
    })
    expect(await world.files()).toMatchObject({ [B]: CUBE('b') })
    await world.settings({ deployBranchReadOnly: true })
    const ran = await world.apply({ [A]: CUBE('a2') })
    expect(ran).toMatchObject({ error: { kind: 'REJECTED' }, changed: false, remains: [] })
    expect(await world.session()).toBeUndefined()
  })

  test('of a user who may not commit to production: nothing is left behind', async () => {
    const ran = await world.apply({ [A]: CUBE('a') }, { as: world.newClient(world.newKey('maria@acme.com')) })
    expect(ran).toMatchObject({ error: { kind: 'FORBIDDEN', exit: 3 }, changed: false, remains: [] })
    expect(await world.apply({ [A]: CUBE('a') })).toMatchObject({ error: undefined })
  })
})

describe('merging', () => {
  test('to the deploy branch or to the parent follows the commit', async () => {
    const first = await world.apply({ [A]: CUBE('a') }, { branch: 'develop', merge: 'default' })
    expect(first).toMatchObject({ error: undefined, mergedInto: 'main', build: 'built' })
    expect(await world.files()).toMatchObject({ [A]: CUBE('a'), [RECORD]: expect.any(String) })
    await world.apply({ [B]: CUBE('b') }, { branch: 'feature/x', from: 'develop', merge: 'parent' })
    expect(await world.files('develop')).toHaveProperty([B])
    expect(await world.files()).not.toHaveProperty([B])
    expect(await world.branches()).toEqual(['main', 'develop', 'feature/x'])
  })

  test('is refused without a destination', async () => {
    await world.apply({ [A]: CUBE('a') }, { branch: 'develop' })
    await world.settings({ deployBranchName: 'develop' })
    expect((await world.apply({ [B]: CUBE('b') }, { branch: 'main', merge: 'parent' })).error).toMatchObject({
      kind: 'MODEL_ROUTE_REFUSED',
    })
    await world.settings({ deployBranchName: 'main', deployMode: 'cli' })
    expect((await world.apply({ [B]: CUBE('b') }, { branch: 'develop', merge: 'default' })).error).toMatchObject({
      kind: 'MODEL_ROUTE_REFUSED',
    })
    expect(await world.apply({ [B]: CUBE('b') }, { merge: 'default' })).toMatchObject({
      error: undefined,
      mergedInto: undefined,
    })
  })

  test('conflicts are reported, and the branch keeps what was committed', async () => {
    await world.apply({ [A]: CUBE('a') }, { branch: 'develop' })
    await world.colleague().edit('main', { [A]: CUBE('theirs') })
    const ran = await world.apply({ [A]: CUBE('ours') }, { branch: 'develop', merge: 'default' })
    expect(ran).toMatchObject({
      error: { kind: 'MODEL_MERGE_CONFLICT', exit: 5 },
      changed: true,
      mergedInto: undefined,
    })
    expect(await world.files('develop')).toMatchObject({ [A]: CUBE('ours') })
    expect(await world.files()).toMatchObject({ [A]: CUBE('theirs') })
  })

  test('is refused if the branch does not compile', async () => {
    await world.apply({ [A]: CUBE('a') }, { branch: 'develop' })
    await world.colleague().edit('develop', { [B]: BROKEN })
    const ran = await world.apply({ 'docs/x.md': 'x' }, { branch: 'develop', merge: 'default' })
    expect(ran).toMatchObject({ error: { kind: 'MODEL_INVALID' }, mergedInto: undefined })
    expect(ran.problems).toMatchObject([{ file: `data-model/${B}` }])
    expect(await world.files()).not.toHaveProperty([B])
  })

  test('two sides that compile alone but not together are reported', async () => {
    const view = 'views:\n  - name: v\n    cubes:\n      - join_path: visits\n        includes: "*"\n'
    await world.apply({ [A]: CUBE('a') }, { branch: 'develop' })
    await world.colleague().edit('main', { 'model/views/v.yml': view })
    const ran = await world.apply(
      {},
      {
        ...(await world.plan({}, ['model/cubes/visits.yml'], 'develop')),
        branch: 'develop',
        merge: 'default',
      },
    )
    expect(ran).toMatchObject({ error: { kind: 'MODEL_BUILD_FAILED' }, mergedInto: 'main' })
    expect(ran.problems).toMatchObject([{ file: 'data-model/model/views/v.yml' }])
  })

  test('that an earlier run missed is done by the next, even without changes', async () => {
    await world.apply({ [A]: CUBE('a') }, { branch: 'develop' })
    const ran = await world.apply({}, { branch: 'develop', merge: 'default' })
    expect(ran).toMatchObject({ error: undefined, changed: false, mergedInto: 'main', build: 'built' })
    await world.apply({ [A]: CUBE('again') }, { branch: 'develop' })
    const declared = new Map([[A, sha1(CUBE('again'))]])
    expect(await world.apply({}, { branch: 'develop', merge: 'default', declared })).toMatchObject({
      mergedInto: 'main',
    })
    const again = await world.apply({}, { branch: 'develop', merge: 'default', declared })
    expect(again).toMatchObject({ error: undefined, mergedInto: undefined })
    expect(world.writes()).toEqual([])
  })
})
