// Slow: it calls every tool with every wrong path.
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commitFirst } from '../../support/directory.ts'
import { type Document, openAgent } from './client.ts'

let root = ''
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'boardwright-mcp-paths-'))
  cpSync('examples/acme', root, { recursive: true })
  commitFirst(root)
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const ODD: Readonly<Record<string, string>> = {
  'a NUL': 'content/sales/a\u0000b.yaml',
  'only a NUL': '\u0000',
  'half of a pair': 'content/sales/a\ud800.yaml',
  'a name of 300 letters': `content/sales/${'x'.repeat(300)}.yaml`,
  'a path of 10,000 letters': `content/${'x/'.repeat(5_000)}y.yaml`,
  'out of it': '../../../etc/passwd',
  'from the top': '/etc/passwd',
  git: '.git/config',
  backslashes: 'content\\sales\\folder.yaml',
  'a space': ' ',
  'a dot': '.',
  'dots in the middle': 'content/sales/../../../x.yaml',
  'below a file': 'content/sales/folder.yaml/x.yaml',
  'a line break': 'content/sales/a\nb.yaml',
  braces: '{content,..}/**',
}

/** Every tool that takes a path, and a call of it with one. */
const TOOLS: Readonly<Record<string, (path: string) => Document>> = {
  search: (path) => ({ uses: path }),
  read: (path) => ({ path }),
  write: (file) => ({ files: [{ file, text: 'name: X\n' }] }),
  new: (path) => ({ kind: 'report', name: 'X', in: path }),
  rename: (path) => ({ from: path, to: 'finance' }),
  'rename ': (path) => ({ from: 'sales/revenue-overview', to: path }),
  impact: (path) => ({ of: [path] }),
  preview: (path) => ({ dashboard: path }),
  query: (path) => ({ report: path }),
}
const cases = Object.keys(TOOLS).flatMap((tool) => Object.keys(ODD).map((odd) => [tool, odd] as const))

test.each(cases)(
  '%s with %s is not an internal error, and its answer names no directory of this machine',
  async (tool, odd) => {
    const { call } = await openAgent(root)
    const given = TOOLS[tool]?.(ODD[odd] ?? '') ?? {}
    const { texts, isError } = await call(tool.trim(), given)
    expect(texts.join('\n')).not.toContain('BW-E9001')
    if (tool === 'read' || tool === 'write') expect(isError).toBe(true)
    if (odd.includes('NUL')) expect([isError, texts.join('\n').includes(root)]).toEqual([true, false])
  },
)
