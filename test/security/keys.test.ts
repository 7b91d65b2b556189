// Slow: it puts every special key into every place.
import { describe, expect, test } from 'vitest'
import { filesIn } from '../scenarios/scenario.ts'
import { atSandbox, layOut, openStage, printedBy } from '../scenarios/stage.ts'
import { commitAll, commitFirst, readFiles, temporaryDirectory, writeFiles } from '../support/directory.ts'
import { isLong } from '../support/long.ts'

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

/** One with a setter, and one that is an object's own maker: the others are functions, as that is. */
const TRIED = isLong ? HOSTILE : (['__proto__', 'constructor'] as const)

const CONFIG = 'boardwright.yaml'
const REPORT = 'content/sales/revenue/reports/by-month.yaml'
const WORKBOOK = 'content/sales/revenue/workbook.yaml'
const DASHBOARD = 'content/sales/revenue/dashboard.yaml'

interface Row {
  readonly where: string
  readonly file: string
  /** The file with these entries in a map of it. */
  readonly put: (text: string, entries: string) => string
  /** What stands at a key of the map. */
  readonly value: string
  /** Content goes to the platform and comes back; a name may be one that nothing uses yet; all else is told of. */
  readonly as: 'content' | 'name' | 'told'
}

const append = (more: string) => (text: string, entries: string) =>
  `${text.trimEnd()}\n${more.replace('...', entries)}\n`

const ROWS: readonly Row[] = [
  {
    where: 'a target',
    file: CONFIG,
    put: (text, entries) => text.replace(/^targets:\n/m, `targets:\n  ${entries}\n`),
    value: '{url: https://acme.example, deployment: 9}',
    as: 'told',
  },
  { where: 'a template', file: CONFIG, put: append('templates: {...}'), value: '{protected: true}', as: 'name' },
  {
    where: 'the variables of all targets',
    file: CONFIG,
    put: append('defaults: {variables: {...}}'),
    value: 'x',
    as: 'told',
  },
  { where: 'an unknown key of the configuration', file: CONFIG, put: append('...'), value: 'x', as: 'told' },
  { where: 'an unknown key of a report', file: REPORT, put: append('...'), value: 'x', as: 'told' },
  { where: 'the ids of a report', file: REPORT, put: append('ids: {...}'), value: 'AAAAAAAAAAAA', as: 'name' },
  { where: 'meta of a report', file: REPORT, put: append('meta: {...}'), value: '{a: 1}', as: 'content' },
  { where: 'preferences of a report', file: REPORT, put: append('preferences: {...}'), value: '{a: 1}', as: 'content' },
  {
    where: 'meta of a workbook',
    file: WORKBOOK,
    put: (text, entries) => `${text.replace(/^meta:.*\n( {2}.*\n)*/m, '')}meta: {${entries}}\n`,
    value: '{a: 1}',
    as: 'content',
  },
  { where: 'who sees it embedded', file: WORKBOOK, put: append('embedAccess: {...}'), value: 'read', as: 'told' },
  { where: 'settings of a dashboard', file: DASHBOARD, put: append('settings: {...}'), value: '{a: 1}', as: 'content' },
  {
    where: 'config of a widget',
    file: DASHBOARD,
    put: append('  - {id: last, type: TEXT, position: {x: 0, y: 90, w: 2, h: 2}, config: {...}}'),
    value: '{a: 1}',
    as: 'content',
  },
]

describe('a key with a special meaning is content or an error, never silently dropped', () => {
  test.for(ROWS)('$where', async ({ file, put, value, as }) => {
    // What is taken stands in one file together; of errors the first may hide the next.
    const together = as === 'told' ? TRIED.map((key) => [key]) : [HOSTILE]
    for (const keys of together) {
      const root = temporaryDirectory()
      const start = atSandbox(filesIn('start'))
      await writeFiles(root, { ...start, '.gitignore': '.boardwright/\n' })
      await layOut(filesIn('start'), commitFirst(root))
      await writeFiles(root, { [file]: put(start[file] ?? '', keys.map((key) => `"${key}": ${value}`).join(', ')) })
      commitAll(root)
      const run = (command: string): Promise<string> => printedBy([...command.split(' '), '-C', root])
      const [valid, planned] = [await run('validate'), await run('plan --target production')]
      expect({ keys, all: valid + planned }).toEqual({ keys, all: expect.not.stringMatching(/this is a bug|Exit 70/) })
      if (as === 'told') for (const key of keys) expect(valid + planned).toContain(key)
      if (as !== 'content') continue
      expect(await run('apply --yes --target production')).toContain('Exit 0.')
      expect(await run('plan --target production')).toContain('No changes.')
      const before = readFiles(root)[file]
      await run('export --mirror --target production')
      expect(readFiles(root)[file]).toBe(before)
    }
  })
})
