import { expect, test } from 'vitest'
import { appliedThen, type LastApply, NOT_THERE, UNRECORDED } from '../../src/content/applied-then.ts'
import { folderKey, modelKey } from '../../src/content/model.ts'
import { summarize } from '../../src/content/objects.ts'
import { unitDigest } from '../../src/content/units.ts'
import { baseOf } from './taking.ts'
import { EMPTY } from './values.ts'

const file = (hash: string, path = 'a.yml') => ({ ...EMPTY, model: [{ path, hash }] })
const key = modelKey('a.yml')
const base = (hash: string) => ({ bytes: unitDigest('bytes', hash) })
const none: LastApply['exceptions'] = new Map()

test.each([
  ['the tree of then says it', file('new'), file('old'), none, [[key, base('old')]]],
  ['the tree of then does not have it', file('new'), EMPTY, none, [[key, NOT_THERE]]],
  ['the tree of then cannot be read', file('new'), undefined, none, [[key, undefined]]],
  ['the repo removed it', EMPTY, file('old'), none, [[key, base('old')]]],
  ['it did not become that', file('new'), file('old'), new Map([[key, base('other')]]), [[key, base('other')]]],
  ['it was not brought', file('new'), file('old'), new Map([[key, NOT_THERE]]), [[key, NOT_THERE]]],
  ['it was not brought, and the repo removed it', EMPTY, file('old'), new Map([[key, NOT_THERE]]), []],
] as const)('what was applied, if %s', (_, declared, tree, exceptions, expected) => {
  const found = appliedThen('model', declared, { tree: tree && summarize(tree), exceptions })
  expect([...found].map(([each, applied]) => [each, applied.base])).toEqual(expected)
})

test('a folder that was renamed since is known by its old name, and the old name is no other folder', () => {
  const declared = { ...EMPTY, folders: [{ path: ['Sales'], was: 'Sell', position: 2 }] }
  const tree = summarize({ ...EMPTY, folders: [{ path: ['Sell'], position: 1 }] })
  expect(appliedThen('folder', declared, { tree, exceptions: none })).toEqual(
    new Map([
      [
        folderKey(['Sales']),
        baseOf(
          new Map<string, unknown>([
            ['name', 'Sell'],
            ['folder', ''],
            ['position', 1],
          ]),
        ),
      ],
    ]),
  )
})

test('folders and data-model files are in no ledger', () => {
  expect(UNRECORDED).toEqual(['folder', 'model'])
})
