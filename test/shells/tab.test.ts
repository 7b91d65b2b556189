import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { SHELLS, type Shell } from '../../src/cli/completion/print.ts'
import { CONFIG } from '../cli/project.ts'
import { temporaryDirectory, writeFiles } from '../support/directory.ts'
import { HONEST, HOSTILE } from './names.ts'
import { type OpenShell, openShell, requirePrograms } from './shell.ts'

beforeAll(requirePrograms)

const project = async (names: readonly string[]): Promise<string> => {
  const root = temporaryDirectory()
  const folders = names.map((name, index) => [`content/${name}/folder.yaml`, `name: Folder ${index}\n`])
  await writeFiles(root, { 'boardwright.yaml': CONFIG, ...Object.fromEntries(folders) })
  return root
}

/** A number that no other name has. */
const numberOf = (name: string): string | undefined => /^x\d+y/.exec(name)?.[0]

/** Its first characters, each without a meaning, as far as they can be typed. */
const startOf = (name: string): string =>
  [...name]
    .slice(0, 2)
    .join('')
    .replace(/\p{C}.*/su, '')
    .replace(/[^\p{L}\p{N}]/gu, '\\$&')

/** The variable that names set when they are run. */
const VARIABLE: Readonly<Record<Shell, string>> = {
  bash: '"${canary-none}"',
  zsh: '"${canary-none}"',
  fish: '(set -q canary; and echo $canary; or echo none)',
}

async function ranIn(shell: Shell, root: string, opened: OpenShell): Promise<readonly unknown[]> {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  const left = files.filter((file) => /(^|\/)canary/.test(file))
  const [, variable] = await opened.enter(`boardwright said ${VARIABLE[shell]}`)
  return variable === 'none' ? left : [...left, variable]
}

describe.each(SHELLS)('Tab in %s', (shell) => {
  test.each([
    ['from the project', ''],
    ['from the folder with the names', 'content'],
  ])('runs nothing that a name says, %s', async (_, below) => {
    const root = await project(HOSTILE)
    const opened = await openShell(shell, root, join(root, below))
    for (const name of HOSTILE) {
      const number = numberOf(name)
      if (number === undefined) opened.abandon(`boardwright status ${startOf(name)}\t\t`)
      else await opened.enter(`boardwright status ${number}\t\t`)
      expect(await ranIn(shell, root, opened), name).toEqual([])
    }
    expect(opened.timesAsked()).toBeGreaterThanOrEqual(HOSTILE.length)
    await opened.close()
  })

  test('completes the commands of a family, and what they take', async () => {
    const root = await project(['sales'])
    const opened = await openShell(shell, root, root)
    expect(await opened.enter('boardwright set\tsh\tfi\t')).toEqual(['setup', 'shell', 'fish'])
    expect(await opened.enter('boardwright setup shell --js\t')).toEqual(['setup', 'shell', '--json'])
    await opened.close()
  })

  test('completes files where the project has no such name', async () => {
    const root = await project(['sales'])
    const opened = await openShell(shell, root, root)
    const completed = async (line: string): Promise<string> => (await opened.enter(line)).join(' ').replace(/\/$/, '')
    expect(await completed('boardwright rm content/sa\t')).toBe('rm content/sales')
    expect(await completed('boardwright -C cont\t')).toBe('-C content')
    await opened.close()
  })

  test('completes names with blanks and letters of any language', async () => {
    const root = await project(Object.values(HONEST))
    const opened = await openShell(shell, root, root)
    for (const [typed, name] of Object.entries(HONEST))
      expect(await opened.enter(`boardwright status ${typed}\t`)).toEqual(['status', name])
    await opened.close()
  })
})
