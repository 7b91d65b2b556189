import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ERRORS } from '../packages/common/errors.ts'
import { askedBy, readManifest } from '../scripts/manifest.mjs'
import { isCommand } from '../src/cli/commands.ts'
import { DOCUMENT_SCHEMAS, DOCUMENTS } from './support/docs/documents.ts'
import { MACHINE, missing, schemaText } from './support/docs/machine.ts'
import { anchorsIn, blocksOf, fillGenerated, linksOf, type Parts, partsIn, read } from './support/docs/markdown.ts'
import { PAGES } from './support/docs/pages.ts'
import { PARTS } from './support/docs/parts.ts'
import { COMMAND_NAMES } from './support/docs/program.ts'

const EXAMPLE = 'examples/stop-between-requests.mjs'
const ALL_PARTS: Parts = {
  ...PARTS,
  'example stop-between-requests': () => fence('js', read(EXAMPLE)),
  'output of stop-between-requests': () =>
    fence('text', execFileSync(process.execPath, [EXAMPLE], { encoding: 'utf8' })),
  'example library': () => fence('ts', read('examples/library/plan.test.ts')),
}
const fence = (language: string, text: string): string => `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``

const notes = readdirSync('docs/design')
  .filter((file) => file.endsWith('.md'))
  .map((file) => `docs/design/${file}`)
/** What is in `src` and `packages`, besides what they install or seed. */
const inSources = ['src', 'packages']
  .filter((root) => existsSync(root))
  .flatMap((root) => readdirSync(root, { recursive: true, encoding: 'utf8' }).map((path) => `${root}/${path}`))
  .filter((path) => !/\/(node_modules|seeds)\//.test(path))
const rooms = [...inSources.filter((path) => path.endsWith('/README.md')), 'test/README.md']
const PAGE_FOLDERS = ['docs/commands', 'docs/kinds']
const documents = [
  ...readdirSync('.').filter((file) => file.endsWith('.md')),
  ...readdirSync('docs')
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
  ...['guide', 'reference'].flatMap((folder) => readdirSync(`docs/${folder}`).map((file) => `docs/${folder}/${file}`)),
  ...notes,
  'changes/README.md',
  ...rooms,
]

describe('generated parts', () => {
  /** `npx vitest run test/docs.test.ts -u` writes them again. */
  test.each(documents.filter((file) => partsIn(read(file)).length > 0))('%s is what the code says', async (file) => {
    await expect(fillGenerated(read(file), ALL_PARTS)).toMatchFileSnapshot(`../${file}`)
  })

  test('each appears in a document', () => {
    const used = documents.flatMap((file) => partsIn(read(file)))
    expect(Object.keys(ALL_PARTS).filter((name) => !used.includes(name))).toEqual([])
  })
})

describe('pages for programs', () => {
  test.each([...PAGES])('%s', async (file, text) => {
    await expect(text()).toMatchFileSnapshot(`../${file}`)
  })

  test('leave no other file in their folders', () => {
    const files = PAGE_FOLDERS.flatMap((folder) => readdirSync(folder).map((file) => `${folder}/${file}`))
    expect(files.filter((file) => !PAGES.has(file))).toEqual([])
  })
})

describe('the JSON Schemas of what programs read', () => {
  test.each(Object.keys(MACHINE) as (keyof typeof MACHINE)[])('docs/schemas/%s.json', async (name) => {
    expect(missing).toBe('nothing')
    await expect(schemaText(name)).toMatchFileSnapshot(`../docs/schemas/${name}.json`)
  })
})

describe('the JSON Schemas of what commands print', () => {
  test.each([...DOCUMENT_SCHEMAS])('docs/schemas/%s', async (file, text) => {
    await expect(text()).toMatchFileSnapshot(`../docs/schemas/${file}`)
  })

  test('exist for every command, and for nothing else', () => {
    // What mcp prints is its protocol.
    const described = ['mcp', ...Object.keys(DOCUMENTS)].map((name) =>
      isCommand(name) ? name : (name.split(' ')[0] ?? ''),
    )
    const missing = COMMAND_NAMES.filter((name) => !described.includes(name))
    expect(missing, 'commands that DOCUMENTS in test/support/docs/documents.ts lacks').toEqual([])
    expect(described.filter((name) => !isCommand(name))).toEqual([])
    const files = readdirSync('docs/schemas/commands').map((file) => `commands/${file}`)
    expect(files.filter((file) => !DOCUMENT_SCHEMAS.has(file))).toEqual([])
  })
})

describe('errors.md', () => {
  const [, ...sections] = read('docs/errors.md').split(/^## (?=BW-E)/m)
  const headings = Object.entries(ERRORS).map(([name, { code }]) => `${code} ${name}`)

  test('has a section for each error, by code', () => {
    expect(sections.map((section) => section.split('\n')[0])).toEqual(headings.toSorted())
  })

  test.each(sections)('a section has a meaning, a next step and an example: %#', (section) => {
    const [code = ''] = section.split(' ')
    expect(section).toMatch(/^.+\n\n\w[\s\S]{30,}?\n\n\*\*Do:\*\* /)
    expect(
      blocksOf(section, 'text')
        .map(({ text }) => text)
        .join(),
    ).toContain(code)
  })
})

describe('design notes', () => {
  const tests = readdirSync('test', { recursive: true, encoding: 'utf8' }).map((path) => `test/${path}`)
  const sources = [...inSources, ...tests].filter((path) => path.endsWith('.ts'))
  const words = new Set(sources.flatMap((path) => read(path).match(/\w+/g) ?? []))
  const quotedIn = (file: string): string[] =>
    [
      ...read(file)
        .replaceAll(/\s+/g, ' ')
        .matchAll(/`([^`]+)`/g),
    ].map(([, text = '']) => text)

  test('every dependency has a line that says why it is there', () => {
    const manifest = readManifest()
    const text = read('docs/design/dependencies.md')
    const names = Object.keys({ ...askedBy(manifest), ...manifest.devDependencies })
    expect(names.filter((name) => !text.includes(`\n- \`${name}\``))).toEqual([])
  })

  test.each([...notes, ...rooms])('%s names files and functions that exist', (file) => {
    const broken = quotedIn(file).filter((text) => {
      const [, path, name] = /^((?:src|packages|test|scripts)\/[\w./-]+)(?:: (\w+))?$/.exec(text) ?? []
      if (path === undefined) return /^[a-z]+[A-Z]\w*$/.test(text) && !words.has(text)
      if (!existsSync(path)) return true
      return (
        name !== undefined && !new RegExp(`(?:function\\*?|const|class|interface|type) ${name}\\b`).test(read(path))
      )
    })
    expect(broken).toEqual([])
  })
})

test.each([...documents, ...PAGES.keys()])('every link of %s leads somewhere', (file) => {
  const broken = linksOf(read(file)).filter(({ target, anchor }) => {
    const place = target === '' ? file : join(dirname(file), target)
    return !existsSync(place) || (anchor !== '' && !anchorsIn(read(place)).includes(anchor))
  })
  expect(broken).toEqual([])
})
