import { fingerprintOf } from '../../src/plan/fingerprint.ts'
import type { HeldObject, LeftObject, Plan, PlannedObject } from '../../src/plan/plan-file.ts'
import { UNSHAPED } from '../../src/project/plan/inputs.ts'

export const SUMMARY: Plan['summary'] = {
  create: 0,
  update: 0,
  delete: 0,
  publish: 0,
  unchanged: 0,
  uiEdits: 0,
  held: 0,
  unclaimed: { workbook: 0, report: 0 },
  orphans: 0,
  unmanaged: 0,
  otherProjects: 0,
  drafts: 0,
  converged: 0,
}

/** A plan that says nothing but what is given. */
export function plan(more: Omit<Partial<Plan>, 'summary'> & { summary?: Partial<Plan['summary']> } = {}): Plan {
  const objects = more.objects ?? []
  const about = {
    project: { id: '7f3kQ2m9', name: 'acme-analytics' },
    target: { name: 'production', deployment: 2, host: 'acme.example', url: 'https://acme.example', protected: true },
    ...more,
    objects,
  }
  return {
    format: 1,
    commit: '9f3c2e1aa0b1c2d3e4f5061728394a5b6c7d8e9f',
    dirty: false,
    applied: '41ab9c0aa0b1c2d3e4f5061728394a5b6c7d8e9f',
    inputs: UNSHAPED,
    held: [],
    left: [],
    stops: [],
    notes: [],
    fingerprint: fingerprintOf(about),
    ...about,
    summary: { ...SUMMARY, ...more.summary },
  }
}

export const object = (more: Partial<PlannedObject> & Pick<PlannedObject, 'key' | 'title'>): PlannedObject => ({
  action: 'update',
  needs: [],
  because: 'the repo changed it',
  units: [],
  keeps: [],
  replaces: [],
  ...more,
})

export const held = (
  more: Partial<HeldObject> & Pick<HeldObject, 'key' | 'title' | 'reason' | 'message'>,
): HeldObject => ({
  what: 'object',
  units: [],
  merges: [],
  ...more,
})

export const left = (
  more: Partial<LeftObject> & Pick<LeftObject, 'key' | 'title' | 'reason' | 'message'>,
): LeftObject => ({
  units: [],
  ...more,
})

export const REVENUE: Pick<PlannedObject, 'key' | 'title' | 'file'> = {
  key: 'workbook/revenue-overview',
  title: ['Sales', 'Revenue overview'],
  file: 'content/sales/revenue-overview',
}

const box = (id: string, label: string, x: number, y: number, w: number, h: number) => ({
  id,
  type: 'CHART',
  label,
  x,
  y,
  w,
  h,
})
const widget = (id: string, title: string, y: number) => ({
  id,
  type: 'CHART',
  position: { x: 0, y, w: 8, h: 6 },
  config: { title },
})
const rest = [box('b', 'Net revenue', 8, 0, 4, 4), box('f', 'Orders', 8, 4, 4, 3), box('q', 'Region', 8, 7, 4, 5)]

/** One report's SQL changes, and two widgets change places. */
export const EXAMPLE = plan({
  objects: [
    object({
      ...REVENUE,
      units: [
        { unit: 'widget w', before: widget('w', 'Revenue by month', 0), after: widget('w', 'Revenue by month', 6) },
        { unit: 'widget p', before: widget('p', 'Top customers', 6), after: widget('p', 'Top customers', 0) },
      ],
      drawing: {
        columns: 12,
        before: [box('w', 'Revenue by month', 0, 0, 8, 6), box('p', 'Top customers', 0, 6, 8, 6), ...rest],
        after: [box('w', 'Revenue by month', 0, 6, 8, 6), box('p', 'Top customers', 0, 0, 8, 6), ...rest],
      },
      publish: {
        from: 14,
        to: 15,
        dashboard: true,
        reports: ['report/h4Kq9ZtB2wLm'],
        notice: { notifications: 2, tenants: 1, embedded: true },
      },
    }),
    object({
      key: 'report/h4Kq9ZtB2wLm',
      title: ['Sales', 'Revenue overview', 'Revenue by month'],
      within: 'workbook/revenue-overview',
      file: 'content/sales/revenue-overview/reports/revenue-by-month.sql',
      units: [
        {
          unit: 'sql',
          before: 'select\n  month,\n  revenue\nfrom orders\ngroup by 1\norder by 1',
          after: 'select\n  month,\n  revenue\nfrom orders\nwhere not is_refund\ngroup by 1\norder by 1',
        },
      ],
      shownOn: [
        { title: ['Sales', 'Revenue overview'], key: 'workbook/revenue-overview', published: true, managed: true },
        { title: ['Finance', 'Board pack'], published: false, managed: false },
      ],
    }),
  ],
  left: [
    left({
      key: 'workbook/cash',
      title: ['Finance', 'Cash'],
      file: 'content/finance/cash',
      reason: 'ui-edit',
      message: 'edited in the UI since the last apply',
      units: [],
    }),
    left({
      key: 'workbook/pipeline',
      title: ['Sales', 'Pipeline'],
      reason: 'draft',
      message: 'has an unpublished draft in progress',
    }),
  ],
  summary: { update: 2, publish: 1, unchanged: 3697, uiEdits: 1 },
})

export const CONFLICT = held({
  ...REVENUE,
  reason: 'conflict',
  message: '1 conflict: nothing of this dashboard is written',
  commit: '41ab9c0aa0b1c2d3e4f5061728394a5b6c7d8e9f',
  updatedAt: '2026-11-20T08:51:00.000Z',
  owner: 'maria@acme.com',
  units: [
    {
      unit: 'widget b8LhNv2s',
      baseKnown: true,
      base: { id: 'b8LhNv2s', type: 'CHART', config: { title: 'Net revenue', numberFormat: '$0,0' } },
      repo: { id: 'b8LhNv2s', type: 'CHART', config: { title: 'Net revenue', numberFormat: '$0.0a' } },
      live: { id: 'b8LhNv2s', type: 'CHART', config: { title: 'Net revenue', numberFormat: '€0,0' } },
    },
  ],
  merges: [
    {
      unit: 'widget p0Yx7TcE',
      before: { id: 'p0Yx7TcE', type: 'CHART', config: { title: 'Top customers' } },
      after: { id: 'p0Yx7TcE', type: 'CHART', config: { title: 'Best customers' } },
    },
  ],
})
