import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { validateProject } from '../../../src/check/validate.ts'
import { openPreview } from '../../../src/previews/page/open.ts'
import { openProject } from '../../../src/project/local/project.ts'
import { readFiles, temporaryDirectory, writeFiles } from '../../support/directory.ts'

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
