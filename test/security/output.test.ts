// Slow: it runs every command on hostile names.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { printProblems } from '../../src/cli/problems.ts'
import { workflowCommand } from '../../src/cli/workflow-command.ts'
import { inLog } from '../../src/content/printable.ts'
import { fenced, inMarkdown } from '../../src/words/escape.ts'
import { filesIn } from '../scenarios/scenario.ts'
import { atSandbox, layOut, openStage, printedBy } from '../scenarios/stage.ts'
import { anyText } from '../support/any-text.ts'
import { commitAll, commitFirst, temporaryDirectory, writeFiles } from '../support/directory.ts'
import { isLong } from '../support/long.ts'

openStage()

/** What GitHub, GitLab, Azure and TeamCity, or a terminal, would obey. */
const MARKERS = [
  '::add-mask::hello',
  '  ::error file=a.yaml::hello',
  '::stop-commands::token',
  '::set-output name=x::y',
  '\u00a0::warning::x',
  '\t::debug::x',
  '##[group]x',
  'x ##[error]y',
  '##vso[task.setvariable variable=x]y',
  "##teamcity[buildStatus status='SUCCESS']",
  'section_start:1560896352:my_section\r\u001b[0KHeader',
  '\u001b[2J\u001b]0;title\u0007',
  '\u009b2J',
  '\u202egnirts\u202c',
  '\u2066\u2069',
  '\ufeff::error::x',
  '\u{e0001}\u{e0041}',
  'a\rb',
  'a\u0085::error::x',
  'a\u2028::error::x',
] as const

/** As the runners read a line. */
const isCommand = (line: string): boolean => line.replace(/^[\s\ufeff]+/u, '').startsWith('::') || /##\w*\[/.test(line)
/** C0 but line ends and tabs, C1, marks of direction, and what has no width. */
const ACTS =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]|[\u{e0000}-\u{e007f}]/u
const linesOf = (text: string): string[] => text.split(/[\n\r\u0085\u2028\u2029]/)

test('the name of a file with a line break is on one line', () => {
  const problem = { kind: 'NAME_UNSAFE', at: { file: 'content/a\nb.yaml', line: 3 }, message: 'is odd' } as const
  const [first] = printProblems([problem], 'text', () => undefined).split('\n')
  expect(first).toBe('content/a\\u000ab.yaml:3  BW-E1206  is odd')
})

describe('the last check before text goes into a log', () => {
  test.for(MARKERS)('%j is shown, and not obeyed', (marker) => {
    for (const text of [marker, `a\n${marker}`, `a\n${marker}\nb`, `- ${marker}`]) {
      expect(linesOf(inLog(text)).filter(isCommand)).toEqual([])
      expect(inLog(text)).not.toMatch(ACTS)
    }
  })

  test('for any text, no line is a command, nothing acts, and a second check changes nothing', () => {
    const piece = fc.oneof(
      anyText(),
      fc.constantFrom(...MARKERS, ':', '::', '#', '##', '[', '\n', '\r', '\t', ' ', '\u001b[31m', '\u001b[0m'),
    )
    const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(text, (foreign) => {
        const shown = inLog(foreign)
        expect(linesOf(shown.replace(/\u001b\[[\d;]*m/g, '')).filter(isCommand)).toEqual([])
        expect(shown.replace(/\u001b\[[\d;]*m/g, '')).not.toMatch(ACTS)
        expect(inLog(shown)).toBe(shown)
      }),
      {
        numRuns: isLong ? 2000 : 500,
        examples: ['##\u001b[31m[', '#\u001b[1m#[x', ':\u001b[0m:x'].map((each) => [each]),
      },
    )
  })

  test('JSON stays the same JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(...MARKERS), (value, marker) => {
        const json = JSON.stringify({ value, [marker]: marker }, null, 2)
        expect(JSON.parse(inLog(json))).toEqual(JSON.parse(json))
      }),
      { numRuns: isLong ? 500 : 100 },
    )
  })

  test('our own commands contain the text of others as data', () => {
    fc.assert(
      fc.property(anyText(), fc.constantFrom(...MARKERS), (text, marker) => {
        const line = workflowCommand('error', { file: `${text}${marker}`, line: 3, title: marker }, `${marker}${text}`)
        expect(line.split(/[\r\n]/)).toHaveLength(1)
        const [, properties = '', data = ''] = /^::error (.*?)::(.*)$/su.exec(line) ?? []
        expect(properties.split(',')).toHaveLength(3)
        expect(decodeURIComponent(data.replace(/%(?!25|0A|0D)/g, '%25'))).toBe(`${marker}${text}`)
      }),
    )
  })

  test('only one file writes to the streams of the process', () => {
    const writes = /process\.(stdout|stderr)\.write|stream\.write\(|console\./
    const files = readdirSync('src/cli', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
    const writing = files.filter((file) => writes.test(readFileSync(join('src/cli', file), 'utf8')))
    // `main.ts` prints the version, `progress.ts` draws one line that is printable.
    expect(writing.sort()).toEqual(['main.ts', 'output.ts', 'progress.ts'])
  })
})

describe('Markdown, which a job may print into its log', () => {
  test.for(MARKERS)('%j', (marker) => {
    expect(isCommand(inMarkdown(marker))).toBe(false)
    expect(fenced('text', [marker, 'x']).filter(isCommand)).toEqual([])
  })
})

describe('the text of others, wherever it enters, in every output', () => {
  const COMMANDS = [
    'validate',
    'validate --json',
    'plan',
    'plan --format markdown',
    'plan --json',
    'status --ui-edits',
    'export',
    'status sales/revenue',
    'status',
    'apply --yes --accept uncommitted',
    'fmt --check',
    'render --target production',
  ]
  /** What tells of one broken file tells of all of them in the same way. */
  const USUAL = ['validate', 'plan']
  const quoted = (text: string): string => JSON.stringify(text)

  const ENTRIES: Readonly<Record<string, (marker: string) => Readonly<Record<string, string>>>> = {
    'a key of YAML': (marker) => ({
      'content/sales/revenue/reports/by-month.yaml': `id: byMonth00001\nname: x\n${quoted(`x\n${marker}`)}: 1\n`,
    }),
    'names of a workbook, a report, a folder and a widget': (marker) => ({
      'content/sales/folder.yaml': `name: ${quoted(`Sales ${marker.trim()}`)}\n`,
      'content/sales/revenue/workbook.yaml': `slug: revenue\nname: ${quoted(marker.trim())}\n`,
      'content/sales/revenue/reports/by-month.yaml': `id: byMonth00001\nname: ${quoted(marker)}\ntitle: ${quoted(`a\n${marker}`)}\n`,
    }),
    'SQL and text': (marker) => ({
      'content/sales/revenue/reports/by-month.sql': `select 1\n${marker.replace(/[\u0000-\u0008\u000b-\u001f]/g, '')}\n`,
    }),
    'a file of the data model': (marker) => ({ 'data-model/model/cubes/orders.yml': `# ${marker}\n${marker}\n` }),
    'a broken file': (marker) => ({ 'content/sales/folder.yaml': `name: "x\n${marker}\n  : [\n` }),
  }
  const SOME = [
    '::add-mask::hello',
    '  ::error file=a.yaml::hello',
    'x ##[error]y',
    '\u001b[2J\u202e::x',
    'section_start:1:x\r\u001b[0K',
  ]

  test.for(Object.keys(ENTRIES))('%s', async (entry) => {
    // Of what breaks a file, the first hides the rest.
    const markers = entry === 'a broken file' ? SOME : [SOME.join('\n')]
    for (const marker of markers) {
      const root = temporaryDirectory()
      const start = filesIn('start')
      await writeFiles(root, { ...atSandbox(start), '.gitignore': '.boardwright/\n' })
      await layOut(start, commitFirst(root))
      await writeFiles(root, ENTRIES[entry]?.(marker) ?? {})
      commitAll(root)
      for (const command of marker === markers[0] || isLong ? COMMANDS : USUAL) {
        const printed = await printedBy([...command.split(' '), '-C', root])
        const obeyed = linesOf(printed).filter(isCommand)
        expect({ command, marker, obeyed }).toEqual({ command, marker, obeyed: [] })
        expect({ command, printed }).toEqual({ command, printed: expect.not.stringMatching(ACTS) })
        expect({ command, printed }).toEqual({ command, printed: expect.not.stringContaining('Exit 70') })
      }
    }
  })
})
