import { readFileSync } from 'node:fs'
import fastGlob from 'fast-glob'
import { describe, expect, test } from 'vitest'
import { commandElsewhere } from '../src/cli/other-tools.ts'
import { COMMAND_NAMES, flagsOf, MADE_COMMANDS } from './support/docs/program.ts'

/** Commands that were called otherwise, and what does it now. */
const COMMANDS: Readonly<Record<string, string>> = {
  check: 'try model',
  comment: 'ci comment',
  completion: 'setup shell',
  draw: 'preview --out',
  drift: 'status --ui-edits',
  explain: 'status PATH',
  forget: 'adopt --undo',
  mv: 'rename',
  numbers: 'try numbers',
  propose: 'ci propose',
  schema: 'setup editor',
  skills: 'setup agents',
  stage: 'try',
}

/** Flags that were called otherwise, and what does it now. */
const FLAGS: Readonly<Record<string, string>> = {
  '--adopt-model': '--accept model',
  '--allow-deletes': '--accept deletes=N',
  '--allow-direct-push': '--accept direct-push',
  '--allow-dirty': '--accept uncommitted',
  '--argo': '--format argo',
  '--as-approved': '--approve pull-request',
  '--break': '--accept broken-uses',
  '--budget': 'try.budget',
  '--changed-since': 'nothing: the plan finds it',
  '--concurrency': 'apply.concurrency',
  '--first-apply': '--accept first-apply',
  '--format json': '--json',
  '--github': '--format github',
  '--gitlab': '--format gitlab',
  '--html': '--format html',
  '--install': 'setup editor',
  '--markdown': '--format markdown',
  '--numbers': 'ci comment --try',
  '--on-error': 'apply.onError',
  '--overwrite-newer': '--accept newer',
  '--serve': 'try copies',
  '--shard': 'fleet matrix --jobs',
  '--sweep': 'try sweep',
  '--tolerance': 'try.tolerance',
  '--ui-edits overwrite': '--accept ui-edits',
}

/** What people and programs read: not the table of names that are answered with ours. */
const FILES = fastGlob
  .sync(
    [
      '*.md',
      'docs/**/*.{md,txt,json}',
      'changes/*.md',
      'examples/**',
      'templates/**',
      'src/**',
      'packages/**',
      'scripts/**',
      '.ci/**',
    ],
    {
      ignore: ['**/node_modules/**', '**/test/**', 'src/cli/other-tools.ts', '**/*.{png,svg,wasm,woff2}'],
      dot: true,
    },
  )
  .map((file) => [file, readFileSync(file, 'utf8')] as const)

const saying = (pattern: RegExp): string[] =>
  FILES.flatMap(([file, text]) =>
    text.split('\n').flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
  )

describe('no document, skill, pipeline, example or message', () => {
  test.each(Object.entries(COMMANDS))('says boardwright %s: it is %s', (name) => {
    expect(
      saying(new RegExp(`(\\bboardwright(@[\\w.]+)? |main\\.js', '|\\bboardwright\\(')${name}(?![\\w./-])`)),
    ).toEqual([])
  })

  test.each(Object.entries(FLAGS))('says %s: it is %s', (flag) => {
    expect(saying(new RegExp(`(?<![\\w-])${flag}(?![\\w-])`))).toEqual([])
  })
})

test.each(Object.entries(COMMANDS))('%s is no command: the answer names %s', (name, now) => {
  expect(COMMAND_NAMES).not.toContain(name)
  const [words = ''] = now.split(/ (?=[A-Z])/)
  expect(commandElsewhere(name)).toContain(`boardwright ${words}`)
})

test('no command has an old flag', () => {
  const flags = MADE_COMMANDS.flatMap((command) => flagsOf(command).map(({ long }) => long ?? ''))
  expect(flags.filter((flag) => Object.hasOwn(FLAGS, flag))).toEqual([])
})
