import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryDirectory, writeFiles } from './support/directory.ts'
import { runProgram } from './support/program.ts'

const build = (cwd: string, out: string) =>
  runProgram(process.execPath, [resolve('scripts/site.mjs'), out], { cwd, env: { PATH: process.env['PATH'] ?? '' } })

describe('the documents as a site', () => {
  test('each have a page with search, and every link leads somewhere', async () => {
    const out = temporaryDirectory()
    const { code, stdout, stderr } = await build('.', out)
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^\d+ pages in .*, every link leads somewhere\.\n$/)
    const index = readFileSync(join(out, 'index.html'), 'utf8')
    expect(index).toContain('<a href="docs/guide/first-hour.html"')
    expect(existsSync(join(out, 'docs/pictures/screens/init.svg'))).toBe(true)
    const entries = JSON.parse(readFileSync(join(out, 'search.json'), 'utf8')) as {
      at: string
      title: string
      text: string
    }[]
    const held = entries.find(({ at }) => at.startsWith('docs/errors.html#bw-e1402'))
    expect(held?.text).toContain('git init')
    for (const { title, text } of entries) expect(`${title} ${text}`).not.toMatch(/&(#\d+|quot);/)
  })

  test('lead from the first page of the guide to the next, and list what is on a long one', async () => {
    const out = temporaryDirectory()
    await build('.', out)
    const page = readFileSync(join(out, 'docs/guide/install.html'), 'utf8')
    expect(page).toMatch(/<a href="screens\.html" rel="prev">.*<a href="preview\.html" rel="next">/)
    expect(page).toMatch(/<\/h1><details class="contents" open><summary>On this page<\/summary><ul><li><a href="#/)
    const guide = readdirSync('docs/guide').filter((file) => file.endsWith('.md'))
    const nav = page.slice(0, page.indexOf('</nav>'))
    const listed = [...nav.matchAll(/<a href="([\w-]+)\.html"(?: aria-current="page")?>/g)].map(
      ([, name]) => `${name}.md`,
    )
    expect(listed.toSorted()).toEqual(guide.toSorted())
    expect(listed[0]).toBe('first-hour.md')
  })

  test('the guide stands in groups, each with a page, and the search has prose and code apart', async () => {
    const out = temporaryDirectory()
    await build('.', out)
    const page = readFileSync(join(out, 'docs/guide/install.html'), 'utf8')
    const groups = [...page.slice(0, page.indexOf('<main')).matchAll(/<summary>([^<]+)<\/summary><ul><li>/g)].map(
      ([, name]) => name,
    )
    expect(groups).toEqual(
      ['Start', 'Every day', 'Pipelines and agents', 'People and accounts', 'Many targets'].concat([
        'Reference',
        'Files',
        'Commands',
        'Design',
      ]),
    )
    const entries = JSON.parse(readFileSync(join(out, 'search.json'), 'utf8')) as {
      at: string
      text: string
      code: string
    }[]
    const shown = entries.find(({ at }) => at === 'docs/guide/rename.html#change-a-measures-name')
    expect(shown?.code).toContain('$ boardwright impact')
    expect(shown?.text).not.toContain('$ boardwright impact')
  })

  test('have the name and version of the product, and nothing that is for the tests alone', async () => {
    const out = temporaryDirectory()
    await build('.', out)
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
    const page = readFileSync(join(out, 'docs/guide/install.html'), 'utf8')
    expect(page).toContain(`<a href="../../index.html">Boardwright</a> ${version}`)
    expect(page.replace(/<!--.*?-->/gs, '')).not.toContain('Not run by the tests')
    const screens = readFileSync(join(out, 'docs/guide/screens.html'), 'utf8')
    expect(screens.split('<span class="terminal"').length).toBe(9)
  })

  test('a page of the guide has one name: its title, in the list and in the README', () => {
    const table = readFileSync('README.md', 'utf8').matchAll(/^\| \[([^\]]+)\]\((docs\/guide\/[\w-]+\.md)\)/gm)
    for (const [, name, file = ''] of table) {
      const [, title] = /^# (.+)$/m.exec(readFileSync(file, 'utf8')) ?? []
      expect([file, title]).toEqual([file, name])
    }
  })

  test.each([
    ['a missing page', '[gone](docs/gone.md)', 'docs/gone.md'],
    ['a missing heading', '[gone](docs/a.md#gone)', 'docs/a.html#gone'],
  ])('%s fails the build', async (_, link, named) => {
    const root = temporaryDirectory()
    const page = '# A page\n'
    await writeFiles(root, { 'README.md': `# Here\n\n${link}\n`, 'CONTRIBUTING.md': page, 'changes/README.md': page })
    await writeFiles(root, { 'docs/a.md': page, 'docs/guide/b.md': page })
    const { code, stderr } = await build(root, join(root, 'out'))
    expect(code).toBe(1)
    expect(stderr).toMatch(/^Links that lead nowhere:\n/)
    expect(stderr).toContain(`index.html: ${named}`)
  })
})
