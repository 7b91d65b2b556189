import { counted } from '../../content/counted.ts'
import { titleText } from '../../content/printable.ts'
import type { StagedFile } from '../../plan/staged-file.ts'
import { inMarkdown as escaped } from '../escape.ts'

const MOST = 30

/** Links to the copies that people can open. */
export function stagedLines(staged: StagedFile | undefined): string[] {
  if (staged === undefined) return []
  const { folder, expires, branch, dashboards, kept, problems, failed } = staged
  if (problems.length > 0) {
    const lines = problems.map(
      ({ file, line, message }) => `**${escaped(line === undefined ? file : `${file}:${line}`)}**: ${escaped(message)}`,
    )
    return ['#### No preview: the data model does not compile, so no dashboard was copied', '', ...listed(lines)]
  }
  const left = listed(kept.map((what) => `Left as people changed it: ${escaped(what)}`))
  if (branch === null && dashboards.length === 0)
    return [
      '#### Nothing to look at: neither a dashboard nor the data model changes',
      ...(left.length > 0 ? ['', ...left] : []),
    ]
  const rows = dashboards
    .slice(0, MOST)
    .map(({ name, slug, url }) => `- ${linked(name, url)}${url === undefined ? ` (${escaped(slug)})` : ''}`)
  const more = dashboards.length - rows.length
  return [
    `#### Look at it: ${escaped(folder.join(' / '))}, until ${escaped(expires.slice(0, 10))}`,
    '',
    ...(rows.length > 0 ? rows : ['No dashboard changes.']),
    ...(more > 0 ? [`- and ${counted(more)} more`] : []),
    ...listed(failed.map(({ title, message }) => `**Failed**: ${escaped(titleText(title))}: ${escaped(message)}`)),
    ...left,
    ...(branch === null
      ? []
      : ['', `To see the changed data model, open development mode and choose the branch **${escaped(branch)}**.`]),
  ]
}

const listed = (lines: readonly string[]): string[] => [
  ...lines.slice(0, MOST).map((line) => `- ${line}`),
  ...(lines.length > MOST ? [`- and ${counted(lines.length - MOST)} more`] : []),
]

function linked(name: string, url: string | undefined): string {
  if (url === undefined || !/^https?:/i.test(url) || !URL.canParse(url)) return escaped(name)
  const address = new URL(url).href.replace(
    /[()<>"'`|\\\s]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `[${escaped(name)}](${address})`
}
