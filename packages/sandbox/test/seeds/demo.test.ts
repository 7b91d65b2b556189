import { expect, test } from 'vitest'
import { demoSeed } from '../../seeds/demo.ts'
import { readSeed } from '../../seeds/seed.ts'

test('the demo is the company without the names that are there to try programs with', () => {
  const [demo, acme] = [demoSeed(), readSeed('acme')]
  const names = [...demo.folders, ...demo.workbooks, ...demo.reports].map(({ name }) => name)
  expect(names.filter((name) => /^CON$|\.\.|[\u0000-\u001f\u202e]/.test(name))).toEqual([])
  expect(acme.workbooks.length - demo.workbooks.length).toBe(1)
  expect(acme.reports.length - demo.reports.length).toBe(3)
  expect({ ...demo, folders: [], workbooks: [], reports: [] }).toEqual({
    ...acme,
    folders: [],
    workbooks: [],
    reports: [],
  })
})
