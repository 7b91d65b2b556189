/** Two commits of one project: what is live, and a change that needs every kind of write. */
type Files = Readonly<Record<string, string>>

const config = (url: string): string => `version: 1
project: acme
projectId: 7f3kQ2m9
home: production
targets:
  production: {url: ${url}, deployment: 2, dataModel: off}
`

const board = (title: string, ...reports: readonly string[]): string =>
  `title: ${title}\nwidgets:\n${reports
    .map((report, y) => `  - {id: w${y}, type: CHART, report: ${report}, position: {x: 0, y: ${y}, w: 1, h: 1}}\n`)
    .join('')}`

const report = (id: string, name: string, sql: string): string => `id: ${id}\nname: ${name}\nsql: ${sql}\n`

export const liveFiles = (url: string): Files => ({
  'boardwright.yaml': config(url),
  '.gitignore': '.boardwright/\n',
  'content/sales/folder.yaml': 'name: Sales\n',
  'content/sales/emea/folder.yaml': 'name: EMEA\nposition: 3\n',
  'content/sales/pipeline.report.yaml': report('pipeline0001', 'Pipeline', 'select 1'),
  'content/sales/revenue/workbook.yaml': 'slug: revenue\nname: Revenue\nallowEmbed: true\nmeta: {icon: coffee, a: 1}\n',
  'content/sales/revenue/dashboard.yaml': board('Revenue', 'by-month', '/sales/pipeline'),
  'content/sales/revenue/reports/by-month.yaml': report('byMonth00001', 'By month', 'select 2'),
  'content/sales/revenue/reports/dropped.yaml': report('dropped00001', 'Dropped', 'select 3'),
  'content/cash/workbook.yaml': 'slug: cash\nname: Cash\n',
  'content/cash/dashboard.yaml': board('Cash', 'by-day'),
  'content/cash/reports/by-day.yaml': report('byDay0000001', 'By day', 'select 4'),
  'content/old/folder.yaml': 'name: Old\n',
  'content/old/gone/workbook.yaml': 'slug: gone\nname: Gone\npublish: false\n',
  'content/old/gone/reports/last.yaml': report('lastOne00001', 'Last', 'select 5'),
  // It shows a report that is removed together with it.
  'content/old/gone/dashboard.yaml': board('Gone', 'last'),
})

/** A new workbook with two reports, shown, published, and embedded for everybody. */
const fresh = (slug: string): Files => ({
  [`content/ops/eu/${slug}/workbook.yaml`]: `slug: ${slug}\nname: New ${slug}\nallowEmbed: true\nembedAccess: {"*": read}\n`,
  [`content/ops/eu/${slug}/dashboard.yaml`]: board(slug, 'one', 'two'),
  [`content/ops/eu/${slug}/reports/one.yaml`]: report(`${slug}One00000`, 'One', 'select 6'),
  [`content/ops/eu/${slug}/reports/two.yaml`]: report(`${slug}Two00000`, 'Two', 'select 7'),
})

/** All files of the second commit. */
export function changedFiles(url: string): Files {
  const live = Object.entries(liveFiles(url))
  const kept = live.filter(([path]) => !path.startsWith('content/old/') && !path.endsWith('dropped.yaml'))
  return {
    ...Object.fromEntries(kept),
    'content/sales/emea/folder.yaml': 'name: Europe\nwas: EMEA\nposition: 4\n',
    'content/sales/pipeline.report.yaml': report('pipeline0001', 'The pipeline', 'select 11'),
    'content/sales/revenue/workbook.yaml':
      'slug: revenue\nname: The revenue\nallowEmbed: true\nembedAccess: {"*": read}\nmeta: {icon: star}\n',
    'content/sales/revenue/dashboard.yaml': board('The revenue', '/sales/pipeline', 'by-month'),
    'content/sales/revenue/reports/by-month.yaml': report('byMonth00001', 'By month', 'select 12'),
    'content/cash/workbook.yaml': 'slug: money\nwas: cash\nname: Cash\n',
    'content/ops/folder.yaml': 'name: Ops\n',
    'content/ops/eu/folder.yaml': 'name: EU\n',
    'content/ops/loose.report.yaml': report('loose0000001', 'Loose', 'select 8'),
    ...Object.assign({}, ...['new1', 'new2', 'new3', 'new4'].map(fresh)),
  }
}
