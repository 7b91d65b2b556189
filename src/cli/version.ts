import { release } from 'node:os'
import process from 'node:process'
import { readPackageFile } from '@boardwright/common/machine'

export function readVersion(): string {
  const { version } = JSON.parse(new TextDecoder().decode(readPackageFile('package.json')))
  return version
}

/** The versions that a bug report should contain. */
export async function describeVersions(): Promise<string> {
  const { gitVersion } = await import('../workspace/run-git.ts')
  const { isTTY, columns } = process.stdout
  const rows: readonly (readonly [string, string])[] = [
    ['boardwright', readVersion()],
    ['node', process.versions.node],
    ['git', (await gitVersion()) ?? 'none on PATH'],
    ['system', `${process.platform} ${release()} ${process.arch}`],
    ['output', isTTY ? `a terminal of ${columns} columns` : 'no terminal'],
  ]
  return rows.map(([what, found]) => `${what.padEnd(13)}${found}`).join('\n')
}

const ASKS: ReadonlySet<string> = new Set(['-V', '--version'])

/** Whether this is `--version --verbose`, in any order and without a command. */
export const asksForVersions = (args: readonly string[], verbose: boolean): boolean =>
  verbose && args.some((arg) => ASKS.has(arg)) && args.every((arg) => arg.startsWith('-'))
