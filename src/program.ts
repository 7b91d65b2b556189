import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The program's directory: bundling moves code, so other files ask here. */

/** The directory of the code that runs: `src`, or that of the bundles. */
export const CODE: string = import.meta.dirname

/** The directory of the package, somewhere above. */
export const PACKAGE: string = packageAbove(CODE)

function packageAbove(directory: string): string {
  return existsSync(join(directory, 'package.json')) ? directory : packageAbove(dirname(directory))
}
