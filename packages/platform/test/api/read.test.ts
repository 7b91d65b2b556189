import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { branches } from '../../api/branches.ts'
import { dataModel } from '../../api/data-model.ts'
import { deployments } from '../../api/deployments.ts'
import { folders } from '../../api/folders.ts'
import { describeProblems, fillPath, readPath, readQuery, writeQuery } from '../../api/read.ts'
import { reports } from '../../api/reports.ts'
import { workbooks } from '../../api/workbooks.ts'
import { workspace } from '../../api/workspace.ts'

const { getFolders, getFolderAncestors } = folders.endpoints
const { workspaceObjects } = workspace.endpoints
const { listFiles } = dataModel.endpoints
const { removeBranch } = branches.endpoints

const query = (text: string) => new URLSearchParams(text)

describe('reading a query', () => {
  test('turns text into the types of the schema', () => {
    expect(readQuery(getFolders, query('parentId=0&first=50&after=abc'))).toEqual({
      ok: true,
      value: { parentId: 0, first: 50, after: 'abc' },
    })
    expect(readQuery(listFiles, query('withContent=true&showLastCLIUpload=false&branchName=dev%2Fa'))).toEqual({
      ok: true,
      value: { withContent: true, showLastCLIUpload: false, branchName: 'dev/a' },
    })
  })

  test('reads a repeated parameter as a list, even when it is sent once', () => {
    expect(readQuery(workspaceObjects, query('types=FOLDER&types=REPORT'))).toEqual({
      ok: true,
      value: { types: ['FOLDER', 'REPORT'] },
    })
    expect(readQuery(workspaceObjects, query('types=FOLDER'))).toEqual({ ok: true, value: { types: ['FOLDER'] } })
    expect(readQuery(deployments.endpoints.getDeployments, query('creationStep=ready'))).toEqual({
      ok: true,
      value: { creationStep: ['ready'] },
    })
  })

  test('ignores unknown parameters', () => {
    expect(readQuery(getFolders, query('recursive=true&constructor=x'))).toEqual({ ok: true, value: {} })
    expect(readQuery(getFolderAncestors, query('first=abc'))).toEqual({ ok: true, value: {} })
  })

  test('keeps text that looks like a number or a boolean', () => {
    expect(readQuery(getFolders, query('after=12'))).toEqual({ ok: true, value: { after: '12' } })
    expect(readQuery(listFiles, query('branchName='))).toEqual({ ok: true, value: { branchName: '' } })
  })

  test.each([
    ['first=abc', 'first'],
    ['first=0', 'first'],
    ['first=-1', 'first'],
    ['first=', 'first'],
    ['first=1.5', 'first'],
    ['first=1e3', 'first'],
    ['first=0x10', 'first'],
    ['first=%201', 'first'],
    ['first=99999999999999999999', 'first'],
    ['first=1&first=2', 'first'],
    ['parentId=null', 'parentId'],
    ['parentId=-1', 'parentId'],
  ])('%s is a problem that names %s', (text, name) => {
    const read = readQuery(getFolders, query(text))
    expect(read.ok ? [] : read.problems).toEqual([expect.stringMatching(new RegExp(`^${name}: `))])
  })

  test.each(['withContent=1', 'withContent=', 'withContent=TRUE', 'withContent=yes'])('%s is not a boolean', (text) => {
    const read = readQuery(listFiles, query(text))
    expect(read.ok ? [] : read.problems).toEqual(['withContent: expected boolean, received string'])
  })

  test('names every problem, with its index in a list', () => {
    const read = readQuery(workspaceObjects, query('types=FOLDER&types=CUBE&first=x&orderByDirection=asc'))
    expect(read.ok ? [] : read.problems.map((line) => line.split(':')[0])).toEqual([
      'types[1]',
      'orderByDirection',
      'first',
    ])
  })

  test('asks for what is required (endpoints 8, removeBranch)', () => {
    const read = readQuery(removeBranch, query('removeOnUpstream=true'))
    expect(read).toEqual({ ok: false, problems: ['branchName: expected string, received undefined'] })
  })
})

describe('reading a path', () => {
  test('turns ids into numbers and leaves names alone', () => {
    expect(readPath(getFolderAncestors, { deploymentId: '2', folderId: '17' })).toEqual({
      ok: true,
      value: { deploymentId: 2, folderId: 17 },
    })
    expect(readPath(workbooks.endpoints.upsertWorkbookBySlug, { deploymentId: '2', slug: '12' })).toEqual({
      ok: true,
      value: { deploymentId: 2, slug: '12' },
    })
  })

  test.each(['abc', '', '1.0', '-1', ' 1', '1;drop'])('"%s" is not an id', (folderId) => {
    const read = readPath(getFolderAncestors, { deploymentId: '2', folderId })
    expect(read.ok ? [] : read.problems).toEqual([expect.stringMatching(/^folderId: /)])
  })

  test.each(['abcdefghijk', 'abcdefghijklm', 'abcdefghijk-'])('"%s" is not a public id (endpoints 2)', (publicId) => {
    const read = readPath(reports.endpoints.upsertReportByPublicId, { deploymentId: '2', publicId })
    expect(read).toEqual({ ok: false, problems: ['publicId: must be exactly 12 of 0-9, A-Z, a-z'] })
  })
})

describe('writing a query', () => {
  test('repeats the key of a list, leaves out undefined values, keeps the order of the schema', () => {
    const value = {
      after: 'a b&c',
      types: ['REPORT', 'FOLDER'] as ('REPORT' | 'FOLDER')[],
      folderId: null,
      first: undefined,
    }
    expect(writeQuery(workspaceObjects, value)).toBe('types=REPORT&types=FOLDER&after=a+b%26c')
  })

  test('writes what it can read back', () => {
    const value = { withContent: false, branchName: 'release/1 + 1=2 é', first: 3 }
    expect(readQuery(listFiles, query(writeQuery(listFiles, value)))).toEqual({ ok: true, value })
  })

  test('is empty when there is nothing to write', () => {
    expect(writeQuery(getFolders, {})).toBe('')
    expect(writeQuery(getFolderAncestors, {})).toBe('')
  })
})

describe('filling a path', () => {
  const { path } = workbooks.endpoints.upsertWorkbookBySlug

  test('encodes characters that would change its shape', () => {
    expect(fillPath(path, { deploymentId: 2, slug: 'a/b?c#d e%2f..é' })).toEqual({
      ok: true,
      value: '/api/v1/deployments/2/workbooks/by-slug/a%2Fb%3Fc%23d%20e%252f..%C3%A9',
    })
  })

  test.each(['', '.', '..', '\ud800'])('refuses %j as a segment', (slug) => {
    const filled = fillPath(path, { deploymentId: 2, slug })
    expect(filled.ok ? [] : filled.problems).toEqual([expect.stringMatching(/^slug: /)])
  })

  test('names every parameter that is missing', () => {
    expect(fillPath(path, {})).toEqual({
      ok: false,
      problems: ['deploymentId: is missing or empty', 'slug: is missing or empty'],
    })
  })
})

describe('describing problems', () => {
  function problemsOf(schema: z.ZodType, value: unknown): string[] {
    const parsed = schema.safeParse(value)
    return parsed.success ? [] : describeProblems(parsed.error)
  }

  test('prints the path as a reader would write it', () => {
    const schema = z.object({
      config: z.object({ widgets: z.array(z.object({ id: z.string() })) }),
      files: z.record(z.string(), z.string()),
    })
    const value = { config: { widgets: [{ id: 'a' }, { id: 2 }] }, files: { 'src/app.tsx': 1, plain: 2 } }
    expect(problemsOf(schema, value)).toEqual([
      'config.widgets[1].id: expected string, received number',
      'files["src/app.tsx"]: expected string, received number',
      'files.plain: expected string, received number',
    ])
  })

  test('has no path for the value itself', () => {
    expect(problemsOf(z.object({}), [])).toEqual(['expected object, received array'])
  })

  test('stops at ten and counts the rest', () => {
    const lines = problemsOf(z.array(z.string()), Array(25).fill(0))
    expect(lines).toHaveLength(11)
    expect(lines.at(-1)).toBe('and 15 more')
    expect(problemsOf(z.array(z.string()), Array(10).fill(0))).toHaveLength(10)
  })
})
