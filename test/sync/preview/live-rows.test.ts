import { expect, test } from 'vitest'
import { startSandbox } from '../../../src/sandbox/index.ts'
import { openPreview } from '../../../src/sync/preview/open.ts'
import type { Rows } from '../../../src/viewer/data/rows.ts'
import { sampleRows } from '../../../src/viewer/sample/rows.ts'
import { readFiles, temporaryDirectory, writeFiles } from '../../support/directory.ts'

type Row = Readonly<Record<string, unknown>>

test('live rows of the sandbox are the sample rows, for every report of acme, and so is what single numbers are shown beside', async () => {
  const sandbox = await startSandbox()
  const root = temporaryDirectory()
  const files = readFiles('examples/acme')
  const config = (files['boardwright.yaml'] ?? '').replaceAll('https://acme.example', sandbox.url)
  await writeFiles(root, { ...files, 'boardwright.yaml': config })
  sandbox.controls.setSwitches({ queryWaits: 0 })
  const source = await openPreview(root, {
    ...{ today: '2026-11-20', data: 'live', target: 'production', onChange: () => {} },
    env: { BOARDWRIGHT_TOKEN: sandbox.keys.admin },
  })
  try {
    const { entries } = await source.overview()
    let [compared, alone] = [0, 0]
    for (const { slug } of entries) {
      const scene = await source.scene(slug)
      for (const widget of scene?.dashboard.widgets ?? []) {
        const report = widget.report === undefined ? undefined : scene?.reports[widget.report]
        if (!scene || !report || report.pythonCode) continue
        const live = await source.rows?.(slug, widget.id)
        expect({ report: report.name, live }).toMatchObject({ live: { rows: expect.any(Array) } })
        const { rows } = live as { readonly rows: readonly Row[] }
        const sample = sampleRows(report, scene)
        // Code between the rows and the chart adds columns to the samples.
        const names = Object.keys(rows[0] ?? {})
        const only = (all: readonly Row[]) => all.map((row) => names.map((name) => row[name]))
        expect({ report: report.name, rows: only(sample.rows) }).toEqual({ report: report.name, rows: only(rows) })
        compared += rows.length
        const beside = ({ before, course }: Partial<Rows>) => ({ before, course })
        expect({ report: report.name, ...beside(live as Rows) }).toEqual({ report: report.name, ...beside(sample) })
        if (sample.before && (sample.course?.length ?? 0) > 10) alone += 1
      }
    }
    expect(compared).toBeGreaterThan(300)
    // Single numbers, with the period before and their course.
    expect(alone).toBeGreaterThanOrEqual(2)
  } finally {
    await source.close()
    await sandbox.close()
  }
})
