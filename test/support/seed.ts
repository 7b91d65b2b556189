import fc from 'fast-check'

/**
 * `npm test` tries the same cases every time: what fails on one machine fails on all. `npm run test:long` tries new ones.
 */
if (!process.env['BOARDWRIGHT_LONG']) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 4460 })
