import { execFileSync } from 'node:child_process'

/** Tests that start real processes run the built program. Types are not checked here: `npm run types` does that. */
export default function setup(): void {
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--noCheck'], {
    stdio: 'inherit',
  })
  for (const script of ['bundle-program', 'bundle-viewer', 'bundle-draw']) {
    execFileSync(process.execPath, [`scripts/${script}.mjs`], { stdio: 'inherit' })
  }
}
