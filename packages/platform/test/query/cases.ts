/** Queries that the platform accepts and refuses, by the rule that each of them shows. */
export interface Cases {
  readonly rule: string
  readonly valid: readonly unknown[]
  readonly invalid: readonly unknown[]
  /** What an editor cannot be told by a schema. */
  readonly unseenByEditors?: true
  /** What the platform reads in some way that nobody means. */
  readonly unseenBySandbox?: true
}

const asks = { measures: ['orders.count'] }
const filtered = (...filters: unknown[]) => ({ ...asks, filters })
const timed = (time: object) => ({ ...asks, timeDimensions: [{ dimension: 'orders.ordered_at', ...time }] })
const ranged = (dateRange: unknown) => timed({ dateRange })
const a = { member: 'orders.status', operator: 'equals', values: ['paid'] }
const b = { member: 'orders.city', operator: 'set' }

const VALUED = [
  ...['equals', 'notEquals', 'contains', 'notContains', 'startsWith', 'notStartsWith', 'endsWith', 'notEndsWith'],
  ...['in', 'notIn', 'gt', 'gte', 'lt', 'lte', 'inDateRange', 'notInDateRange', 'onTheDate', 'beforeDate'],
  ...['beforeOrOnDate', 'afterDate', 'afterOrOnDate'],
]

export const CASES: readonly Cases[] = [
  {
    rule: 'only keys that mean something',
    valid: [
      { ...asks, total: true, ungrouped: false },
      { ...asks, responseFormat: 'compact' },
      { ...asks, responseFormat: 'columnar' },
      { ...asks, cache: 'no-cache', cacheMode: 'stale-if-slow' },
      { ...asks, cache: 'must-revalidate' },
      { ...asks, subqueryJoins: [], joinHints: [['orders', 'customers']], maskedMembers: [{ member: 'orders.count' }] },
    ],
    invalid: [
      ...['mesures', 'dimension', 'limits', 'Measures', 'filter', 'timeDimension', 'orderBy', 'renewQuery', 'sql'].map(
        (key) => ({ ...asks, [key]: [] }),
      ),
      { ...asks, total: 'true' },
      { ...asks, total: 1 },
      { ...asks, ungrouped: 'no' },
      { ...asks, responseFormat: 'wide' },
      { ...asks, cache: 'always' },
      { ...asks, cacheMode: true },
      { ...asks, joinHints: ['orders'] },
      { ...asks, maskedMembers: ['orders.count'] },
    ],
  },
  {
    rule: 'a query is a map',
    valid: [asks],
    invalid: [null, true, 7, undefined],
  },
  {
    rule: 'members are cube.member',
    valid: [
      { measures: ['orders.count', 'orders.net_revenue'] },
      { measures: ['Orders2.Count_3'] },
      { dimensions: ['orders.city'] },
      { dimensions: ['orders.ordered_at.month'] },
      { dimensions: ['orders.ordered_at.fiscal_year'] },
      { ...asks, segments: ['orders.paid'] },
      { ...asks, segments: [] },
      { measures: [{ expression: ['sum'], cubeName: 'orders', name: 'x' }] },
    ],
    invalid: [
      { measures: 'orders.count' },
      { measures: ['count'] },
      { measures: ['orders.count.day'] },
      { measures: ['orders.'] },
      { measures: ['.count'] },
      { measures: ['orders count'] },
      { measures: ['orders.net-revenue'] },
      { measures: ['orders.größe'] },
      { measures: [''] },
      { measures: [null] },
      { measures: [7] },
      { measures: [['orders.count']] },
      { measures: null },
      { measures: { 'orders.count': true } },
      { dimensions: ['city'] },
      { dimensions: ['orders.ordered_at.month.day'] },
      { dimensions: ['orders.ordered_at.'] },
      { dimensions: 'orders.city' },
      { ...asks, segments: ['paid'] },
      { ...asks, segments: ['orders.paid.day'] },
      { ...asks, segments: 'orders.paid' },
    ],
  },
  {
    rule: 'something is asked for',
    valid: [
      { dimensions: ['orders.city'] },
      { timeDimensions: [{ dimension: 'orders.ordered_at', granularity: 'day' }] },
      { measures: [], dimensions: ['orders.city'] },
    ],
    invalid: [
      {},
      { measures: [] },
      { measures: [], dimensions: [], timeDimensions: [] },
      { segments: ['orders.paid'] },
      { filters: [a] },
      { limit: 10 },
      { timeDimensions: [{ dimension: 'orders.ordered_at' }] },
      { timeDimensions: [{ dimension: 'orders.ordered_at', dateRange: 'today' }] },
    ],
  },
  {
    rule: 'time dimensions',
    valid: [
      ...['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year', 'fiscal_year'].map((granularity) =>
        timed({ granularity }),
      ),
      timed({}),
      timed({ compareDateRange: ['this month', 'last month'] }),
      timed({ granularity: 'day', compareDateRange: [['2026-01-01', '2026-01-31'], 'last month'] }),
    ],
    invalid: [
      { ...asks, timeDimensions: {} },
      { ...asks, timeDimensions: ['orders.ordered_at'] },
      { ...asks, timeDimensions: [{ granularity: 'day' }] },
      timed({ dimension: 'ordered_at' }),
      timed({ dimension: 'orders.ordered_at.day' }),
      timed({ granularity: 7 }),
      timed({ granularity: null }),
      timed({ granularity: 'x'.repeat(129) }),
      timed({ grain: 'day' }),
      timed({ granularity: '' }),
      timed({ compareDateRange: 'last month' }),
      timed({ compareDateRange: [7] }),
    ],
  },
  {
    rule: 'nothing that says one thing twice, or nothing',
    unseenBySandbox: true,
    valid: [],
    invalid: [timed({ dateRange: 'today', compareDateRange: ['yesterday'] })],
  },
  {
    rule: 'words and days of a range of dates',
    unseenByEditors: true,
    valid: [],
    invalid: [
      ...['lst 7 days', 'last 7 dys', 'last 12 mnths', '7 bananas', '2026-02-30', '2025-02-29', '2026-13-01'].map(
        ranged,
      ),
      ...['from 2026-01-01 to 2026-04-31', 'February 30', '31st of April', '29 Feb 2025', '2026-00'].map(ranged),
      ranged('x 2026'),
      ranged(['2026-01-01', '2026-02-30']),
      timed({ compareDateRange: ['this month', '2026-06-31'] }),
      { ...asks, filters: [{ member: 'orders.at', operator: 'beforeDate', values: ['2026-02-30'] }] },
      ...['inDateRange', 'notInDateRange', 'onTheDate'].map((operator) =>
        filtered({ member: 'orders.at', operator, values: ['2024-02-29', 'last week'] }),
      ),
    ],
  },
  {
    rule: 'ranges of dates',
    valid: [
      ...['this year', 'last month', 'next week', 'This Quarter', 'LAST DAY'].map(ranged),
      ...['last 12 months', 'last 1 day', 'next 3 quarters', 'last 90 minutes'].map(ranged),
      ...['today', 'yesterday', 'tomorrow', 'Today'].map(ranged),
      ...['from 2026-01-01 to 2026-02-01', 'from 7 days ago to now', 'from 2026-09-21 to now'].map(ranged),
      ...['yesterday at 5pm', '3 days ago', 'the week of 2026-03-02', 'Feb 29', '29 February 2024', '2024-02-29'].map(
        ranged,
      ),
      ...['2026-01', 'March 5 at 10:30', 'from last monday until today', 'monday to friday', '31 Dec 2025'].map(ranged),
      {
        ...asks,
        filters: [{ member: 'orders.at', operator: 'inDateRange', values: ['2024-02-29', '2024-03-01T10:00:00Z'] }],
      },
      ...['2026-01-01', 'January 5, 2026', 'last friday', '5 March', 'two weeks ago', 'Aug 2025'].map(ranged),
      ranged(['2026-01-01']),
      ranged(['2026-01-01', '2026-12-31']),
      ranged(['2026-01-01T00:00:00.000', '2026-12-31T23:59:59.999']),
    ],
    invalid: [
      ...['last twelve moons', 'whenever', 'soon', 'last fortnight', 'this semester', '', 'all time', 'the market'].map(
        ranged,
      ),
      ranged('todya'),
      ranged([]),
      ranged(['2026-01-01', '2026-02-01', '2026-03-01']),
      ranged([7]),
      ranged(7),
      ranged(null),
      ranged({ from: '2026-01-01' }),
    ],
  },
  {
    rule: 'filters',
    valid: [
      ...VALUED.map((operator) => filtered({ member: 'orders.status', operator, values: ['1'] })),
      ...['set', 'notSet', 'measureFilter'].map((operator) => filtered({ member: 'orders.status', operator })),
      filtered({ dimension: 'orders.status', operator: 'equals', values: ['paid'] }),
      filtered({ ...a, values: ['paid', 1, true, null, ''] }),
      filtered({ ...a, values: [] }),
      filtered({ or: [a, b] }),
      filtered({ and: [a, { or: [a, b] }] }),
      filtered({ or: [{ and: [{ or: [a] }] }] }),
      filtered({ or: [] }),
      filtered({ ...b, values: ['ignored'] }),
      filtered(a, b),
      filtered(),
    ],
    invalid: [
      { ...asks, filters: a },
      { ...asks, filters: 'orders.status = 1' },
      ...['isnt', 'is', 'eq', '=', 'Equals', 'not_equals', 'between', '', null, 7].map((operator) =>
        filtered({ ...a, operator }),
      ),
      filtered({ member: 'orders.status', values: ['paid'] }),
      filtered({ operator: 'equals', values: ['paid'] }),
      filtered({ ...a, dimension: 'orders.status' }),
      filtered({ ...a, member: 'status' }),
      filtered({ ...a, member: 'orders.status.day' }),
      filtered({ ...a, member: ['orders.status'] }),
      ...VALUED.map((operator) => filtered({ member: 'orders.status', operator })),
      filtered({ ...a, values: 'paid' }),
      filtered({ ...a, values: 7 }),
      filtered({ ...a, values: null }),
      filtered({ ...a, values: [['paid']] }),
      filtered({ ...a, value: 'paid' }),
      filtered({ or: [a], and: [b] }),
      filtered({ or: [a], ...b }),
      filtered({ and: [b], values: ['x'] }),
      filtered({ or: a }),
      filtered({ or: [{ and: [{ ...a, operator: 'isnt' }] }] }),
      filtered({ not: [a] }),
      filtered({}),
      filtered('orders.status'),
      filtered(null),
    ],
  },
  {
    rule: 'order',
    valid: [
      { ...asks, order: { 'orders.count': 'desc' } },
      { ...asks, order: { 'orders.ordered_at.day': 'asc', 'orders.city': 'desc' } },
      { ...asks, order: { count: 'asc' } },
      { ...asks, order: {} },
      { ...asks, order: [['orders.count', 'desc']] },
      { ...asks, order: [] },
      {
        ...asks,
        order: [
          ['orders.profit', 'asc'],
          ['orders.count', 'desc'],
        ],
      },
    ],
    invalid: [
      { ...asks, order: 'orders.count' },
      { ...asks, order: { 'orders.count': 'down' } },
      { ...asks, order: { 'orders.count': 'DESC' } },
      { ...asks, order: { 'orders.count': true } },
      { ...asks, order: { 'orders count': 'asc' } },
      { ...asks, order: ['orders.count'] },
      { ...asks, order: [['orders.count']] },
      { ...asks, order: [['orders.count', 'down']] },
      { ...asks, order: [['a.b.c.d', 'asc']] },
      { ...asks, order: [{ id: 'orders.count', desc: true }] },
      { ...asks, order: null },
    ],
  },
  {
    rule: 'limit and offset are whole numbers',
    valid: [
      { ...asks, limit: 0 },
      { ...asks, limit: 50_000 },
      { ...asks, limit: 10, offset: 20 },
      { ...asks, offset: 0 },
      { ...asks, offset: 1_000_000 },
    ],
    invalid: [
      ...['10', 'ten', -1, 1.5, 50_001, null, true, [10]].map((limit) => ({ ...asks, limit })),
      ...['10', -1, 0.5, null].map((offset) => ({ ...asks, offset })),
    ],
  },
  {
    rule: 'zones are text',
    valid: ['UTC', 'Europe/Zurich', 'America/Argentina/Buenos_Aires', 'US/Pacific'].map((timezone) => ({
      ...asks,
      timezone,
    })),
    invalid: [7, null, ['UTC']].map((timezone) => ({ ...asks, timezone })),
  },
  {
    rule: 'zones are those of the IANA',
    valid: ['Asia/Tokyo'].map((timezone) => ({ ...asks, timezone })),
    invalid: ['Europe/Berlim', 'Zurich time'].map((timezone) => ({ ...asks, timezone })),
    unseenByEditors: true,
  },
]
