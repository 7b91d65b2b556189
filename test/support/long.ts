/** `npm test` ends in four minutes. What it has no time for, `npm run test:long` tries: every kill, every look, thousands of cases. */
export const isLong = Boolean(process.env['BOARDWRIGHT_LONG'])
