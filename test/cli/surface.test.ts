import { describe, expect, test } from 'vitest'
import { COMMANDS, FAMILIES, GROUPS } from '../../src/cli/commands.ts'
import { COMMAND_NAMES, commandName, flagsOf, MADE_COMMANDS, PROGRAM } from '../support/docs/program.ts'
import { runHere } from '../support/in-process.ts'

const MOST_COMMANDS = 24
const MOST_FLAGS = 10

const shown = PROGRAM.createHelp()
  .visibleCommands(PROGRAM)
  .map((command) => command.name())

describe('the help', () => {
  test(`shows at most ${MOST_COMMANDS} commands, a family as one`, () => {
    expect(shown.length).toBeLessThanOrEqual(MOST_COMMANDS)
    const families = COMMAND_NAMES.flatMap((name) => (name.includes(' ') ? (name.split(' ')[0] ?? '') : []))
    expect(Object.keys(FAMILIES)).toEqual([...new Set(families)])
  })

  test('has them in groups, in the order of their rows', async () => {
    const { stdout } = await runHere(['--help'], { env: {} })
    const headings = [...stdout.matchAll(/^(\S.*):$/gm)].map(([, heading]) => heading)
    expect(headings).toEqual(['Options', ...GROUPS])
    const rows = COMMAND_NAMES.filter((name) => COMMANDS[name].group !== 'for programs')
    expect(shown).toEqual([...new Set(rows.map((name) => name.split(' ')[0]))])
    const groups = Object.values(COMMANDS).map(({ group }) => group)
    expect([...new Set(groups)]).toEqual([...GROUPS, 'for programs'])
  })

  test('of a family shows its commands, with one of its words or none', async () => {
    const shows = async (...args: string[]) => (await runHere(args, { env: {} })).stdout
    for (const family of Object.keys(FAMILIES)) {
      const own = await shows(family)
      for (const name of COMMAND_NAMES)
        if (name.startsWith(`${family} `)) expect(own).toContain(`\n  ${name.split(' ')[1]} `)
      expect([await shows(family, '--help'), await shows('help', family)]).toEqual([own, own])
    }
    expect(await shows('help', 'setup', 'shell')).toBe(await shows('setup', 'shell', '--help'))
  })

  test.each([
    ['setup shel', 'unknown command "setup shel": did you mean "setup shell"?'],
    ['setup xyz', 'unknown command "setup xyz"\n  Run `boardwright --help`'],
    ['setup shell fish zsh', 'setup shell takes at most 1 argument: "zsh" is too many'],
    ['completion', 'unknown command "completion"\n  Run `boardwright setup shell`.'],
  ])('%s: says what is meant', async (line, said) => {
    const { code, stderr } = await runHere(line.split(' '), { env: {} })
    expect([code, stderr]).toEqual([64, expect.stringContaining(said)])
  })
})

test.each(MADE_COMMANDS.map((command) => [commandName(command), command] as const))(
  `%s has at most ${MOST_FLAGS} flags of its own`,
  (_, command) => expect(flagsOf(command).length).toBeLessThanOrEqual(MOST_FLAGS),
)

/** Flags whose meaning depends on the command. */
const SEVERAL_MEANINGS = `--base --branch --changes --data --format
  --from --json --live --name --out --pictures --provider --snapshot --target --url`

test('a flag means the same everywhere', () => {
  const meanings = new Map<string, Set<string>>()
  for (const command of MADE_COMMANDS)
    for (const { long, description } of flagsOf(command)) {
      const known = meanings.get(long ?? '') ?? new Set()
      meanings.set(long ?? '', known.add(description))
    }
  const several = [...meanings].filter(([, said]) => said.size > 1).map(([flag]) => flag)
  expect(several.toSorted()).toEqual(SEVERAL_MEANINGS.split(/\s+/))
})
