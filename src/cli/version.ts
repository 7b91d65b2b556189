import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PACKAGE } from '../program.ts'

export function readVersion(): string {
  const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'))
  return version
}
