import { memberFactsOf } from '../lint/member-facts.ts'
import type { Project } from '../project/local/project.ts'

/** Every member of the data model that a query can ask for, by cube and view, as Markdown. */
export function glossaryOf(project: Project): string {
  const owners = new Map<string, string[]>()
  for (const [name, { kind, type, title, description }] of Object.entries(memberFactsOf(project.files)).sort()) {
    const owner = name.slice(0, name.indexOf('.'))
    const what = [kind, type].filter((each) => each !== undefined).join(', ')
    const words = [title, description].filter((each) => each !== undefined).join(': ')
    const line = `- \`${name}\` (${what})${words === '' ? '' : ` ${words.replace(/\s+/g, ' ')}`}`
    owners.set(owner, [...(owners.get(owner) ?? []), line])
  }
  return [...owners].map(([owner, lines]) => `## ${owner}\n\n${lines.join('\n')}\n`).join('\n')
}
