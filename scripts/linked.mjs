import { existsSync } from 'node:fs'
import process from 'node:process'

/** The packages of this repository find each other in node_modules, where npm links them. */
if (!existsSync('node_modules/@boardwright/common/index.ts')) {
  process.stderr.write(
    'The packages of this repository are not linked: run `npm ci`, and not with --workspaces=false.\n',
  )
  process.exit(1)
}
