import { describe, expect, test } from 'vitest'
import type { Key } from '../../src/content/model.ts'
import {
  previewContent,
  previewIn,
  previewNamed,
  previewOfFolder,
  previewOfSlug,
  previewOnBranch,
  previewSlug,
  stampIn,
} from '../../src/content/preview.ts'
import { contentIn, type Lists, listsOf } from '../support/lists.ts'

const PROJECT = '7f3kQ2m9'
const preview = previewNamed(PROJECT, 'pr-42')
const TAG = preview.tag
const stamp = { name: 'pr-42', commit: 'c'.repeat(40), expires: '2026-12-01T00:00:00.000Z' }

describe('the name of a preview', () => {
  test.each([
    ['pr-42', 'pr-42'],
    ['feature/size', 'feature-size-'],
    ['Größe 🎉', 'grosse-'],
    ['🎉', 'x-'],
    ['a'.repeat(200), 'a'.repeat(40)],
    ['--sweep', 'sweep-'],
    [`${'a'.repeat(39)}-${'b'.repeat(20)}`, 'a'.repeat(39)],
  ])('%s', (name, start) => {
    const { label, branch, projectId } = previewNamed(PROJECT, name)
    expect(label.startsWith(start)).toBe(true)
    expect(label).toMatch(/^[a-z0-9-]{1,47}$/)
    expect(branch).toBe(`preview-${TAG}-${label}`)
    expect(previewOnBranch(branch, PROJECT)).toEqual(previewNamed(PROJECT, name))
    expect(previewOfFolder(['Previews', label], PROJECT)).toEqual(previewNamed(PROJECT, name))
    expect(previewIn(projectId, PROJECT)).toEqual(previewNamed(PROJECT, name))
    for (const slug of [undefined, 'revenue', 'a'.repeat(200)])
      expect(previewOfSlug(previewSlug(previewNamed(PROJECT, name), slug), PROJECT)).toEqual(
        previewNamed(PROJECT, name),
      )
  })

  test('has slugs that no other preview has, in no other project either', () => {
    const slugs = [
      ...[previewSlug(preview), previewSlug(preview, 'index'), previewSlug(previewNamed('another9', 'pr-42'))],
      ...[previewSlug(previewNamed(PROJECT, 'a'), 'b-c'), previewSlug(previewNamed(PROJECT, 'a-b'), 'c')],
    ]
    expect(new Set(slugs).size).toBe(slugs.length)
    expect(previewOnBranch(previewNamed('another9', 'pr-42').branch, PROJECT)).toBeUndefined()
    expect(previewOfSlug(previewSlug(previewNamed('another9', 'pr-42'), 'revenue'), PROJECT)).toBeUndefined()
    for (const slug of ['revenue', 'preview', 'preview-pr-42', `preview-${TAG}`, `a-preview-pr-42-${TAG}`])
      expect(previewOfSlug(slug, PROJECT)).toBeUndefined()
    for (const folder of [['Previews'], ['Previews', 'My Own'], ['Previews', 'a', 'b'], ['Sales', 'pr-1']])
      expect(previewOfFolder(folder, PROJECT)).toBeUndefined()
  })

  test('is told apart from similar names', () => {
    const names = ['a/b', 'a-b', 'a b', 'A-B', 'ä-b']
    expect(new Set(names.map((name) => previewNamed(PROJECT, name).label)).size).toBe(names.length)
    expect(previewIn(PROJECT, PROJECT)).toBeUndefined()
    expect(previewIn('7f3kQ2m9x~pr-42', PROJECT)).toBeUndefined()
    expect(previewIn(preview.projectId, preview.projectId)).toBeUndefined()
  })
})

const CONTENT: Lists = {
  folders: [{ path: ['Sales'] }],
  workbooks: [
    {
      ...{ slug: 'revenue', was: 'sales', folder: ['Sales'], name: 'Revenue', publish: true, allowEmbed: true },
      ...{ embedAccess: { '*': 'read' }, meta: { icon: 'coffee' } },
      dashboard: {
        widgets: [
          {
            id: 'a',
            type: 'CHART',
            report: 'report/own000000001' as Key<'report'>,
            position: { x: 0, y: 0, w: 1, h: 1 },
          },
          {
            id: 'b',
            type: 'CHART',
            report: 'report/shared000001' as Key<'report'>,
            position: { x: 0, y: 1, w: 1, h: 1 },
          },
          { id: 'c', type: 'CHART', report: 'id:ofOthers0001', position: { x: 0, y: 2, w: 1, h: 1 } },
        ],
      },
    },
    { slug: 'other', folder: [], name: 'Other', publish: true, meta: {} },
  ],
  reports: [
    { id: 'own000000001', place: { workbook: 'revenue' }, definition: { name: 'Own', externalWorkbookId: 'sheet' } },
    { id: 'shared000001', place: { folder: ['Sales'] }, definition: { name: 'Shared' } },
    { id: 'unshown00001', place: { workbook: 'revenue' }, definition: { name: 'Not shown' } },
  ],
  model: [],
}

describe('copies', () => {
  const { workbooks, reports } = listsOf(
    previewContent(contentIn(CONTENT), new Set(['workbook/revenue' as Key]), { preview, stamp, deployment: 2 }),
  )

  test('are made of the chosen dashboards, and of the reports that these show', () => {
    expect(workbooks.map(({ slug }) => slug)).toEqual([previewSlug(preview, 'revenue')])
    expect(reports.map(({ definition }) => definition)).toEqual([{ name: 'Own' }, { name: 'Shared' }])
  })

  test('have names of their own, and show each other', () => {
    const ids = reports.map(({ id }) => id)
    expect(ids).not.toContain('own000000001')
    expect(workbooks[0]?.dashboard?.widgets.map(({ report }) => report)).toEqual([
      ...ids.map((id) => `report/${id}`),
      undefined,
    ])
    expect(workbooks[0]?.dashboard?.widgets.at(-1)).toMatchObject({
      ...{ id: 'c', type: 'TEXT', position: { x: 0, y: 2, w: 1, h: 1 } },
      config: { markdown: expect.stringContaining('not in the tree (id:ofOthers0001)') },
    })
    for (const { place } of reports) expect(place).toEqual({ workbook: `preview-pr-42-${TAG}-revenue` })
  })

  test('are marked as copies, and are not embedded', () => {
    const [copy] = workbooks
    expect(copy && stampIn(copy)).toEqual(stamp)
    expect(copy).toMatchObject({ folder: ['Previews', 'pr-42'], meta: { icon: 'coffee' } })
    for (const key of ['allowEmbed', 'embedAccess', 'was']) expect(copy).not.toHaveProperty(key)
  })

  test.each([undefined, 'soon', { name: 'x' }, { name: 1, commit: 'c', expires: 'e' }])(
    'an invalid stamp: %s',
    (meta) => {
      expect(stampIn({ meta: { boardwrightPreview: meta } })).toBeUndefined()
    },
  )
})
