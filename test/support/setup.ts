import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Tests that start real processes run the built program. Types are not checked here: `npm run types` does that. */
export default async function setup(): Promise<void> {
  // With one thread the compiler takes half the processor time, and on two cores no longer.
  const compiler = ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--noCheck', '--singleThreaded']
  try {
    await Promise.all([
      run(...compiler).then(() => run('scripts/bundle-program.mjs')),
      run('scripts/bundle-viewer.mjs'),
      run('scripts/bundle-draw.mjs'),
    ])
  } catch (cause) {
    // Vitest would fail while it prints this, and only tell of that.
    process.stderr.write(`The tests cannot start: ${cause}\n`)
    process.exit(1)
  }
}

async function run(...command: readonly string[]): Promise<void> {
  const [code] = await once(spawn(process.execPath, command, { stdio: 'inherit' }), 'exit')
  if (code !== 0) throw new Error(`${command[0]} failed`)
}
