import { execFileSync } from 'node:child_process'

/** Tests that start real processes run the built program. `npm run types` checks the types; here only the code matters. */
export default function setup(): void {
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--noCheck'], {
    stdio: 'inherit',
  })
}
