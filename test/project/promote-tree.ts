/** A folder, a workbook with two reports on its dashboard, and a report beside it. */
export const TREE = {
  'content/sales/folder.yaml': 'name: Sales\n',
  'content/sales/pipeline.report.yaml':
    'id: pipeline0001\nname: Pipeline\nsource: PLAYGROUND\nsql: select 1 from ${var.schema}.deals\n',
  'content/sales/revenue/workbook.yaml': 'slug: revenue\nname: Revenue\nallowEmbed: true\n',
  'content/sales/revenue/dashboard.yaml': `title: Revenue
widgets:
  - id: a
    type: CHART
    report: by-month
    position: {x: 0, y: 0, w: 6, h: 4}
  - id: b
    type: CHART
    report: /sales/pipeline
    position: {x: 6, y: 0, w: 6, h: 4}
`,
  'content/sales/revenue/reports/by-month.yaml': `id: byMonth00001
name: By month
query:
  measures: [visits.count]
`,
} as const

export const REPORT = 'content/sales/revenue/reports/by-month.yaml'

interface TargetText {
  readonly url: string
  readonly deployment: number
  readonly more?: string
}

const ENTIRE = 'limits: {changePercent: 100, deletePercent: 100}'

/** A configuration. By default the first target is home. */
export const configOf = (targets: Readonly<Record<string, TargetText>>, more = '', home = Object.keys(targets)[0]) =>
  `version: 1
project: acme
projectId: 7f3kQ2m9
home: ${home}
${ENTIRE}
variables: {schema: analytics}
${more}targets:
${Object.entries(targets)
  .map(([name, { url, deployment, more: keys = '' }]) => `  ${name}: {url: ${url}, deployment: ${deployment}${keys}}\n`)
  .join('')}`
