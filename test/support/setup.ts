import { execFileSync } from 'node:child_process'
import { findChromium, mustRunBrowser } from './chromium.ts'

/** Tests that start real processes run the built program. `npm run types` checks the types; here only the code matters. */
export default function setup(): void {
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--noCheck'], {
    stdio: 'inherit',
  })
  execFileSync(process.execPath, ['scripts/bundle-viewer.mjs'], { stdio: 'inherit' })
  if (findChromium(process.env) === undefined && !mustRunBrowser(process.env)) {
    process.stderr.write('Browser tests were not run: no Chromium.\n')
  }
}
