import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ERRORS } from '../src/errors.ts'
import { blocksOf, fillGenerated, linksOf, type Parts, partsIn, read } from './support/docs/markdown.ts'
import { PARTS } from './support/docs/parts.ts'

const EXAMPLE = 'examples/stop-between-requests.mjs'
const ALL_PARTS: Parts = {
  ...PARTS,
  'example stop-between-requests': () => fence('js', read(EXAMPLE)),
  'output of stop-between-requests': () => fence('text', execFileSync(process.execPath, [EXAMPLE], { encoding: 'utf8' })),
}
const fence = (language: string, text: string): string => `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``

const decisions = readdirSync('docs/decisions').sort()
const documents = [
  ...readdirSync('.').filter((file) => file.endsWith('.md')),
  ...readdirSync('docs').filter((file) => file.endsWith('.md')).map((file) => `docs/${file}`),
  ...decisions.map((file) => `docs/decisions/${file}`),
  'changes/README.md',
]

describe('generated parts', () => {
  /** `npx vitest run test/docs.test.ts -u` writes them again. */
  test.each(['docs/sandbox.md', 'docs/errors.md'])('%s is what the code says', async (file) => {
    await expect(fillGenerated(read(file), ALL_PARTS)).toMatchFileSnapshot(`../${file}`)
  })

  test('each is in a document', () => {
    const used = documents.flatMap((file) => partsIn(read(file)))
    expect(Object.keys(ALL_PARTS).filter((name) => !used.includes(name))).toEqual([])
  })
})

describe('errors.md', () => {
  const text = read('docs/errors.md')
  const [, ...sections] = text.split(/^## (?=BW-E)/m)

  test('has a section for each error, in their order', () => {
    const headings = sections.map((section) => section.split('\n')[0])
    expect(headings).toEqual(Object.entries(ERRORS).map(([name, { code }]) => `${code} ${name}`))
  })

  test.each(Object.values(ERRORS).map(({ code }, index) => [code, sections[index]] as const))(
    '%s has a meaning, a next step and an example',
    (code, section = '') => {
      expect(section).toMatch(/\n\n\w[^`]{30,}/)
      expect(section).toContain('\n\n**Do:** ')
      expect(blocksOf(section, 'text').map((block) => block.text).join('\n')).toContain(`error ${code}  `)
    },
  )
})

describe('contributing', () => {
  const rows = [...read('CONTRIBUTING.md').matchAll(/^\| `(src\/[\w.]+)\/?` \| (.*) \|$/gm)]
  const isToCome = (row: RegExpMatchArray): boolean => row[2]?.startsWith('*to come*') === true

  test('the map has every room', () => {
    const rooms = readdirSync('src').map((entry) => `src/${entry}`)
    const drawn = rows.filter((row) => !isToCome(row)).map(([, room]) => room)
    expect(drawn.sort()).toEqual(rooms.sort())
  })

  test('what is to come is not there yet', () => {
    expect(rows.filter((row) => isToCome(row) && existsSync(row[1] ?? '')).map(([, room]) => room)).toEqual([])
  })
})

describe('decisions', () => {
  test('are numbered without a gap', () => {
    expect(decisions.map((file) => file.slice(0, 5))).toEqual(
      decisions.map((_, index) => `${String(index + 1).padStart(4, '0')}-`),
    )
  })

  test('every dependency has its line', () => {
    const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<string, Record<string, string>>
    const text = read('docs/decisions/0001-dependencies.md')
    const names = Object.keys({ ...dependencies, ...devDependencies })
    expect(names.filter((name) => !text.includes(`\n- \`${name}\``))).toEqual([])
  })
})

test.each(documents)('every link of %s leads somewhere', (file) => {
  expect(linksOf(read(file)).filter((target) => !existsSync(join(dirname(file), target)))).toEqual([])
})
