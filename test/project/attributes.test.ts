// Slow: it applies many times.
import { rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { readFiles } from '../support/directory.ts'
import { accountTarget, applied, outcomeOf } from './account-target.ts'
import { at as pathIn, type Scene } from './promote-world.ts'

const { account, open, call, asked } = accountTarget('attributes')

const FILE = 'account/attributes/region.yaml'
const REGION = 'name: region\ntype: string\n'
const PATH = '/api/v1/user-attributes'

const openTarget = (more?: string): Promise<Scene> => open({ [FILE]: REGION }, more)
const outcome = (scene: Scene, accept?: readonly string[]) => outcomeOf('attribute', scene, accept)

interface Live {
  readonly id: number
  readonly name: string
}
const live = async (): Promise<Live[]> => (await call<{ items: Live[] }>(PATH)).items

test('an attribute is created and changed, compared three ways, and what its file leaves out is cleared', async () => {
  const scene = await openTarget()
  expect(await outcome(scene)).toEqual(['create attribute/region type'])
  await applied(scene)
  expect(await outcome(scene)).toEqual([])
  await scene.commit({ [FILE]: `${REGION}displayName: Region\ndefault: EMEA\n` })
  expect(await outcome(scene)).toEqual(['update attribute/region displayName default'])
  await applied(scene)
  const [{ id } = { id: 0 }, another] = await live()
  expect(another).toBeUndefined()

  await call(`${PATH}/${id}`, 'PUT', { description: 'Where they sell' })
  expect(await outcome(scene)).toEqual(['left ui-edit attribute/region: edited in the UI since the last apply'])
  await scene.commit({ [FILE]: `${REGION}displayName: Sales region\n` })
  await applied(scene)
  expect(await live()).toMatchObject([{ displayName: 'Sales region', description: 'Where they sell' }])
  expect((await live())[0]).not.toHaveProperty('defaultValue', 'EMEA')
  await scene.export('production', false)
  expect(readFiles(scene.root)[FILE]).toBe(`${REGION}displayName: Sales region\ndescription: Where they sell\n`)
  expect(await outcome(scene)).toEqual([])
})

test('a list that leaves an attribute out once says nothing: it is read once more', async () => {
  const scene = await openTarget()
  await applied(scene)
  account().controls.addFault({ method: 'GET', path: PATH, kind: 'empty', times: 1 })
  expect(await outcome(scene)).toEqual([])
})

test('another name in a file is another attribute: the plan makes it, and says what became of the file of the old one', async () => {
  const scene = await openTarget()
  await applied(scene)
  await scene.commit({ [FILE]: REGION.replace('region', 'territory') })
  const why = 'the platform cannot rename an attribute, and has no call that deletes one'
  expect(await outcome(scene)).toEqual([
    'create attribute/territory type',
    `left orphan attribute/region: its file is about "territory" now, which is another one: ${why}`,
  ])
  await applied(scene)
  expect((await live()).map(({ name }) => name).sort()).toEqual(['region', 'territory'])
})

test('no type is changed and nothing is deleted, because no call does it', async () => {
  const scene = await openTarget()
  await applied(scene)
  await scene.commit({ [FILE]: REGION.replace('string', 'number') })
  expect(await outcome(scene)).toEqual([
    'cannot-change attribute/region: the platform cannot change the type of an attribute',
  ])
  await rm(pathIn(scene.root, FILE))
  await scene.commit()
  const stays = [
    'left orphan attribute/region: removed from the repo, but the platform has no call that deletes an attribute',
  ]
  expect(await outcome(scene)).toEqual(stays)
  const [{ id } = { id: 0 }] = await live()
  await call(`${PATH}/${id}`, 'PUT', { description: 'Where they sell' })
  expect(await outcome(scene)).toEqual(stays)
  await applied(scene)
  expect(await live()).toHaveLength(1)
})

test('one that people made is exported, and is left alone where it differs until it is adopted', async () => {
  await call(PATH, 'POST', { name: 'region', type: 'string', displayName: 'Where' })
  const scene = await openTarget()
  expect(await outcome(scene)).toEqual([expect.stringMatching(/^left unclaimed attribute\/region: differs from live/)])
  expect(await outcome(scene, ['ui-edits'])).toEqual([expect.stringMatching(/^left unclaimed/)])
  await scene.export('production')
  expect(readFiles(scene.root)[FILE]).toBe(`${REGION}displayName: Where\n`)
  await scene.commit()
  await applied(scene)
  await scene.adopt('production')
  await scene.commit({ [FILE]: REGION })
  await applied(scene)
  expect(await outcome(scene)).toEqual([])
})

test('a target that does not manage attributes asks for none; a lost answer makes no second one', async () => {
  const [unmanaged, managed] = [await openTarget(''), await openTarget()]
  expect([await asked(unmanaged, PATH), await asked(managed, PATH)]).toEqual([0, 1])
  account().controls.addFault({ method: 'POST', path: PATH, kind: 'truncate', times: 1 })
  await applied(await openTarget())
  expect(await live()).toHaveLength(1)
})
