// Slow: it promotes many times.
import { beforeEach, describe, expect, test } from 'vitest'
import { derivedId } from '../../src/content/identity.ts'
import { exportTree } from '../../src/project/export.ts'
import { openProject, requireConfig } from '../../src/project/local/project.ts'
import { git, temporaryDirectory } from '../support/directory.ts'
import { configOf, REPORT, TREE } from './promote-tree.ts'
import { openAccount, openScene, rowsOf, type Scene, TODAY } from './promote-world.ts'

const account = openAccount()
const changed = (title: string) => TREE[REPORT].replace('By month', title)
const DASHBOARD = 'content/sales/revenue/dashboard.yaml'
const PIPELINE = 'content/sales/pipeline.report.yaml'

const targets = (more = '') => ({
  production: { url: account().url, deployment: 2 },
  dev: { url: account().url, deployment: 1, more },
})

const PLAIN = 'byMonth00001 is the public id of a report of this tree, as plain text'
const LITERAL = (name: string) =>
  `\${${name}} is sent literally: content/sales/revenue/app/main.js is not listed under \`interpolate\``

/** The tree, committed. */
const begun = (files: Readonly<Record<string, string>> = {}, config = configOf(targets())): Promise<Scene> =>
  openScene({ ...TREE, ...files, 'boardwright.yaml': config }, { BOARDWRIGHT_TOKEN: account().keys.admin })

/** The tree, applied to dev. */
async function applied(...given: Parameters<typeof begun>): Promise<Scene> {
  const play = await begun(...given)
  const { result } = await play.apply('dev')
  expect(result?.failed).toEqual([])
  return play
}

const person = (...actions: object[]) =>
  account().controls.addPeople({ do: actions.map((action) => ({ ...action, deployment: 1 })) as never })
const writes = () =>
  account()
    .controls.requests()
    .filter(({ method }) => method !== 'GET')
const promoting = (play: Scene, from = 'dev', to = 'production') => {
  account().controls.clearRequests()
  return play.promote(from, to).catch((cause: unknown) => {
    expect(writes()).toEqual([])
    throw cause
  })
}

describe('edits in the UI of the source', () => {
  let play: Scene
  beforeEach(async () => {
    play = await applied({}, configOf(targets(), '', 'dev'))
    await person(
      { do: 'edit-report', report: 'byMonth00001', set: { name: 'Edited' } },
      { do: 'publish', workbook: 'revenue' },
    )
  })

  test('stop it, and the error names the export that takes them', async () => {
    await expect(promoting(play)).rejects.toMatchObject({
      kind: 'PROMOTE_UI_EDITS',
      exit: 5,
      message: 'dev was edited in the UI: Sales / Revenue / By month',
      hint: expect.stringContaining('boardwright export --target dev'),
    })
    await play.export('dev')
    await play.apply('dev')
    const { plan } = await promoting(play)
    expect(plan.objects.map(({ key }) => key)).toContain('report/byMonth00001')
  })

  test('are not promoted if a commit is named', async () => {
    const { source, result } = await play.promote('dev', 'production', { at: 'HEAD' })
    expect([source.edits, result?.failed]).toEqual([['Sales / Revenue / By month'], []])
  })
})

test('an edit to a line for all targets has to be taken by hand, as the hint and the export say', async () => {
  const play = await applied()
  const report = derivedId('7f3kQ2m9', 1, 'byMonth00001')
  await person({ do: 'edit-report', report, set: { name: 'Edited' } }, { do: 'publish', workbook: 'revenue' })
  await expect(promoting(play)).rejects.toMatchObject({
    kind: 'PROMOTE_UI_EDITS',
    hint: expect.stringContaining('it is not home: lines for all targets are named, not written'),
  })
  const { written, problems } = await exportTree(await play.open(), { env: play.env, target: 'dev' })
  expect([written, problems.map(({ kind, at }) => [kind, at.file, at.line])]).toEqual([
    [],
    [['EXPORT_NOT_HOME', REPORT, 2]],
  ])
  await play.commit({ [REPORT]: changed('Edited') })
  expect((await play.apply('dev')).plan.objects).toEqual([])
  const { plan, result } = await promoting(play)
  expect([plan.commit, result?.failed]).toEqual([play.head(), []])
  expect((await rowsOf(account(), 2)).reports.map(({ name }) => name).sort()).toEqual(['Edited', 'Pipeline'])
})

describe('a source that does not match a commit', () => {
  test('because only part of one was applied', async () => {
    const play = await applied()
    await play.commit({
      [REPORT]: changed('Second'),
      [PIPELINE]: TREE[PIPELINE].replace('name: Pipeline', 'name: Deals'),
    })
    await play.apply('dev', { shaping: { select: ['pipeline0001'] } })
    await expect(promoting(play)).rejects.toMatchObject({
      kind: 'PROMOTE_UNSETTLED',
      message: expect.stringMatching(/^not all of commit [0-9a-f]{7} is applied to dev: .*: (publish|update)/),
      hint: `Apply it there first. Or promote what was applied, whatever is there, with --at ${play.head().slice(0, 7)}.`,
    })
  })

  test('because of a draft, which is named with the ways out', async () => {
    const play = await applied()
    await person({ do: 'edit-draft', workbook: 'revenue', set: { title: 'In progress' } })
    const commit = await play.commit({
      [DASHBOARD]: TREE[DASHBOARD].replace('title: Revenue', 'title: Second'),
      [PIPELINE]: TREE[PIPELINE].replace('name: Pipeline', 'name: Deals'),
    })
    expect((await play.apply('dev')).exit).toBe(5)
    await expect(promoting(play)).rejects.toMatchObject({
      kind: 'PROMOTE_UNSETTLED',
      message: expect.stringContaining('Sales / Revenue: '),
      hint: `Publish or discard the draft of Sales / Revenue in the UI, or take it into git with boardwright export --target dev --drafts, commit and apply. Or promote what was applied, whatever is there, with --at ${commit.slice(0, 7)}.`,
    })
  })

  test('because two branches were applied to it', async () => {
    const play = await applied()
    git(play.root, 'checkout', '--quiet', '-b', 'feature')
    await play.commit({ [REPORT]: changed('On the branch') })
    await play.apply('dev')
    git(play.root, 'checkout', '--quiet', 'main')
    await play.commit({ [PIPELINE]: TREE[PIPELINE].replace('name: Pipeline', 'name: On main') })
    await play.apply('dev', { shaping: { select: ['pipeline0001'] } })
    await expect(promoting(play)).rejects.toMatchObject({
      kind: 'PROMOTE_UNSETTLED',
      message: expect.stringContaining('neither descends from the other'),
    })
  })

  test('because the clone lacks it', async () => {
    const play = await applied()
    await play.commit({ [REPORT]: changed('Second') })
    await play.apply('dev')
    git(play.root, 'reset', '--quiet', '--hard', 'HEAD~1')
    const clone = temporaryDirectory()
    git(clone, 'clone', '--quiet', `file://${play.root}`, '.')
    const project = requireConfig(await openProject(clone, TODAY))
    const { promote } = await import('../../src/project/promote.ts')
    const asked = { env: play.env, from: 'dev', to: 'production', confirm: async () => true }
    await expect(promote(project, asked)).rejects.toMatchObject({
      kind: 'COMMIT_MISSING',
      message: expect.stringMatching(/^commit [0-9a-f]{7}, which was applied to dev, is not in this clone$/),
    })
  })

  test('because the clone is shallow', async () => {
    const play = await applied()
    await play.commit({ [REPORT]: changed('Second') })
    const clone = temporaryDirectory()
    git(clone, 'clone', '--quiet', '--depth', '1', `file://${play.root}`, '.')
    const project = requireConfig(await openProject(clone, TODAY))
    const { promote } = await import('../../src/project/promote.ts')
    const asked = { env: play.env, from: 'dev', to: 'production', confirm: async () => true }
    await expect(promote(project, asked)).rejects.toMatchObject({ kind: 'SHALLOW_CLONE' })
  })
})

describe('content that would mean something else in the other target', () => {
  const APP = 'content/sales/revenue/app/main.js'
  const board = { 'content/sales/revenue/dashboard.yaml': 'kind: APP\ntitle: Revenue\n' }
  const OVERLAY = `overlays/production/${APP}`

  test.each<[string, string, Record<string, string>, string, string, [column: number, message: string][]]>([
    ['an id of the source', 'dev', { [APP]: 'show("byMonth00001")\n' }, '', APP, [[7, PLAIN]]],
    ['in an overlay', 'dev', { [APP]: '//\n', [OVERLAY]: 'in("byMonth00001")\n' }, '', OVERLAY, [[5, PLAIN]]],
    [
      'a variable where nobody fills it in',
      'production',
      { [APP]: 'f("${var.a}")\n' },
      '',
      APP,
      [[4, LITERAL('var.a')]],
    ],
    ['a report so', 'dev', { [APP]: 'f("${report.by-month}")\n' }, '', APP, [[4, LITERAL('report.by-month')]]],
    ['by its id', 'dev', { [APP]: 'f("${report.byMonth00001}")\n' }, '', APP, [[13, PLAIN]]],
  ])('is reported with its place, and nothing is sent: %s', async (_, home, files, more, file, found) => {
    const play = await applied({ ...board, ...files }, configOf(targets(), more, home))
    await expect(promoting(play)).rejects.toMatchObject({
      kind: 'PROMOTE_BLOCKED',
      exit: 6,
      problems: found.map(([column, message]) => ({ at: { file, line: 1, column }, message })),
    })
  })

  test('is fixed as the hint says, even if the source then has nothing to apply', async () => {
    const dev = configOf(targets(), "interpolate: ['**']\n", 'dev')
    const play = await applied({ ...board, [APP]: 'show("byMonth00001")\n' }, dev)
    await expect(promoting(play)).rejects.toMatchObject({
      problems: [{ hint: expect.stringMatching(/ Commit it, apply it to dev, then promote with --at HEAD\.$/) }],
    })
    await play.commit({ [APP]: 'show("${report.by-month}")\n' })
    expect((await play.apply('dev')).plan.objects).toEqual([])
    const { result } = await play.promote('dev', 'production', { at: 'HEAD' })
    expect(result?.failed).toEqual([])
  })

  test.each<[string, string, Record<string, string>, string, string]>([
    ['an id that the goal has itself', 'production', { [APP]: 'show("byMonth00001")\n' }, '', ''],
    ['what the source excludes', 'dev', { [APP]: 'show("byMonth00001")\n' }, '', ', exclude: {paths: [sales/revenue]}'],
    ['a text under an overlay', 'dev', { [APP]: 'show("byMonth00001")\n', [OVERLAY]: 'show()\n' }, '', ''],
    ['a report in a listed file', 'dev', { [APP]: 'f("${report.by-month}")\n' }, "interpolate: ['**']\n", ''],
    ['template literals of the app', 'dev', { [APP]: 'f(`${report.title} ${x}`)\n' }, '', ''],
  ])('is not %s', async (_, home, files, more, source) => {
    const config = configOf({ production: targets().production, dev: targets(source).dev }, more, home)
    const play = await applied({ ...board, ...files }, config)
    const { result } = await promoting(play)
    expect(result?.failed).toEqual([])
  })

  test('but not if the destination already has it, or if it is not selected', async () => {
    const files = { ...board, [APP]: 'show("byMonth00001")\n' }
    const play = await applied(files, configOf(targets(), '', 'dev'))
    await play.apply('production')
    await play.commit({ [PIPELINE]: TREE[PIPELINE].replace('name: Pipeline', 'name: Deals') })
    await play.apply('dev')
    expect((await promoting(play)).plan.objects.map(({ key }) => key)).toEqual(['report/pipeline0001'])

    await play.commit({ [APP]: 'again("byMonth00001")\n', [PIPELINE]: TREE[PIPELINE] })
    await play.apply('dev')
    await expect(promoting(play)).rejects.toMatchObject({ kind: 'PROMOTE_BLOCKED' })
    const { plan } = await play.promote('dev', 'production', { shaping: { select: ['pipeline0001'] } })
    expect(plan.objects.map(({ key }) => key)).toEqual(['report/pipeline0001'])
  })

  test('such as a widget with a deleted report', async () => {
    const play = await applied()
    const board = TREE['content/sales/revenue/dashboard.yaml'].replace(
      'report: /sales/pipeline',
      'report: missing(1/77)',
    )
    await play.commit({ 'content/sales/revenue/dashboard.yaml': board })
    await expect(play.promote('dev', 'production', { at: 'HEAD' })).rejects.toMatchObject({
      kind: 'PROMOTE_BLOCKED',
      problems: [{ at: { file: 'content/sales/revenue/dashboard.yaml', line: 9 } }],
    })
  })

  test('such as the number of a report in a place that is not a reference', async () => {
    const play = await applied()
    const number = (await play.plan('dev')).live.facts.get('report/byMonth00001')?.id
    const board = TREE['content/sales/revenue/dashboard.yaml'].replace(
      'report: by-month',
      `report: by-month\n    config: {drillTo: ${number}}`,
    )
    await play.commit({ 'content/sales/revenue/dashboard.yaml': board })
    await play.apply('dev')
    await expect(promoting(play)).rejects.toMatchObject({
      kind: 'PROMOTE_BLOCKED',
      problems: [{ message: expect.stringContaining(`is ${number}, the number of the report "By month"`) }],
    })
  })
})

describe('targets', () => {
  /** Before anything was applied. */
  const refusal = async (from: string, to: string) => {
    const play = await begun()
    return expect(promoting(play, from, to)).rejects
  }

  test('that are the same', async () => {
    await (await refusal('dev', 'dev')).toMatchObject({
      kind: 'PROMOTE_REFUSED',
      message: 'dev cannot be promoted to itself',
    })
  })

  test.each(['prodution', '../production', 'other-project'])('that this project does not have: %s', async (name) => {
    await (await refusal('dev', name)).toMatchObject({ kind: 'TARGET_UNKNOWN' })
  })

  test('that were never applied to', async () => {
    await (await refusal('production', 'dev')).toMatchObject({
      kind: 'PROMOTE_UNAPPLIED',
      message: 'nothing was ever applied to production',
    })
  })

  test('that have nothing in common', async () => {
    const more = ', content: off, dataModel: {branch: main}'
    const config = configOf({ ...targets(), model: { url: account().url, deployment: 1, more } })
    const play = await applied({}, config)
    await expect(promoting(play, 'dev', 'model')).rejects.toMatchObject({ kind: 'PROMOTE_REFUSED' })
  })

  test('of another project: what it owns stays, and nothing is promoted from it', async () => {
    const play = await applied()
    const theirs = configOf(targets()).replace('7f3kQ2m9', 'otherProject1')
    const others = await openScene(
      { ...TREE, 'boardwright.yaml': theirs, [REPORT]: changed('Theirs').replace('byMonth00001', 'theirs000001') },
      play.env,
    )
    const dashboard = TREE['content/sales/revenue/dashboard.yaml']
    await others.commit({
      [PIPELINE]: TREE[PIPELINE].replace('pipeline0001', 'theirs000002'),
      'content/sales/revenue/dashboard.yaml': dashboard,
    })
    expect((await others.apply('production')).result?.failed).toEqual([])
    await expect(promoting(play, 'production', 'dev')).rejects.toMatchObject({
      kind: 'PROMOTE_UNAPPLIED',
      message: 'nothing was ever applied to production: what is there is owned by project otherProject1',
    })
    const { exit, plan } = await promoting(play)
    expect(exit).toBe(5)
    expect(plan.held.map(({ reason }) => reason)).toContain('other-project')
  })

  test('with a variable in only one of them', async () => {
    const play = await applied(
      { [PIPELINE]: `${TREE[PIPELINE]}title: \${var.region}\n` },
      configOf(targets(', variables: {region: EU}')),
    )
    await expect(promoting(play)).rejects.toMatchObject({
      kind: 'VARIABLE_UNDEFINED',
      message: 'the variable "region" has no value in target "production"',
    })
  })

  test('with an overlay that matches nothing', async () => {
    const play = await applied({
      'overlays/production/content/sales/revenue/dashboard.yaml': 'widgets: [{id: nothing, type: HTML}]\n',
    })
    await expect(promoting(play)).rejects.toMatchObject({ kind: 'OVERLAY_UNMATCHED' })
  })

  test('with a key that reads only one of them', async () => {
    const play = await applied()
    const scoped = account().controls.addKey({ user: 'ci-bot@acme.com', scope: [1] }).key
    await expect(play.promote('dev', 'production', { env: { BOARDWRIGHT_TOKEN: scoped } })).rejects.toMatchObject({
      message: expect.stringMatching(/^production: /),
    })
    const env = { BOARDWRIGHT_TOKEN_DEV: 'nonsense', BOARDWRIGHT_TOKEN: account().keys.admin }
    await expect(play.promote('dev', 'production', { env })).rejects.toMatchObject({
      ...{ kind: 'UNAUTHORIZED', exit: 3 },
      message: expect.stringMatching(/^dev: /),
    })
  })

  test('with uncommitted settings', async () => {
    const play = await applied()
    await play.write({ 'boardwright.yaml': `${configOf(targets())}# edited\n`, [REPORT]: changed('Does not matter') })
    await expect(promoting(play)).rejects.toMatchObject({
      kind: 'UNCOMMITTED',
      message: 'boardwright.yaml differs from the commit',
    })
    expect((await play.promote('dev', 'production', { accept: ['uncommitted'] })).exit).toBe(0)
  })
})

test('an unknown commit', async () => {
  const play = await applied()
  await expect(play.promote('dev', 'production', { at: 'no-such-tag' })).rejects.toMatchObject({
    kind: 'COMMIT_MISSING',
    message: '"no-such-tag" is not a commit in this clone',
  })
})
