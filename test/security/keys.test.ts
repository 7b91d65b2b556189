import { describe, expect, test } from 'vitest'
import { filesIn } from '../scenarios/scenario.ts'
import { atSandbox, layOut, openStage, printedBy } from '../scenarios/stage.ts'
import { commitAll, readFiles, temporaryDirectory, writeFiles } from '../support/directory.ts'

openStage()

/** Keys that mean something to the language that this program is written in. */
const HOSTILE = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '__defineGetter__',
] as const

const CONFIG = 'boardwright.yaml'
const REPORT = 'content/sales/revenue/reports/by-month.yaml'
const WORKBOOK = 'content/sales/revenue/workbook.yaml'
const DASHBOARD = 'content/sales/revenue/dashboard.yaml'

interface Row {
  readonly where: string
  readonly file: string
  /** The file with the key in a map of it. */
  readonly put: (text: string, key: string) => string
  /** Content goes to the platform and comes back; a name may be one that nothing uses yet; all else is told of. */
  readonly as: 'content' | 'name' | 'told'
}

const append = (more: string) => (text: string, key: string) => `${text.trimEnd()}\n${more.replace('KEY', key)}\n`

const ROWS: readonly Row[] = [
  {
    where: 'a target',
    file: CONFIG,
    put: (text, key) =>
      text.replace(/^targets:\n/m, `targets:\n  "${key}": {url: https://acme.example, deployment: 9}\n`),
    as: 'told',
  },
  { where: 'a template', file: CONFIG, put: append('templates: {"KEY": {protected: true}}'), as: 'name' },
  {
    where: 'the variables of all targets',
    file: CONFIG,
    put: append('defaults: {variables: {"KEY": x}}'),
    as: 'told',
  },
  { where: 'an unknown key of the configuration', file: CONFIG, put: append('"KEY": x'), as: 'told' },
  { where: 'an unknown key of a report', file: REPORT, put: append('"KEY": x'), as: 'told' },
  { where: 'the ids of a report', file: REPORT, put: append('ids: {"KEY": AAAAAAAAAAAA}'), as: 'name' },
  { where: 'meta of a report', file: REPORT, put: append('meta: {"KEY": {a: 1}}'), as: 'content' },
  { where: 'preferences of a report', file: REPORT, put: append('preferences: {"KEY": {a: 1}}'), as: 'content' },
  {
    where: 'meta of a workbook',
    file: WORKBOOK,
    put: (text, key) => `${text.replace(/^meta:.*\n( {2}.*\n)*/m, '')}meta: {"${key}": {a: 1}}\n`,
    as: 'content',
  },
  { where: 'who sees it embedded', file: WORKBOOK, put: append('embedAccess: {"KEY": read}'), as: 'told' },
  { where: 'settings of a dashboard', file: DASHBOARD, put: append('settings: {"KEY": {a: 1}}'), as: 'content' },
  {
    where: 'config of a widget',
    file: DASHBOARD,
    put: append('  - {id: last, type: TEXT, position: {x: 0, y: 90, w: 2, h: 2}, config: {"KEY": {a: 1}}}'),
    as: 'content',
  },
]

describe('a key that means something to the program is content or an error, never silence', () => {
  test.for(ROWS)('$where', async ({ file, put, as }) => {
    for (const key of HOSTILE) {
      const root = temporaryDirectory()
      const start = atSandbox(filesIn('start'))
      await writeFiles(root, { ...start, '.gitignore': '.boardwright/\n' })
      await layOut(filesIn('start'), commitAll(root))
      await writeFiles(root, { [file]: put(start[file] ?? '', key) })
      commitAll(root)
      const run = (command: string): Promise<string> => printedBy([...command.split(' '), '-C', root])
      const [valid, planned] = [await run('validate'), await run('plan --target production')]
      expect({ key, all: valid + planned }).toEqual({ key, all: expect.not.stringMatching(/this is a bug|Exit 70/) })
      if (as === 'told') expect({ key, all: valid + planned }).toEqual({ key, all: expect.stringContaining(key) })
      if (as !== 'content') continue
      expect(await run('apply --yes --target production')).toContain('Exit 0.')
      expect(await run('plan --target production')).toContain('No changes.')
      const before = readFiles(root)[file]
      await run('export --mirror --target production')
      expect(readFiles(root)[file]).toBe(before)
    }
  })
})
