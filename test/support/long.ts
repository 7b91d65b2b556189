/**
 * Whether this is `npm run test:long`, which tests what `npm test` has no time for: every kill, every look, thousands
 * of cases.
 */
export const isLong = Boolean(process.env['BOARDWRIGHT_LONG'])
