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
  'container-title': `on: {kind: widget, type: CONTAINER}
must: {title: present}
message: "container {id} has no title"
severity: warning
why: Viewers and screen readers tell parts of a page apart by their titles.
examples:
  good: [{type: CONTAINER, id: c1, title: Where}]
  bad: [{type: CONTAINER, id: c1}]
`,
  'filter-beside-charts': `on: {kind: widget, type: FILTER}
must: {charts: {min: 1}}
message: "filter {id} has no chart beside it"
why: A filter that changes nothing tells viewers that what they see is filtered.
examples:
  good: [{type: FILTER, id: f1, charts: 3}]
  bad: [{type: FILTER, id: f1, charts: 0}]
`,
  'workbook-name': `on: {kind: workbook}
must: {sameName: {max: 1}}
message: "{sameName} workbooks of its folder are called {name}"
why: In a list or a search nobody can tell them apart.
examples:
  good: [{name: Revenue, sameName: 1}]
  bad: [{name: Revenue, sameName: 2}]
`,
  'folder-depth': `on: {kind: folder}
must: {depth: {max: 4}}
message: "{name} is {depth} folders deep"
severity: warning
why: What is deep is not found, and built again elsewhere.
examples:
  good: [{name: Sales, depth: 1}]
  bad: [{name: Old, depth: 5}]
`,
  'no-embed-for-all': `on: {kind: workbook, embedded: true, audiences: present}
check: '!("*" in audiences)'
message: "{name} is embedded for every tenant"
why: A tenant that is added later would see it unasked.
examples:
  good: [{name: Revenue, embedded: true, audiences: [acme]}]
  bad: [{name: Revenue, embedded: true, audiences: ["*"]}]
`,
  'schedule-domain': `on: {kind: schedule}
must: {domains: {maxLength: 1}}
message: "{slug} goes to several domains"
why: Numbers leave the house by one address too many. Copy the rule to say which domains are yours.
examples:
  good: [{slug: monday, domains: [acme.example]}, {slug: draft, domains: []}]
  bad: [{slug: monday, domains: [acme.example, mail.example]}]
`,
  'no-publish-with-model': `on: {kind: change, published: true, changesModel: true}
message: "{name} would be published together with a change of the data model"
why: Viewers see it before anybody can look at it with the new model.
examples:
  good: [{name: Revenue, published: true, changesModel: false}]
  bad: [{name: Revenue, published: true, changesModel: true}]
`,
}
