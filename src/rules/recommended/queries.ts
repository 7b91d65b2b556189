/** Built-in rules about reports, queries, uses of members and the data model, each as a file has it. */
export const QUERY_RULES: Readonly<Record<string, string>> = {
  'no-fixed-dates': `on: {kind: query}
must: {dates: {every: {literal: false}}}
message: "{report} asks for a fixed time"
why: A fixed date is right once. "last 30 days" is right each day.
examples:
  good: [{report: Orders, dates: [{text: last 30 days, literal: false}]}, {report: All}]
  bad: [{report: Orders, dates: [{text: "2026-01-01", literal: true}]}]
`,
  'no-fixed-date-filters': `on: {kind: filter, dates: present}
message: "{report} is filtered by a fixed date, on {member}"
why: A fixed date is right once. A filter of the dashboard, or "last 30 days", stays right.
examples:
  good: [{report: Orders, member: orders.status, values: [paid]}]
  bad: [{report: Orders, member: orders.day, dates: [{text: "2026-01-01", literal: true}]}]
`,
  'table-limit': `on: {kind: query, chart: table}
must: {limit: {max: 5000}}
message: "table {report} asks for rows without a limit of at most 5000"
why: Nobody reads more, and each one is fetched, sent and kept in the page.
examples:
  good: [{chart: table, report: Orders, limit: 500}]
  bad: [{chart: table, report: Orders}, {chart: table, report: Orders, limit: 50000}]
`,
  'no-ungrouped': `on: {kind: query, ungrouped: true}
message: "{report} asks for single rows of the source"
severity: warning
why: Rows that are not summed up are as many as the source has, and no pre-aggregation serves them.
examples:
  good: [{report: Orders, ungrouped: false}]
  bad: [{report: Orders, ungrouped: true}]
`,
  'no-select-all': `on: {kind: report, sql: {matches: '(?i)\\bselect\\s+(distinct\\s+)?([a-z_]\\w*\\.)?\\*'}}
message: "{name} selects every column"
why: A column that is added later appears unasked, and one that goes away breaks what is drawn.
examples:
  good: [{name: Orders, sql: "SELECT status, COUNT(*) FROM orders"}]
  bad: [{name: Orders, sql: "select * from orders"}, {name: Orders, sql: "SELECT o.* FROM orders o"}]
`,
  'no-deprecated-member': `on: {kind: use, deprecated: present}
message: "{by} uses {name}, which is deprecated: {deprecated}"
why: A member with meta.deprecated goes away. What uses it breaks on that day.
examples:
  good: [{by: Orders, name: orders.count}]
  bad: [{by: Orders, name: orders.old, deprecated: use orders.count}]
`,
  'no-private-member': `on: {kind: use, public: false}
message: "{by} uses {name}, which is not public"
severity: warning
why: What is not public may change without notice, and people cannot choose it themselves.
examples:
  good: [{by: Orders, name: orders.count, public: true}]
  bad: [{by: Orders, name: orders.raw, public: false}]
`,
  'report-on-a-dashboard': `on: {kind: report, workbook: present, spreadsheet: false}
must: {shownOn: present}
message: "no dashboard shows {name}"
severity: warning
why: A report that nobody sees is still changed, reviewed and migrated by everybody.
examples:
  good: [{name: Orders, workbook: sales, spreadsheet: false, shownOn: [Sales]}]
  bad: [{name: Orders, workbook: sales, spreadsheet: false}]
`,
  'report-name': `on: {kind: report}
must: {sameName: {max: 1}}
message: "{sameName} reports beside each other are called {name}"
why: In a search, a list of widgets or an email nobody can tell them apart.
examples:
  good: [{name: Orders, sameName: 1}]
  bad: [{name: Orders, sameName: 2}]
`,
  'axis-title': `on: {kind: report, chart: vega}
must: {axes: {every: {title: present}}}
message: "an axis of {name} has no title"
severity: warning
why: Without a title an axis has the technical name of its column, and no unit.
examples:
  good: [{name: Orders, chart: vega, axes: [{channel: y, field: orders.count, title: Orders}]}]
  bad: [{name: Orders, chart: vega, axes: [{channel: y, field: orders.count}]}]
`,
  'measure-format': `on: {kind: member, list: measures, type: {oneOf: [sum, avg, min, max, number]}, public: true}
must: {format: present}
message: "{name} does not say how its numbers are shown"
severity: warning
why: A format gives a currency, a percentage or digits to every chart and every answer at once.
examples:
  good: [{name: orders.revenue, list: measures, type: sum, public: true, format: currency}]
  bad: [{name: orders.revenue, list: measures, type: sum, public: true}]
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
