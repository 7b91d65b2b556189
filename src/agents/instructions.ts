import { join } from 'node:path'
import { givenPlace } from '../workspace/disk.ts'
import { readTextIfAny } from '../workspace/find.ts'
import { writeTree } from '../workspace/write.ts'

/** Writes files for agents below a directory, never through a link. */
export const writeBeside = (directory: string, files: ReadonlyMap<string, string>): Promise<void> =>
  writeTree(givenPlace(directory), files)

export const AGENTS_FILE = 'AGENTS.md'
const [BEGIN, END] = ['<!-- boardwright -->', '<!-- /boardwright -->']

/** Adds a section to AGENTS.md, or replaces the one added before. Keeps the rest of the file. */
export async function writeAgents(directory: string, section: string): Promise<string> {
  const before = (await readTextIfAny(join(givenPlace(directory), AGENTS_FILE))) ?? ''
  const marked = `${BEGIN}\n${section.trim()}\n${END}\n`
  const [start, end] = [before.indexOf(BEGIN), before.indexOf(END)]
  const isThere = start >= 0 && end > start
  const gap = before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n'
  const text = isThere
    ? `${before.slice(0, start)}${marked.trimEnd()}${before.slice(end + END.length)}`
    : `${before}${gap}${marked}`
  await writeBeside(directory, new Map([[AGENTS_FILE, text]]))
  return AGENTS_FILE
}
