import { ACTS, type Act, onDashboard, onReport, onWorkbook, place, request } from '../invariants/people.ts'

/** What people do in the UI on a walk: all the usual edits, and those that only matter on a longer walk. */
export const UI_ACTS: Readonly<Record<string, Act>> = {
  ...ACTS,
  'a report is made': ({ one, mark }) =>
    request('POST', '/reports', {
      ...{ name: mark, sqlQuery: 'select 1', source: 'PLAYGROUND', meta: { born: mark } },
      workbookId: one('workbook')?.id ?? null,
    }),
  'a workbook is made': ({ other, mark }) =>
    request('POST', '/workbooks', {
      ...{ name: mark, folderId: other('folder')?.id ?? null },
      ...{ dashboardDraft: { title: mark, description: `born ${mark}`, widgets: [] } },
    }),
  'a record is spoiled': onWorkbook(({ id, wire }) => {
    const { boardwright, ...meta } = (wire['meta'] ?? {}) as Record<string, unknown>
    if (typeof boardwright !== 'string') return []
    const spoiled = boardwright.replace('"base":{', '"base":{"__proto__":"abcdefghij",')
    return request('PUT', `/workbooks/${id}`, { meta: { ...meta, boardwright: spoiled } })
  }),
  'a draft is put back': onWorkbook(({ id, version }) => (version ? [{ do: 'revert-draft', workbook: id }] : [])),
  'a folder is moved': ({ one, other, mark }) => {
    const [folder, holder] = [one('folder'), other('folder')]
    if (!folder) return []
    const parentId = holder && holder.id !== folder.id ? holder.id : null
    return request('PUT', `/folders/${folder.id}`, { name: mark, parentId })
  },
  'a report is shown, unpublished': onDashboard((widgets, scene) => shown(widgets, scene), false),
  'a report is shown, published': onDashboard((widgets, scene) => shown(widgets, scene), true),
  'a report is renamed again': onReport((_, { mark }) => ({ name: mark })),
  'a tab is opened': onWorkbook(({ id }) => [{ do: 'open-tab', tab: 'one', workbook: id }]),
  'a tab of old is saved': () => [{ do: 'save-tab', tab: 'one' }],
}

const shown = (widgets: readonly object[], scene: Parameters<Act>[0]) => {
  const report = scene.other('report')
  const added = { id: scene.mark, type: 'CHART', position: place(scene), config: { reportId: report?.id ?? null } }
  return report && { widgets: [...widgets, added] }
}
