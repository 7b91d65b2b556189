import { CONTENT_KINDS, isOfAccount, LISTS, OPT_IN } from '../../src/content/kinds.ts'
import type { DeclaredKind } from '../../src/setup/schemas.ts'

const POSITION = { x: 0, y: 0, w: 6, h: 4 }
const KINDS = [...CONTENT_KINDS.filter((kind) => !isOfAccount(kind)), 'spreadsheet']

const SHARED = {
  url: 'https://acme.example',
  protected: true,
  dataModel: { branch: 'main', paths: ['model/**'], route: 'fork', merge: 'none', compiler: true },
  content: 'on',
  accept: ['ui-edits'],
  prune: false,
}
const SCOPED = {
  variables: { schema: 'analytics', share: 0.5, isOpen: true },
  include: { paths: ['sales/**'], kinds: KINDS },
  exclude: { paths: ['sales/old/**'], kinds: ['spreadsheet'] },
  limits: { deletePercent: 30, changePercent: 30, fromCount: 10 },
  links: '{url}/d/{publicId}',
  manage: OPT_IN.map((kind) => LISTS[kind]),
}
const TARGET = { extends: 'base', deployment: 2, labels: ['eu'], ...SHARED, ...SCOPED }

const REPORT = { id: 'byMonth00001', name: 'By month' }
const MASKED = { member: 'orders.status', filter: {} }

/** Documents of every kind that together set every key. The schemas are asked whether one is missing. */
export const WHOLE: Readonly<Record<DeclaredKind, readonly Readonly<Record<string, unknown>>[]>> = {
  project: [
    {
      version: 1,
      project: 'acme',
      projectId: '7f3kQ2m9',
      home: 'production',
      ...SCOPED,
      defaults: SHARED,
      templates: { root: { limits: { deletePercent: 30 } }, base: { ...TARGET, extends: 'root' } },
      targets: { production: TARGET },
      targetFiles: ['targets/*.yaml'],
      interpolate: ['data-model/model/orders.yml'],
      mergeInto: 'main',
      try: {
        ...{ ttl: '12h', budget: 50, rows: 100 },
        tolerance: { 'orders.revenue': 0.01 },
      },
      apply: { concurrency: 4, onError: 'continue' },
      rules: {
        use: ['recommended'],
        from: 'main',
        timeZone: 'Europe/Zurich',
        waiverDays: 90,
        weigh: [{ rule: 'member-unknown', severity: 'warning', path: 'content/sales/**' }],
      },
      waves: [
        { name: 'early', targets: ['production'], size: '50%', soak: '10m', gate: ['applied', { run: 'true' }] },
        { labels: ['fr'], size: 1 },
        { files: ['*.yaml'] },
      ],
      waivers: [
        {
          ...{ rule: 'difference', path: 'content/sales/**', units: ['theme'], targets: ['*'] },
          ...{ reason: 'a trial', owner: 'sales', expires: '2027-01-31' },
        },
      ],
    },
  ],
  target: [{ ...TARGET, deployment: 3 }],
  folder: [{ name: 'Sales', position: 1, was: 'Revenue' }],
  workbook: [
    {
      slug: 'revenue',
      was: 'turnover',
      name: 'Revenue',
      publish: true,
      allowEmbed: true,
      embedAccess: { acme: 'read', '*': 'none' },
      published: { title: 'Revenue', description: 'By month' },
      meta: { team: 'finance' },
    },
  ],
  dashboard: [
    {
      kind: 'CLASSIC',
      title: 'Revenue',
      description: 'By month',
      layout: { cols: { lg: 12 } },
      settings: { refresh: 1 },
      theme: { background: '#fff' },
      widgets: [
        {
          id: 'months',
          type: 'CHART',
          report: 'by-month',
          position: POSITION,
          responsiveLayouts: { sm: POSITION },
          config: { title: 'Months' },
          style: { color: 'red' },
        },
        { id: 'both', type: 'AI', reports: ['by-month'], position: { ...POSITION, y: 4 } },
      ],
    },
    {
      kind: 'APP',
      app: { entry: 'main.tsx', html: '<p>', manifest: { version: 1 }, files: { 'con.ts': 'export {}' } },
    },
  ],
  report: [
    {
      ...REPORT,
      ids: { production: 'byMonth00002' },
      title: 'Revenue by month',
      source: 'PLAYGROUND',
      folder: ['Sales'],
      kind: 'vega',
      query: {
        measures: ['orders.count'],
        dimensions: ['orders.status'],
        segments: ['orders.paid'],
        timeDimensions: [{ dimension: 'orders.at', granularity: 'month', dateRange: ['2026-01-01', '2026-12-31'] }],
        filters: [
          { member: 'orders.status', operator: 'equals', values: ['open'] },
          { and: [{ member: 'orders.status', operator: 'set' }] },
          { or: [{ dimension: 'orders.status', operator: 'equals', values: ['open'] }] },
        ],
        order: { 'orders.count': 'desc' },
        limit: 10,
        offset: 0,
        timezone: 'Europe/Zurich',
        total: false,
        ungrouped: false,
        responseFormat: 'default',
        cache: 'no-cache',
        cacheMode: 'no-cache',
        subqueryJoins: [{ on: 'x' }],
        joinHints: [['orders']],
        maskedMembers: [MASKED],
      },
      pivot: { rows: [] },
      spec: { mark: 'bar', encoding: { x: { field: 'orders\\.status', type: 'nominal' } } },
      externalWorkbookId: 'sheet',
      resultLocation: 'A1',
      endResultCell: 'B2',
      meta: { team: 'finance' },
    },
    {
      ...REPORT,
      kind: 'table',
      query: {
        timeDimensions: [
          { dimension: 'orders.at', granularity: 'month', compareDateRange: ['last year', 'this year'] },
        ],
        measures: ['orders.count'],
        order: [['orders.count', 'asc']],
      },
      fillMissingRows: { member: 'orders.at', excludedDimensions: ['orders.status'] },
      periodComparisons: [
        {
          measure: 'orders.count',
          timeDimension: 'orders.at',
          offset: { amount: 1, unit: 'year' },
          outputs: ['previous'],
        },
      ],
      preferences: { columnFormats: { 'orders.count': { type: 'number', decimalPlaces: 0 } } },
    },
    { ...REPORT, kind: 'table', sql: 'select 1', pythonCode: 'pass' },
    { ...REPORT, kind: 'table', queryText: '[1]' },
  ],
  notification: [
    {
      ...{ slug: 'weekly', schedule: '0 7 * * 1-5', timezone: 'Europe/Zurich', format: 'pdf' },
      ...{ enabled: true, send: false, aiSummary: true },
      filters: [{ member: 'orders.status', operator: 'equals', value: ['open'] }],
      timeGrains: [{ member: 'orders.at', grain: 'month' }],
      memberSwitchers: [{ member: 'orders.status', selected: 'status' }],
      recipients: ['maria@acme.example'],
    },
  ],
  tenantGroup: [{ name: 'Editors', description: 'They may change dashboards.' }],
  attribute: [
    { name: 'region', type: 'string', displayName: 'Region', description: 'Where they sell', default: 'EMEA' },
  ],
  role: [
    {
      ...{ name: 'Sellers', was: 'Sales people', description: 'Those who sell' },
      policies: [
        { resourceType: 'Global', actions: ['AIBIExplore'], resources: ['All'] },
        { resourceType: 'Deployment', actions: ['DeploymentRead', 'DownloadData'], resources: ['production'] },
      ],
    },
  ],
  settings: [
    {
      ...{ auditLogEnabled: true, hasSupportAccess: false, useAIBIUserInterface: true, oidcEnabled: true },
      ...{ maintenanceWindowEnabled: true, maintenanceWindowDay: 'Sunday', maintenanceWindowTime: '02:00' },
    },
  ],
  group: [{ name: 'Analysts', was: 'Data people', members: ['maria@acme.example'] }],
  rule: [
    {
      on: { kind: 'report', path: 'content/sales', chart: { oneOf: ['bar', 'line'] } },
      must: { name: { minLength: 2 } },
      check: 'name != "x"',
      message: '{name} is short',
      severity: 'warning',
      why: 'https://wiki.example/names',
      examples: { good: [{ name: 'Revenue', chart: 'bar' }], bad: [{ name: 'R', chart: 'bar' }] },
    },
  ],
}
