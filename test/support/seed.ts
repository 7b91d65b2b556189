import fc from 'fast-check'
import { isLong } from './long.ts'

/**
 * `npm test` tries the same cases every time, so that a failure on one machine happens on all. `npm run test:long`
 * tries new ones. A failure names its seed, and `BOARDWRIGHT_SEED` runs it again.
 */
const given = process.env['BOARDWRIGHT_SEED'] ?? (isLong ? undefined : '4460')
if (given !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(given) })
