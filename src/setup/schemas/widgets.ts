type Schema = Readonly<Record<string, unknown>>

const said = (description: string): Schema => ({ description })

const ANY: Readonly<Record<string, Schema>> = {
  title: said('What stands above it.'),
  subtitle: said('What stands below the title.'),
  parentId: said('The widget that holds it.'),
  tabId: said('The tab of that widget.'),
}

const HOLDER: Readonly<Record<string, Schema>> = {
  layout: said('How it shows what it holds, such as tabs.'),
  tabs: said('Its tabs in order, each with an id, which widgets name as tabId, and a title.'),
  activeTab: said('The tab that is open at first.'),
  collapsed: said('Whether it is closed at first.'),
}

/** What the config of a widget mostly says, by its type. Other keys are free. */
export const WIDGET_CONFIGS: Readonly<Record<string, Readonly<Record<string, Schema>>>> = {
  CHART: {
    numberFormat: said('How its numbers are written, such as $,.2f or .1%.'),
    showLegend: said('Whether the legend is shown.'),
    emptyText: said('What it says when there are no rows.'),
  },
  TEXT: { markdown: said('The text, in Markdown.') },
  FILTER: {
    member: said('The member that it filters by.'),
    operator: said('How it is compared.'),
    value: said('What is chosen at first.'),
    multiple: said('Whether several values can be chosen.'),
  },
  TIME_GRAIN: {
    member: said('The time dimension whose period people choose.'),
    grain: said('The period that is chosen at first.'),
    grains: said('The periods to choose from.'),
  },
  FIELD: {
    member: said('The member that people choose instead of.'),
    options: { ...said('The members to choose from.'), anyOf: [{ type: 'array', items: {} }, {}] },
    selected: said('The one that is chosen at first.'),
  },
  CONTAINER: HOLDER,
  PARENT: HOLDER,
}

/** For a widget: which form its config has, by its type. */
export const configByType = (): readonly Schema[] =>
  Object.entries(WIDGET_CONFIGS).map(([type, own]) =>
    Object.fromEntries([
      ['if', { required: ['type'], properties: { type: { const: type } } }],
      ['then', { properties: { config: { type: 'object', properties: { ...ANY, ...own } } } }],
    ]),
  )
