import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { HONEST, HOSTILE } from '../shells/names.ts'
import { temporaryDirectory, writeFiles } from '../support/directory.ts'
import { runHere } from '../support/in-process.ts'
import { runProgram } from '../support/program.ts'
import { serveProgram } from '../support/served.ts'
import { CONFIG, cliProject, TREE } from './project.ts'

const scriptFor = async (shell: string): Promise<string> =>
  (await runHere(['setup', 'shell', shell], { env: {} })).stdout

/** What bash offers after these words, in a directory. */
async function complete(words: readonly string[], cwd = '.'): Promise<string[]> {
  const directory = temporaryDirectory()
  const file = join(directory, 'completion.bash')
  const program = `boardwright() { ${serveProgram(directory)} "$@"; }`
  const offers = `COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _boardwright; printf '%s\\n' "\${COMPREPLY[@]}"`
  writeFileSync(file, `${await scriptFor('bash')}\n${program}\n${offers}\n`)
  const env = { PATH: process.env['PATH'] ?? '' }
  const { code, stdout } = await runProgram('bash', [file, 'boardwright', ...words], { env, cwd })
  expect(code).toBe(0)
  return stdout.trim().split('\n').sort()
}

describe('completion in bash', () => {
  test.each([
    ['commands', ['pl'], ['plan']],
    ['flags of the command, and those of all', ['plan', '--d'], ['--detailed-exitcode', '--directory']],
    ['what a flag may be', ['plan', '--format', 'm'], ['markdown']],
    ['what a flag may be, behind =', ['plan', '--format', '=', 'm'], ['markdown']],
    ['what a flag may be, right behind =', ['plan', '--format', '='], ['html', 'markdown', 'text']],
    ['the commands of a family', ['setup', 'sh'], ['shell']],
    ['what an argument of a family may be', ['setup', 'shell', 'z'], ['zsh']],
    ['a flag of a command of a family', ['-C', 'somewhere', 'setup', 'shell', '--js'], ['--json']],
    ['a command behind a flag with = and a value', ['--directory', '=', 'somewhere', 'stat'], ['status']],
    ['what an argument may be', ['new', 'wo'], ['workbook']],
    ['what an argument may be, whatever it is called', ['fleet', ''], ['gate', 'matrix', 'plan', 'status']],
    ['a command behind a flag with a value', ['-C', 'somewhere', 'stat'], ['status']],
  ])('%s', async (_, words, expected) => {
    expect(await complete(words)).toEqual(expected)
  })

  test('offers the targets of the project, and the names in it', async () => {
    const { root } = await cliProject()
    expect(await complete(['plan', '--target', ''], root)).toEqual(['dev', 'production'])
    expect(await complete(['promote', '--from', 'd'], root)).toEqual(['dev'])
    expect(await complete(['new', 'report', 'Orders', '--from', 'd'], root)).not.toContain('dev')
    expect(await complete(['-C', root, 'status', '-t', 'p'])).toEqual(['production'])
    expect(await complete(['plan', '--select', 'sales/'], root)).toEqual([
      'sales/board',
      'sales/board/reports/orders.yaml',
    ])
    expect(await complete(['status', 'fin'], root)).toEqual(['finance'])
  })

  test('outside a project offers nothing, and prints nothing', async () => {
    expect(await complete(['plan', '--target', ''], temporaryDirectory())).toEqual([''])
  })

  test('completes a name with blanks, as it is typed in quotes or without', async () => {
    const { root } = await cliProject({ ...TREE, 'content/new york/folder.yaml': 'name: New York\n' })
    for (const typed of ['new\\ y', '"new y', "'new y", 'n'])
      expect(await complete(['status', typed], root)).toEqual(['new york'])
  })
})

describe('the names that are offered', () => {
  test('contain nothing that means something to a shell, whatever the tree has', async () => {
    const names = [...HOSTILE, ...Object.values(HONEST)]
    const folders = Object.fromEntries(names.map((name) => [`content/${name}/folder.yaml`, 'name: A\n']))
    const root = temporaryDirectory()
    await writeFiles(root, { 'boardwright.yaml': CONFIG, ...folders })
    for (const flags of [[], ['--json']]) {
      const { stdout } = await runHere(['setup', 'shell', '--names', 'content', ...flags, '-C', root], { env: {} })
      const offered: string[] = flags.length > 0 ? JSON.parse(stdout).names : stdout.split('\n')
      expect(offered).toEqual(expect.arrayContaining(Object.values(HONEST)))
      expect(offered.join('')).toMatch(/^[\p{L}\p{M}\p{N} ._+,/-]*$/u)
      expect(offered.filter((name) => name.startsWith('-'))).toEqual([])
    }
  })
})

// `npm run test:shells` presses Tab in the shells themselves.
test.each(['zsh', 'fish'])(
  'completion in %s knows every command and flag that bash knows, and the names',
  async (shell) => {
    const [bash, other] = [await scriptFor('bash'), await scriptFor(shell)]
    const flags = new Set(
      [...bash.replaceAll('setup shell --names', '').matchAll(/--([a-z-]+)/g)].map(([, name]) => name),
    )
    const missing = [...flags].filter((name) => !other.includes(shell === 'fish' ? `-l ${name}` : `--${name}`))
    expect(missing.filter((name) => name !== '')).toEqual([])
    for (const names of ['targets', 'content']) expect(other).toContain(`boardwright setup shell --names ${names}`)
  },
)
