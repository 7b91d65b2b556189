import type { StagedFile } from '../../staged-file.ts'
import { inMarkdown as escaped } from '../escape.ts'

const MOST = 30

/** Where the copies are that people can look at. */
export function stagedLines(staged: StagedFile | undefined): string[] {
  if (staged === undefined) return []
  const { folder, expires, branch, dashboards } = staged
  if (branch === null && dashboards.length === 0)
    return ['#### Nothing to look at: neither a dashboard nor the data model changes']
  const rows = dashboards
    .slice(0, MOST)
    .map(({ name, slug, url }) => `- ${linked(name, url)}${url === undefined ? ` (${escaped(slug)})` : ''}`)
  const more = dashboards.length - rows.length
  return [
    `#### Look at it: ${escaped(folder.join(' / '))}, until ${escaped(expires.slice(0, 10))}`,
    '',
    ...(rows.length > 0 ? rows : ['No dashboard changes.']),
    ...(more > 0 ? [`- and ${more} more`] : []),
    ...(branch === null
      ? []
      : ['', `To see the changed data model, open development mode and choose the branch **${escaped(branch)}**.`]),
  ]
}

function linked(name: string, url: string | undefined): string {
  if (url === undefined || !/^https?:/i.test(url) || !URL.canParse(url)) return escaped(name)
  const address = new URL(url).href.replace(
    /[()<>"'`|\\\s]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `[${escaped(name)}](${address})`
}
