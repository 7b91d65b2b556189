import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { init, parse } from 'es-module-lexer'
import { beforeAll, describe, expect, test } from 'vitest'
import { BUILT } from '../../../test/support/built.ts'
import { viewerPage } from '../page.ts'

const FILES = join(BUILT, 'viewer')
const PAGES = ['viewer', 'preview'] as const
const textOf = (file: string): string => readFileSync(join(FILES, file), 'utf8')
const fileNamed = (start: string): string => readdirSync(FILES).find((file) => file.startsWith(start)) ?? start

/** What a browser loads for a file before it runs it. */
function reach(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  for (const { n: name, d: dynamic } of parse(textOf(file))[0])
    if (name !== undefined && dynamic < 0) reach(name.replace('./', ''), seen)
  return seen
}

describe.each(PAGES)('the page of the %s', (script) => {
  beforeAll(() => init)

  test('names all files that its first chart needs, so that a browser requests them at once', () => {
    const page = viewerPage({ title: 'A', at: '/at/', charts: '/frame/charts', script })
    const named = [...page.matchAll(/<link rel="modulepreload" href="\/at\/([^"]+)">/g)].map(([, file]) => file)
    const needed = [`${script}.js`, fileNamed('chart-'), fileNamed('rows-')].flatMap((file) => [...reach(file)])
    expect(needed.length).toBeGreaterThan(5)
    expect(named.toSorted()).toEqual([...new Set(needed)].toSorted())
  })

  test('loads the Markdown reader and the HTML cleaner only with the first widget that needs them', () => {
    const [text, html] = ['text-', 'html-'].map(fileNamed)
    const late = new Set([text, html].flatMap((file) => [...reach(file ?? '')]))
    const ahead = [`${script}.js`, fileNamed('chart-'), fileNamed('rows-')].flatMap((file) => [...reach(file)])
    const holders = (files: Iterable<string>) => [...files].filter((file) => /FORBID_TAGS/.test(textOf(file)))
    expect(holders(late)).toHaveLength(1)
    expect(holders(ahead)).toEqual([])
    expect(ahead).not.toContain(text)
    expect(ahead).not.toContain(html)
  })
})
