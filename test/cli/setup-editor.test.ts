import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fastGlob from 'fast-glob'
import { describe, expect, test } from 'vitest'
import { readYaml } from '../../packages/common/yaml/read.ts'
import { KINDS } from '../../src/content/kinds.ts'
import { SCHEMA_KINDS } from '../../src/setup/schemas.ts'
import { writeFiles } from '../support/directory.ts'
import { runHere } from '../support/in-process.ts'
import { CONFIG, cliProject, TREE } from './project.ts'

const SETTINGS = '.vscode/settings.json'

/** The errors that an editor shows: for each file, those of the schema that the settings give it. */
function editorErrors(root: string): Record<string, string[]> {
  const settings = JSON.parse(readFileSync(join(root, SETTINGS), 'utf8').replace(/^\s*\/\/.*$/gm, ''))
  const schemas = Object.entries(settings['yaml.schemas'] as Record<string, string[]>)
  return Object.fromEntries(
    schemas.flatMap(([schema, globs]) => {
      const ajv = new Ajv2020({
        allErrors: true,
        allowUnionTypes: true,
        formats: { date: true },
        keywords: ['patternErrorMessage'],
      })
      const validate = ajv.compile(JSON.parse(readFileSync(join(root, schema), 'utf8')))
      return fastGlob.sync([...globs], { cwd: root }).map((file) => {
        validate(readYaml(readFileSync(join(root, file), 'utf8'), file).value)
        return [file, (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)] as const
      })
    }),
  )
}

describe('setup editor', () => {
  test('--print prints one schema, or all', async () => {
    const { run } = await cliProject()
    const report = JSON.parse((await run(['setup', 'editor', '--print', 'report'])).stdout)
    expect(report).toMatchObject({ $schema: 'https://json-schema.org/draft/2020-12/schema', required: ['id', 'name'] })
    const all = JSON.parse((await run(['setup', 'editor', '--print'])).stdout)
    expect(all.schemas.report).toEqual(report)
    expect(Object.keys(all.schemas).toSorted()).toEqual(['dashboard', 'project', 'target', ...KINDS].toSorted())
    expect((await run(['setup', 'editor', '--print', 'widget'])).code).toBe(64)
  })

  test('an editor finds the schema of every file, and what is wrong in a broken one', async () => {
    const own = `${CONFIG}targetFiles: [targets/*.yaml]\n`
    const { root, run } = await cliProject({
      ...TREE,
      'boardwright.yaml': own,
      'targets/eu.yaml': 'url: https://eu.example\ndeployment: 3\n',
    })
    const { code, stdout, stderr } = await run(['setup', 'editor'])
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: 'Next: add the YAML extension (redhat.vscode-yaml) to the editor, and commit .vscode/\n',
    })
    // Each schema, and the settings that name them.
    expect(stdout.split('\n').filter((line) => line !== '').length).toBe(SCHEMA_KINDS.length + 1)
    const yaml = fastGlob.sync(['boardwright.yaml', 'content/**/*.yaml', 'targets/*.yaml'], { cwd: root })
    expect(editorErrors(root)).toEqual(Object.fromEntries(yaml.map((file) => [file, []])))

    await writeFiles(root, {
      'content/sales/folder.yaml': 'nmae: Sales\n',
      'content/sales/board/reports/orders.yaml': 'id: short\nname: Orders\n',
    })
    expect(editorErrors(root)).toMatchObject({
      'content/sales/folder.yaml': [expect.stringContaining("'name'"), expect.stringContaining('additional')],
      'content/sales/board/reports/orders.yaml': expect.arrayContaining([expect.stringContaining('/id must match')]),
    })
    expect(await run(['setup', 'editor'])).toMatchObject({ code: 0, stdout: '' })
  })

  test('validate refreshes what editors offer, where it was set up, and not in a pipeline', async () => {
    const model = (name: string) =>
      `cubes:\n  - name: orders\n    sql_table: o\n    measures: [{name: ${name}, type: count}]\n`
    const file = 'data-model/model/a.yml'
    const { root, run } = await cliProject({ ...TREE, [file]: model('count') })
    const offered = () => readFileSync(join(root, '.vscode/boardwright/report.schema.json'), 'utf8')
    await run(['validate'])
    expect(fastGlob.sync('.vscode/**', { cwd: root, dot: true })).toEqual([])
    await run(['setup', 'editor'])
    expect(offered()).toContain('"orders.count"')
    await writeFiles(root, { [file]: model('number') })
    await runHere(['validate', '-C', root], { env: { PATH: process.env['PATH'] ?? '', CI: 'true' } })
    expect(offered()).not.toContain('"orders.number"')
    await writeFiles(root, { [file]: model('total') })
    await run(['validate'])
    expect(offered()).toContain('"orders.total"')
  })

  test('keeps existing settings with their comments', async () => {
    const { root, run, files } = await cliProject({
      ...TREE,
      [SETTINGS]: '{\n  // ours\n  "editor.tabSize": 2, // two\n}\n',
    })
    expect((await run(['setup', 'editor'])).code).toBe(0)
    expect(files()[SETTINGS]).toMatch(/^\{\n {2}\/\/ ours\n {2}"editor.tabSize": 2, \/\/ two\n {2}"yaml.schemas": \{\n/)
    await writeFiles(root, { [SETTINGS]: '{ "a": \n' })
    const refused = await run(['setup', 'editor'])
    expect(refused.code).toBe(1)
    expect(refused.stderr).toMatch(
      /BW-E1418 {2}.vscode\/settings.json {2}.*left alone\n {2}The schemas were written. Add this to it: "yaml.schemas": \{"/,
    )
    expect(files()[SETTINGS]).toBe('{ "a": \n')
  })

  test('says when git would ignore them', async () => {
    const { run } = await cliProject({ ...TREE, '.gitignore': '.vscode/\n' })
    expect((await run(['setup', 'editor'])).stderr).toContain('git ignores .vscode/')
  })
})
