import { counted, listed } from '../../content/counted.ts'
import { inMarkdown } from '../escape.ts'

/** The rules of the house, and the settings with their waivers. */
const DECIDES = /^(?:rules\/[^/]+\.ya?ml|boardwright\.yaml)$/
const MOST = 20

/** A pull request that changes what is checked says so before anything else, for what it turns off is not in the rest. */
export function checkLines(changed: readonly string[] = []): string[] {
  const files = changed.filter((file) => DECIDES.test(file)).map((file) => `**${inMarkdown(file)}**`)
  if (files.length === 0) return []
  const more = files.length > MOST ? [`${counted(files.length - MOST)} more`] : []
  const named = listed([...files.slice(0, MOST), ...more])
  return [
    `> **Review this first:** ${named} ${files.length === 1 ? 'decides' : 'decide'} what is checked and what is waived.`,
  ]
}
