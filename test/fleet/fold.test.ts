import { beforeAll, describe, expect, test } from 'vitest'
import { TREE } from '../project/promote-tree.ts'
import { commitAll, writeFiles } from '../support/directory.ts'
import { openFleet } from './stage.ts'

/** What differs between targets whose plans do the same: nothing of one of them is said of all. */
const fleet = openFleet(4, 'waves:\n  - {}\n')
const [ONE = '', TWO = '', THREE = '', FOUR = ''] = fleet.names
const PIPELINE = 'content/sales/pipeline.report.yaml'

interface Told {
  readonly folds: readonly { readonly targets: readonly string[]; readonly summary: object; readonly plan?: object }[]
}
const told = async (): Promise<Told['folds']> =>
  (JSON.parse((await fleet.run('fleet plan --json')).stdout) as Told).folds

const people = (name: string, action: object) =>
  fleet.sandbox().controls.addPeople({ do: [{ ...action, deployment: fleet.deploymentOf(name) } as never] })

beforeAll(async () => {
  await fleet.run('apply --target * --yes')
  await writeFiles(fleet.root(), {
    [PIPELINE]: TREE[PIPELINE].replace('.deals', '.deals limit 10'),
    'content/sales/revenue/dashboard.yaml': TREE['content/sales/revenue/dashboard.yaml'].replace(
      'title: Revenue',
      'title: Money',
    ),
  })
  commitAll(fleet.root(), 'limit and title')
})

describe('a fold', () => {
  test('has the variable where the texts of its targets have its value', async () => {
    const folds = await told()
    expect(folds.map(({ targets }) => targets.length)).toEqual([4])
    const text = JSON.stringify(folds[0]?.plan)
    expect(text).toContain('select 1 from ${var.schema}.deals limit 10')
    for (const name of fleet.names) expect(text.replaceAll(`"name":"${ONE}"`, '')).not.toContain(name)
    const { stdout } = await fleet.run('fleet plan')
    expect(stdout).toContain('${var.schema}')
    expect(stdout).toContain('version 1 -> 2')
  })

  test('says no version if they differ, and what is beside the change only if it is so everywhere', async () => {
    await people(TWO, { do: 'publish', workbook: 'revenue' })
    await people(THREE, { do: 'edit-workbook', workbook: 'revenue', set: { name: 'Ours' } })
    const folds = await told()
    expect(folds.map(({ targets }) => targets)).toEqual([fleet.names.filter((name) => name !== THREE), [THREE]])
    const [all, edited] = folds.map((fold) => JSON.stringify(fold))
    expect(all).not.toMatch(/"from":\d|"to":\d/)
    expect(all).not.toContain('Ours')
    expect(edited).toContain('Ours')
    for (const { summary } of folds)
      expect(Object.keys(summary)).toEqual(['create', 'update', 'delete', 'publish', 'held'])
    expect((await fleet.run('fleet plan')).stdout).toContain('> publish  its next version. Viewers see')
  })

  test('is another one where other values are replaced', async () => {
    await fleet.write(PIPELINE, (text) => text.replace('limit 10', 'limit 20'))
    await commitAll(fleet.root(), 'twenty')
    await fleet.run(`apply --target ${FOUR} --yes`)
    await fleet.write(PIPELINE, (text) => text.replace('limit 20', 'limit 30'))
    await commitAll(fleet.root(), 'thirty')
    const folds = await told()
    const of = (name: string): string => JSON.stringify(folds.find(({ targets }) => targets.includes(name))?.plan)
    expect(of(FOUR)).toContain('limit 20')
    expect(of(ONE)).not.toContain('limit 20')
  })
})
