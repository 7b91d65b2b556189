import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Plan } from '../../src/plan/plan-file.ts'
import { startPreview } from '../../src/preview/server.ts'
import { openProject, requireConfig } from '../../src/project/project.ts'
import { planTarget } from '../../src/sync/plan.ts'
import { openPreview } from '../../src/sync/preview/open.ts'
import { atSandbox, layOut, letAct, numbersNow, openStage, sandbox } from '../scenarios/stage.ts'
import { commitAll, readFiles, temporaryDirectory, writeFiles } from '../support/directory.ts'
import { axeFindings, textOf, useBrowser } from './support.ts'

openStage()
const browser = useBrowser()
const SLUG = 'revenue-overview'
/** A report that is in no workbook. */
const ALONE = 'mT5yRc8VqN0j'
const BOARD = `content/sales/${SLUG}`

interface LiveWidget {
  readonly id: string
  readonly position: Readonly<Record<string, number>>
  readonly config?: Readonly<Record<string, unknown>>
}

/** Acme as it was applied; then somebody works in the UI, and somebody else in the repo. */
async function begin(): Promise<string> {
  const root = temporaryDirectory()
  const files = { ...readFiles('examples/acme') }
  await writeFiles(root, atSandbox(files))
  await layOut(files, commitAll(root))

  const id = (await numbersNow()).get(`workbook/${SLUG}`)
  const headers = { authorization: `Bearer ${sandbox.keys.admin}` }
  const answer = await fetch(`${sandbox.url}/api/v1/deployments/2/workbooks/${id}`, { headers })
  const { publishedDashboard } = (await answer.json()) as { publishedDashboard: { config: { widgets: LiveWidget[] } } }
  const { widgets } = publishedDashboard.config
  const inTheUi = widgets
    .filter(({ id }) => id !== 'q1AeWo6i')
    .map((widget) => (widget.id === 'f5RgJd9u' ? { ...widget, position: { ...widget.position, h: 5 } } : widget))
    .map((widget) =>
      widget.id === 'b8LhNv2s' ? { ...widget, config: { ...widget.config, numberFormat: '€0,0' } } : widget,
    )
  const added = {
    id: 'uiNote01',
    type: 'TEXT',
    position: { x: 0, y: 12, w: 4, h: 2 },
    config: { markdown: 'From the **UI**' },
  }
  await letAct([
    { do: 'edit-report', report: ALONE, set: { title: 'Pipes' } },
    { do: 'edit-report', report: 'h4Kq9ZtB2wLm', set: { sqlQuery: 'select 1 as month, 2 as net_revenue' } },
    { do: 'edit-draft', workbook: SLUG, set: { widgets: [...inTheUi, added] } },
    { do: 'publish', workbook: SLUG },
  ])

  const text = readFileSync(join(root, BOARD, 'dashboard.yaml'), 'utf8')
  await writeFiles(root, {
    [`${BOARD}/dashboard.yaml`]: text.replace('title: Top customers\n', 'title: Best customers\n'),
  })
  commitAll(root, 'Best')
  return root
}

/** The widgets that a plan names, and those that show a report which it names. */
function namedBy({ objects, held, left }: Plan): string[] {
  const all = [...objects, ...held, ...left]
  const own = all.filter(({ key }) => key === `workbook/${SLUG}`)
  const units = own.flatMap((object) => [
    ...object.units.map(({ unit }) => unit),
    ...('keeps' in object ? object.keeps.map(({ unit }) => unit) : []),
    ...('merges' in object ? object.merges.map(({ unit }) => unit) : []),
  ])
  const shown = all.some(({ key }) => key === 'report/h4Kq9ZtB2wLm') ? ['wk3ZmQ81'] : []
  return [...new Set([...units.flatMap((unit) => /^widget (.*)/.exec(unit)?.[1] ?? []), ...shown])].sort()
}

test('repo against live: the marked widgets are those of the plan', async () => {
  const root = await begin()
  const env = { BOARDWRIGHT_TOKEN: sandbox.keys.admin }
  const { plan, writeRequests } = await planTarget(requireConfig(await openProject(root, '2026-11-20')), {
    env,
    target: 'production',
  })
  expect(namedBy(plan)).toEqual(['b8LhNv2s', 'f5RgJd9u', 'p0Yx7TcE', 'q1AeWo6i', 'uiNote01', 'wk3ZmQ81'])
  expect(writeRequests).toBe(0)

  sandbox.controls.clearRequests()
  const source = await openPreview(root, { today: '2026-11-20', data: 'sample', env, onChange: () => {} })
  const preview = await startPreview(source)
  try {
    const { page, troubles } = await browser.open(`${preview.url}/#/${SLUG}?compare=side`)
    await page.locator(`[data-shows="${SLUG}"]`).waitFor()
    const marks = async (side: string): Promise<Record<string, string>> => {
      const marked = await page.getByRole('region', { name: side, exact: true }).locator('[data-mark]').all()
      const pairs = marked.map(async (each) => [
        await each.getAttribute('data-widget'),
        await each.getAttribute('data-mark'),
      ])
      return Object.fromEntries(await Promise.all(pairs))
    }
    const [repo, live] = [await marks('Repo'), await marks('Live')]
    expect([...new Set([...Object.keys(repo), ...Object.keys(live)])].sort()).toEqual(namedBy(plan))
    expect(repo).toEqual({
      wk3ZmQ81: 'changed',
      p0Yx7TcE: 'changed',
      b8LhNv2s: 'changed',
      f5RgJd9u: 'moved',
      q1AeWo6i: 'added',
    })
    expect(live).toEqual({
      wk3ZmQ81: 'changed',
      p0Yx7TcE: 'changed',
      b8LhNv2s: 'changed',
      f5RgJd9u: 'moved',
      uiNote01: 'removed',
    })

    const difference = page.getByText('SQL differs (+6 −1)')
    await difference.click()
    expect(await page.locator('.bw-diff-lines').innerText()).toContain('- select 1 as month, 2 as net_revenue')
    const said = await page.getByRole('region', { name: 'Differences' }).innerText()
    expect(said).toContain('widget "Orders"')
    expect(said).toContain('apply would write what the repo changed, and keep what was edited in the UI of production.')
    expect(await axeFindings(page)).toEqual([])

    await page.getByRole('combobox', { name: 'Compare with live' }).selectOption('over')
    await page.getByRole('slider').press('End')
    expect(await textOf(page, 'uiNote01')).toContain('From the UI')

    await page.goto(`${preview.url}/#/${encodeURIComponent(`report/${ALONE}`)}?compare=side`)
    await page.locator(`[data-shows="report/${ALONE}"]`).waitFor()
    expect([await marks('Repo'), await marks('Live')]).toEqual([{ [ALONE]: 'changed' }, { [ALONE]: 'changed' }])
    expect(await page.getByRole('region', { name: 'Differences' }).getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringContaining('"Pipes" -> "Open pipeline by stage"'),
    ])
    expect(sandbox.controls.requests().filter(({ method }) => method !== 'GET')).toEqual([])
    expect(troubles).toEqual([])
  } finally {
    await preview.close()
    await source.close()
  }
})
