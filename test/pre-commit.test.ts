import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { temporaryDirectory } from './support/directory.ts'
import { runHere } from './support/in-process.ts'

const text = { type: 'string', minLength: 1 } as const

/** What pre-commit asks of a file of hooks, of the keys that ours have. */
const HOOKS = {
  type: 'array',
  minItems: 1,
  items: {
    type: 'object',
    required: ['id', 'name', 'entry', 'language'],
    properties: {
      ...{ id: text, name: text, description: text, entry: text },
      ...{ language: { const: 'system' }, pass_filenames: { const: false } },
    },
    additionalProperties: false,
  },
} as const

const hooks: readonly { readonly id: string; readonly entry: string }[] = parse(
  readFileSync('.pre-commit-hooks.yaml', 'utf8'),
)
const argsOf = (id: string): string[] => {
  const [program, ...args] = hooks.find((hook) => hook.id === id)?.entry.split(' ') ?? []
  expect(program).toBe('boardwright')
  return args
}
const FILE = 'content/sales/folder.yaml'

const boardwright = (args: readonly string[]) => runHere(args, { env: { PATH: process.env['PATH'] ?? '' } })

describe('the pre-commit hooks', () => {
  test('fit the format of pre-commit', () => {
    const check = new Ajv({ allErrors: true }).compile(HOOKS)
    expect(check(hooks) ? [] : check.errors).toEqual([])
  })

  test('pass a sound tree, and stop one with a problem', async () => {
    const root = temporaryDirectory()
    cpSync('examples/minimal', root, { recursive: true })
    const before = readFileSync(join(root, FILE), 'utf8')
    for (const { id } of hooks) expect(await boardwright([...argsOf(id), '-C', root]), id).toMatchObject({ code: 0 })
    expect(readFileSync(join(root, FILE), 'utf8')).toBe(before)

    // A hook stops a commit by its status, or by what it changes.
    writeFileSync(join(root, FILE), before.replace('name: ', 'name:   '))
    await boardwright([...argsOf('boardwright-fmt'), '-C', root])
    expect(readFileSync(join(root, FILE), 'utf8')).toBe(before)
    writeFileSync(join(root, FILE), `${before}colour: red\n`)
    expect(await boardwright([...argsOf('boardwright-validate'), '-C', root])).toMatchObject({ code: 1 })
  })
})
