import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { configOf } from '../promote-tree.ts'
import { at, openAccount, openScene } from '../promote-world.ts'

const account = openAccount()

test('a folder named app is not an app: variables in it stay variables', async () => {
  const report = 'content/app/pipeline.report.yaml'
  const { url, keys, controls } = account()
  const scene = await openScene(
    {
      'boardwright.yaml': configOf({ production: { url, deployment: 2 } }),
      'content/app/folder.yaml': 'name: App\n',
      [report]: 'id: pipeline0001\nname: Pipeline\nsql: |-\n  select 1\n  from ${var.schema}.deals\n',
    },
    { BOARDWRIGHT_TOKEN: keys.admin },
  )
  await scene.apply('production')
  await controls.addPeople({
    do: [{ do: 'edit-report', report: 'pipeline0001', set: { sqlQuery: "select '${var.x}'\nfrom analytics.deals" } }],
  } as never)
  await scene.export('production')
  expect(readFileSync(at(scene.root, report), 'utf8')).toContain("select '$${var.x}'\n  from ${var.schema}.deals")
})
