import type { Action } from '../../packages/sandbox/control/people.ts'
import { ACTS, type Act, onDashboard, onReport, onWorkbook, place, request } from '../invariants/people.ts'
import type { Row } from '../invariants/rows.ts'

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
      meta: { dashboardDraft: { title: mark, description: `born ${mark}`, widgets: [] } },
    }),
  'a record is spoiled': onWorkbook(({ id, wire }) => {
    const { boardwright, ...meta } = (wire['meta'] ?? {}) as Record<string, unknown>
    if (typeof boardwright !== 'string') return []
    const spoiled = boardwright.replace('"base":{', '"base":{"__proto__":"abcdefghij",')
    return request('PUT', `/workbooks/${id}`, { meta: { ...meta, boardwright: spoiled } })
  }),
  'a draft is put back': onWorkbook(({ id, version }) => (version ? [{ do: 'revert-draft', workbook: id }] : [])),
  'a folder is moved': (scene) => moved(scene),
  'a folder is moved and renamed': (scene) =>
    moved(scene, ({ id }) => request('PUT', `/folders/${id}`, { name: scene.mark })),
  'a report is shown, unpublished': onDashboard((widgets, scene) => shown(widgets, scene), false),
  'a report is shown, published': onDashboard((widgets, scene) => shown(widgets, scene), true),
  'a report is renamed again': onReport((_, { mark }) => ({ name: mark })),
  'a tab is opened': onWorkbook(({ id }) => [{ do: 'open-tab', tab: 'one', workbook: id }]),
  'a tab of old is saved': () => [{ do: 'save-tab', tab: 'one' }],
}

type Scene = Parameters<Act>[0]

/** Into another folder, or out of its own; then something else may be done to it. */
function moved({ one, other }: Scene, then: (folder: Row) => readonly Action[] = () => []): readonly Action[] {
  const [folder, into] = [one('folder'), other('folder')]
  if (!folder) return []
  const folderId = into && into.id !== folder.id ? into.id : null
  return [...request('POST', '/workspace/move', { type: 'FOLDER', id: folder.id, folderId }), ...then(folder)]
}

const shown = (widgets: readonly object[], scene: Scene) => {
  const report = scene.other('report')
  const added = { id: scene.mark, type: 'CHART', position: place(scene), config: { reportId: report?.id ?? null } }
  return report && { widgets: [...widgets, added] }
}
