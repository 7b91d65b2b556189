import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { validateProject } from '../../../src/check/validate.ts'
import { openPreview } from '../../../src/previews/page/open.ts'
import { openProject } from '../../../src/project/local/project.ts'
import { commitAll, readFiles, temporaryDirectory, writeFiles } from '../../support/directory.ts'

const today = '2026-11-20'
const VIEW = 'data-model/model/views/sales.yml'

/** One problem in each place that `validate` checks. */
const WRONG: Readonly<Record<string, (text: string) => string>> = {
  [VIEW]: (text) => text.replace('- net_revenue', '- net_revenu'),
  'content/finance/cash/dashboard.yaml': (text) => text.replace('report: cash-by-day', 'report: cash-by-dey'),
  'overlays/nobody/content/finance/cash/workbook.yaml': () => 'name: Money\n',
}

test.each([
  ['as they are', 'rules: {waiverDays: 36500}\n'],
  [
    'as the project weighs them',
    'rules:\n  waiverDays: 36500\n  weigh:\n  - {rule: model-refused, severity: warning}\n',
  ],
  [
    'without those that it turns off',
    'rules:\n  waiverDays: 36500\n  weigh:\n  - {rule: model-refused, severity: off}\n',
  ],
])('the page has the problems that validate has, %s', async (_, rules) => {
  const root = temporaryDirectory()
  await writeFiles(root, readFiles('examples/acme'))
  const before = (file: string): string => readFileSync(join(root, file), 'utf8')
  for (const [file, change] of Object.entries(WRONG))
    await writeFiles(root, { [file]: change(file.startsWith('overlays/') ? '' : before(file)) })
  await writeFiles(root, { 'boardwright.yaml': before('boardwright.yaml').replace(/^rules: .*\n/m, rules) })
  const preview = await openPreview(root, { today, data: 'sample', env: {}, target: 'production', onChange() {} })
  const shown = (await preview.overview()).problems
  await preview.close()

  const { problems } = validateProject(await openProject(root, today), 'production')
  expect(
    shown.map(({ file, line, column, message, isWarning }) => ({ file, line, column, message, isWarning })),
  ).toEqual(
    problems.map(({ at: { file, line, column }, message, warning = false }) => ({
      ...{ file, line, column, message },
      isWarning: warning,
    })),
  )
  const refused = expect.objectContaining({
    ...{ code: 'BW-E1218', file: VIEW, line: expect.any(Number), isWarning: rules.includes('warning') },
    message: expect.stringContaining('the view "sales" includes "net_revenu"'),
    frame: expect.stringContaining('net_revenu'),
  })
  expect(shown.filter(({ code }) => code === 'BW-E1218')).toEqual(rules.includes('off') ? [] : [refused])
  expect(shown.some(({ message }) => message.includes('cash-by-dey'))).toBe(true)
  expect(shown.some(({ file }) => file.startsWith('overlays/nobody/'))).toBe(true)
})

test('SQL that could be read at the last commit and no longer can is an error, and its page stays as it was', async () => {
  const root = temporaryDirectory()
  const files = readFiles('examples/acme')
  const file = 'content/finance/cash/reports/cash-forecast.sql'
  await writeFiles(root, files)
  commitAll(root)
  const reads = { today, data: 'sample', env: {}, target: 'production', onChange() {} } as const
  const preview = await openPreview(root, reads)
  await preview.scene('cash')
  const told = async () => (await preview.overview()).problems.filter((problem) => problem.file === file)
  expect(await told()).toEqual([])
  await writeFiles(root, { [file]: (files[file] ?? '').replace("'week', day)", "'week', day") })
  await vi.waitFor(async () => expect(await told()).toMatchObject([{ code: 'BW-E1216', isWarning: false }]), 10_000)
  expect(await preview.scene('cash')).toMatchObject({ isOld: true })
  expect((await preview.overview()).entries.find(({ slug }) => slug === 'cash')).toMatchObject({ isBroken: true })
  await preview.close()

  commitAll(root, 'Broken on purpose')
  const again = await openPreview(root, reads)
  const { problems } = await again.overview()
  expect(problems.find((problem) => problem.file === file)).toMatchObject({ isWarning: true })
  await again.close()
})
