import { execFile } from 'node:child_process'
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../support/directory.ts'
import { MUTATIONS, type Mutation } from './mutations.ts'

/** More walks than any of them needs, from the same seed each time. */
const MOST = 300
const COPIED = ['src', 'test', 'scripts', 'package.json', 'tsconfig.json', 'tsconfig.build.json', 'vitest.config.ts']

/** The sources beside this project, with the mechanism taken out. */
function mutated({ file, from, to }: Mutation): string {
  const root = temporaryDirectory('boardwright-mutation-')
  for (const name of COPIED) cpSync(name, join(root, name), { recursive: true })
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'))
  writeFileSync(join(root, file), withoutIt(file, from, to))
  return root
}

function withoutIt(file: string, from: string, to: string): string {
  const parts = readFileSync(file, 'utf8').split(from)
  expect(parts, `${file} has this once: ${from}`).toHaveLength(2)
  return parts.join(to)
}

test.each(MUTATIONS)(
  'a walk finds it where $what',
  async (mutation) => {
    expect(withoutIt(mutation.file, mutation.from, mutation.to)).not.toBe('')
    if (!process.env['BOARDWRIGHT_LONG']) return
    const env = {
      ...process.env,
      BOARDWRIGHT_LONG: '',
      BOARDWRIGHT_FROM: '1',
      BOARDWRIGHT_WALKS: `${MOST}`,
      BOARDWRIGHT_SHRINK: '0',
    }
    const args = [
      'node_modules/vitest/vitest.mjs',
      'run',
      'test/walks/in-process.test.ts',
      '-t',
      'no promise is broken',
    ]
    const said = await promisify(execFile)(process.execPath, args, {
      cwd: mutated(mutation),
      env,
      maxBuffer: 1e8,
    }).then(
      ({ stdout }) => stdout,
      ({ stdout }: { stdout: string }) => stdout,
    )
    const [, count] = /of (\d+) walks the last broke a promise/.exec(said) ?? []
    process.stderr.write(`${mutation.what}: found by ${count ?? `none of ${MOST}`} walks\n`)
    expect(count, said.slice(-2000)).toBeDefined()
  },
  1_800_000,
)
