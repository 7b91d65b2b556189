/** Built-in rules about folders, workbooks, dashboards and widgets, each as a file has it. */
export const CONTENT_RULES: Readonly<Record<string, string>> = {
  'dashboard-description': `on: {kind: dashboard, published: true}
must: {description: {minLength: 20}}
message: "{name} does not say what it is for"
why: A sentence below the title tells viewers what they look at, and from when it is.
examples:
  good: [{published: true, name: Revenue, description: "Revenue by month and region, in CHF."}]
  bad: [{published: true, name: Revenue}, {published: true, name: Revenue, description: Revenue}]
`,
  'dashboard-title': `on: {kind: dashboard, published: true, app: false}
must: {title: present}
message: "{name} has no title"
why: Viewers see the title, and not the name of the workbook.
examples:
  good: [{published: true, app: false, title: Revenue}]
  bad: [{published: true, app: false, name: Revenue}]
`,
  'dashboard-size': `on: {kind: dashboard}
must: {widgets: {max: 40}}
message: "{name} has {widgets} widgets"
severity: warning
why: Nobody reads more than a few screens, and each chart is a query when the page opens.
examples:
  good: [{widgets: 12}]
  bad: [{widgets: 41, name: Everything}]
`,
  'chart-title': `on: {kind: widget, type: CHART}
must: {title: present}
message: "chart {id} has no title"
why: A chart without a title is a riddle, also in an email and in a search.
examples:
  good: [{type: CHART, id: c1, title: Revenue by month}]
  bad: [{type: CHART, id: c1}]
`,
  'member-description': `on: {kind: member, public: true}
must: {description: present}
message: "{name} does not say what it means"
severity: warning
why: Whoever builds a chart chooses members by what they say of themselves.
examples:
  good: [{name: orders.count, public: true, description: Orders that were paid.}]
  bad: [{name: orders.count, public: true}]
`,
}
