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

  test('names the few files that it begins with, so that a browser requests them at once', () => {
    const page = viewerPage({ title: 'A', at: '/at/', charts: '/frame/charts', script })
    const named = [...page.matchAll(/<link rel="modulepreload" href="\/at\/([^"]+)">/g)].map(([, file]) => file)
    expect(named.toSorted()).toEqual([...reach(`${script}.js`)].toSorted())
    expect(named.length).toBeLessThan(4)
  })

  test('fetches what few dashboards have, and all but the dashboard, only when it is shown', () => {
    const later = ['text-', 'html-', 'map-', 'sankey-', 'wall-', 'compare-', 'time-', 'code-'].map(fileNamed)
    const first = [...reach(`${script}.js`)]
    for (const file of later) expect(first).not.toContain(file)
    const holders = (files: Iterable<string>) => [...files].filter((file) => /FORBID_TAGS/.test(textOf(file)))
    expect(holders(later.flatMap((file) => [...reach(file)]))).not.toEqual([])
    expect(holders(first)).toEqual([])
  })
})
