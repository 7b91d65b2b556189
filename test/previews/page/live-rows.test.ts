// Slow: it compares the rows of every report.
import { expect, test } from 'vitest'
import type { Rows } from '../../../packages/pictures/viewer/data/rows.ts'
import { sampleRows } from '../../../packages/pictures/viewer/sample/rows.ts'
import { type SandboxOptions, startSandbox } from '../../../packages/sandbox/index.ts'
import { openPreview } from '../../../src/previews/page/open.ts'
import { readFiles, temporaryDirectory, writeFiles } from '../../support/directory.ts'
import { runHere } from '../../support/in-process.ts'
import { isLong } from '../../support/long.ts'

type Row = Readonly<Record<string, unknown>>

interface Expected {
  readonly rows: number
  /** Single numbers, with the period before and their course. */
  readonly alone: number
  /** Reports that name what the data model lacks, or ask for nothing. */
  readonly mostRefused: number
}

function sampled(...asked: Parameters<typeof sampleRows>): ReturnType<typeof sampleRows> | { readonly error: string } {
  try {
    return sampleRows(...asked)
  } catch (error) {
    return { error: error instanceof Error ? error.message : '' }
  }
}

const SEEDS: readonly (readonly [SandboxOptions, Expected])[] = [
  [{ seed: 'acme' }, { rows: 300, alone: 2, mostRefused: 0 }],
  ...(isLong
    ? [
        [
          { seed: 'scale', reports: 1000 },
          { rows: 1000, alone: 0, mostRefused: 0 },
        ] as const,
      ]
    : []),
  [{ seed: 'grown' }, { rows: isLong ? 1500 : 150, alone: 0, mostRefused: isLong ? 160 : 25 }],
]

test.each(SEEDS)(
  'live rows of the sandbox are the sample rows of every report, and so are the comparison values of single numbers: %o',
  {
    timeout: 3_600_000,
  },
  async (seed, { rows: leastRows, alone: leastAlone, mostRefused }) => {
    const sandbox = await startSandbox(seed)
    const root = temporaryDirectory()
    const config = readFiles('examples/acme')['boardwright.yaml'] ?? ''
    await writeFiles(root, { 'boardwright.yaml': config.replaceAll('https://acme.example', sandbox.url) })
    const env = { PATH: process.env['PATH'] ?? '', BOARDWRIGHT_TOKEN: sandbox.keys.admin }
    expect(await runHere(['export', '-C', root, '--target', 'production'], { env })).toMatchObject({ code: 0 })
    sandbox.controls.setSwitches({ queryWaits: 0 })
    const source = await openPreview(root, {
      ...{ today: '2026-11-20', data: 'live', target: 'production', onChange: () => {}, env },
    })
    try {
      const { entries } = await source.overview()
      let [compared, alone, refused] = [0, 0, 0]
      // If there are hundreds, they are much alike: short runs take every eighth.
      const looked = isLong || entries.length < 40 ? entries : entries.filter((_, index) => index % 8 === 0)
      for (const { slug } of looked) {
        const scene = await source.scene(slug)
        for (const widget of scene?.dashboard.widgets ?? []) {
          const report = widget.report === undefined ? undefined : scene?.reports[widget.report]
          if (!scene || !report || report.pythonCode) continue
          const live = await source.rows?.(slug, widget.id)
          const sample = sampled(report, scene)
          if (live === undefined || 'error' in live || 'error' in sample) {
            expect({ report: report.name, live }).toMatchObject({ live: { error: expect.any(String) } })
            expect({ report: report.name, rows: 'rows' in sample && sample.rows.length > 0 }).toMatchObject({
              rows: false,
            })
            refused += 1
            continue
          }
          const { rows } = live as { readonly rows: readonly Row[] }
          // In samples, columns are added for code between the rows and the chart.
          const names = Object.keys(rows[0] ?? {})
          const only = (all: readonly Row[]) => all.map((row) => names.map((name) => row[name]))
          expect({ report: report.name, rows: only(sample.rows) }).toEqual({ report: report.name, rows: only(rows) })
          compared += rows.length
          const beside = ({ before, course }: Partial<Rows>) => ({ before, course })
          expect({ report: report.name, ...beside(live as Rows) }).toEqual({ report: report.name, ...beside(sample) })
          if (sample.before && (sample.course?.length ?? 0) > 10) alone += 1
        }
      }
      expect(compared).toBeGreaterThan(leastRows)
      expect(alone).toBeGreaterThanOrEqual(leastAlone)
      expect(refused).toBeLessThanOrEqual(mostRefused)
    } finally {
      await source.close()
      await sandbox.close()
    }
  },
)
