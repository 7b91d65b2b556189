import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesIn } from '../scenarios/scenario.ts'
import { atSandbox, layOut, letAct, openStage, printedBy, sandbox } from '../scenarios/stage.ts'
import { commitAll, temporaryDirectory, writeFiles } from '../support/directory.ts'

openStage()

/** The tree of the stories, applied, with one tile below another. */
async function begin() {
  const root = temporaryDirectory()
  const files = { ...filesIn('start'), '.gitignore': '.boardwright/\n' }
  await writeFiles(root, atSandbox(files))
  const commit = commitAll(root)
  await layOut(files, commit)
  return { root, commit }
}

async function change(root: string, file: string, ...edits: readonly (readonly [string, string])[]): Promise<void> {
  const text = readFileSync(join(root, file), 'utf8')
  const now = edits.reduce((whole, [from, to]) => {
    expect(whole).toContain(from)
    return whole.replace(from, () => to)
  }, text)
  await writeFiles(root, { [file]: now })
}

const run = async (root: string, ...args: readonly string[]): Promise<string> =>
  printedBy([...args, '-C', root], 'admin')

const BOOK = 'content/sales/revenue'

test('a plan for the SQL of one report and two widgets that swap places', async () => {
  const { root } = await begin()
  await change(root, `${BOOK}/reports/by-month.sql`, ['group by 1', 'and amount > 0\ngroup by 1'])
  await change(
    root,
    `${BOOK}/dashboard.yaml`,
    ['{x: 0, y: 0, w: 8, h: 6}', '{x: 4, y: 0, w: 8, h: 6}'],
    ['{x: 8, y: 0, w: 4, h: 6}', '{x: 0, y: 0, w: 4, h: 6}'],
  )
  const commit = commitAll(root, 'Swap')
  const text = (await run(root, 'plan')).replaceAll(commit.slice(0, 7), 'COMMIT')
  expect(
    text
      .replaceAll(new URL(sandbox.url).host, 'acme.example')
      .replace(/(?<=--approve )[0-9a-f]{64}/, 'HASH')
      .replace(/^Read.*$/m, 'Read ...'),
  ).toMatchInlineSnapshot(`
    "Plan for production: acme COMMIT -> deployment 2 (acme.example)

    ~ update  Sales / Revenue                                         content/sales/revenue
        ~ report "Revenue by month"                                   reports/by-month.yaml
            sql    @@ 4,3 @@
                     where not is_refund
                   + and amount > 0
                     group by 1
        ~ layout   2 widgets moved, 1 unchanged
            "Top customers" moves left 8 columns, "Revenue by month" moves right 4 columns
              now                            after
              +----------------+--------+    +--------+----------------+
              | Revenue by     | Top    |    | Top   <| Revenue by    >|
              | month          | custome|    | custome| month          |
              +----------------+--------+    +--------+----------------+
              | Pipeline                |    | Pipeline                |
              +-------------------------+    +-------------------------+
        > publish  version 1 -> 2. Viewers see all of this at once. No scheduled emails, not embedded.

    Plan: 0 create, 2 update, 0 delete, 1 publish; 4 unchanged.
    Apply exactly this:  boardwright apply --target production --approve HASH
    Read ...
    Exit 0.
    "
  `)
})

test('UI edits, one line for each edit', async () => {
  const { root, commit } = await begin()
  const widget = (id: string, report: string, x: number, y: number, w: number, config: object = {}) => ({
    ...{ id, type: 'CHART', position: { x, y, w, h: 6 } },
    config: { ...config, reportId: `{report/${report}}` },
  })
  const widgets = [
    widget('months', 'byMonth00001', 0, 0, 6, { title: 'Revenue by month', showLegend: false }),
    widget('customers', 'customers001', 8, 0, 4),
    widget('pipeline', 'pipeline0001', 0, 6, 12),
  ]
  await letAct([
    { do: 'edit-report', report: 'pipeline0001', set: { jsonQuery: '{"measures":["orders.revenue"]}' } },
    { do: 'edit-draft', workbook: 'revenue', set: { widgets } },
    { do: 'publish', workbook: 'revenue' },
    { do: 'request', method: 'POST', path: '/api/v1/deployments/2/workbooks', body: { name: 'Her own' } },
  ] as never)
  const text = await run(root, 'status', '--ui-edits')
  expect(text.replaceAll(commit.slice(0, 7), 'COMMIT').replace(/^Read.*$/m, 'Read ...')).toMatchInlineSnapshot(`
    "UI edits in production since the last apply (COMMIT)
      report Sales / Pipeline     query + measure orders.revenue, - measure orders.count
      Sales / Revenue             widget "Revenue by month" becomes narrower, from 8x6 to 6x6
      not counted: 1 new object not managed (boardwright export --target production --new)
    2 objects, 3 edits. Take them into git:  boardwright export --target production
    Read ...
    Exit 2.
    "
  `)
})

test('-q leaves only the result and errors; --timeout and --no-color work with every command', async () => {
  const { root } = await begin()
  expect(await run(root, 'plan', '-q')).toBe('No changes. 6 objects match the repo.\nExit 0.\n')
  expect(await run(root, '-q', 'status', '--no-color', '--timeout', '60')).not.toContain('Read')
  expect(await run(root, '-q', 'plan', '--target', 'nowhere')).toContain('BW-E')
  sandbox.controls.addFault({ path: '/api/v1/users/me', kind: 'delay', delayMs: 4_000 })
  expect(await run(root, 'plan', '--timeout', '1')).toContain('BW-E2002  not finished after 1 s')
})
