/** What `npm test` has no time for, `npm run test:long` tries: every kill, every look, thousands of cases. */
export const isLong = Boolean(process.env['BOARDWRIGHT_LONG'])
