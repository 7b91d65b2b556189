import { execFileSync } from 'node:child_process'

/** Tests that start real processes run the built program, so it is built once before any of them. */
export default function setup(): void {
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], { stdio: 'inherit' })
}
