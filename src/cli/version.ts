import { readPackageFile } from '../program.ts'

export function readVersion(): string {
  const { version } = JSON.parse(new TextDecoder().decode(readPackageFile('package.json')))
  return version
}
