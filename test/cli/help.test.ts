import { readdirSync, readFileSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { COMMANDS } from '../../src/cli/commands.ts'
import { COMMAND_NAMES, commandName, flagsOf, MADE_COMMANDS } from '../support/docs/program.ts'
import { runHere } from '../support/in-process.ts'

async function printed(args: readonly string[]): Promise<{ readonly status: number | null; readonly text: string }> {
  const { code, stdout, stderr } = await runHere(args, { env: {} })
  return { status: code, text: stdout + stderr }
}

describe('help', () => {
  test('every command has the name of its row and of its file', () => {
    const names = [...COMMAND_NAMES]
    expect(MADE_COMMANDS.map(commandName)).toEqual(names)
    const files = readdirSync('src/cli/commands', { recursive: true, encoding: 'utf8' })
    const expected = names.map((name) => `${name.replace(' ', '/')}.ts`)
    expect(files.filter((file) => file.endsWith('.ts')).toSorted()).toEqual(expected.toSorted())
  })

  test.each(COMMAND_NAMES)('%s: it fits a screen, and ends with its example', async (name) => {
    const { status, text } = await printed([...name.split(' '), '--help'])
    expect(status).toBe(0)
    expect(text.split('\n').length).toBeLessThanOrEqual(40)
    expect(text.trimEnd().split('\n').at(-1)).toBe(`Example: ${COMMANDS[name].example}`)
  })

  test.each(COMMAND_NAMES.flatMap((name) => [40, 60, 100].map((columns) => [name, columns] as const)))(
    '%s: no line is wider than a terminal of %i columns',
    async (name, columns) => {
      const { stdout } = await runHere([...name.split(' '), '--help'], {
        env: {},
        terminal: { input: new PassThrough(), columns },
      })
      expect(stdout).toContain('boardwright')
      const lines = stdout.split('\n')
      expect(lines.filter((line) => line.length > columns)).toEqual([])
      const isNarrow = /^ {2}(-\w, )?--\S+( <\S+>)?\n {6}\w/m.test(stdout)
      expect(isNarrow, 'what a flag means stands below it').toBe(columns === 40)
      const words = (text: string): string => text.replaceAll(/[\s\\]+/g, '')
      expect(words(stdout)).toBe(words((await printed([...name.split(' '), '--help'])).text))
    },
  )

  test.each(COMMAND_NAMES)('%s: it shows the flags that the reference lists', async (name) => {
    const [, section = ''] = readFileSync('docs/reference/commands.md', 'utf8').split(`\n## ${name}\n`)
    const [own = ''] = section.split('\n## ')
    const listed = [...own.matchAll(/^\| `(?:-\w, )?(--[a-z-]+)/gm)].map(([, flag]) => flag)
    const { text } = await printed([...name.split(' '), '--help'])
    const shown = [...text.matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm)].map(([, flag]) => flag)
    expect(shown).toEqual([...listed, '--help'])
  })

  test.each(MADE_COMMANDS)('$_name: the flags in its example exist', (command) => {
    const flags = [...COMMANDS[commandName(command)].example.matchAll(/ (--[a-z-]+)/g)].map(([, flag]) => flag)
    expect(flags.filter((flag) => !command.options.some(({ long }) => long === flag))).toEqual([])
  })
})

describe('a misspelled word', () => {
  test.each([
    ['aply', 'apply'],
    ['plna', 'plan'],
    ['staus', 'status'],
    ['exprot', 'export'],
    ['promotee', 'promote'],
  ])('%s: the nearest command is suggested', async (wrong, right) => {
    const { status, text } = await printed([wrong])
    expect(status).toBe(64)
    expect(text).toContain(`unknown command "${wrong}": did you mean "${right}"?`)
  })

  test('that is like nothing gets no suggestion', async () => {
    expect((await printed(['zzzzzz'])).text).not.toContain('did you mean')
  })

  const flags = MADE_COMMANDS.flatMap((command) => {
    const required = command.options.filter(({ mandatory }) => mandatory).flatMap(({ long }) => [String(long), 'x'])
    const longs = flagsOf(command)
      .map(({ long }) => String(long))
      .filter((long) => long.length > 5)
    return longs.map((long) => [commandName(command), long, required] as const)
  })
  test.each(flags)('%s: %s with a letter missing is suggested', async (name, long, required) => {
    const { status, text } = await printed([...name.split(' '), ...required, `${long.slice(0, -2)}${long.slice(-1)}`])
    expect(status).toBe(64)
    expect(text).toContain('did you mean')
  })
})
