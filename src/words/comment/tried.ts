import { counted } from '../../content/counted.ts'
import { titleText } from '../../content/printable.ts'
import type { TryFile } from '../../plan/try-file.ts'
import { inMarkdown as escaped, linkInMarkdown } from '../escape.ts'
import { numbersLines } from '../numbers.ts'

const MOST = 30

/** Links to the copies that people can open, and what became of the numbers. */
export function triedLines(tried: TryFile | undefined): string[] {
  if (tried === undefined) return []
  const { copies, model, numbers, problems } = tried
  if (problems.length > 0)
    return ['#### The data model does not compile, so there are no copies of dashboards and no numbers']
  const blocks = [
    ...(copies ? [copiesLines(copies, model)] : model ? [[`#### The data model compiles${onBranch(model)}`]] : []),
    ...(numbers ? [numbersLines(numbers)] : []),
  ]
  return blocks.flatMap((block, index) => (index === 0 ? block : ['', ...block]))
}

type Copies = NonNullable<TryFile['copies']>
const onBranch = ({ branch }: { readonly branch: string }): string => `, on the branch **${escaped(branch)}**`

function copiesLines({ folder, expires, dashboards, kept, failed }: Copies, model: TryFile['model']): string[] {
  const left = listed(kept.map((what) => `Left as people changed it: ${escaped(what)}`))
  if (model === null && dashboards.length === 0 && failed.length === 0)
    return [
      '#### Nothing to look at: neither a dashboard nor the data model changes',
      ...(left.length > 0 ? ['', ...left] : []),
    ]
  const rows = dashboards
    .slice(0, MOST)
    .map(({ name, slug, url }) => `- ${linkInMarkdown(name, url)}${url === undefined ? ` (${escaped(slug)})` : ''}`)
  const more = dashboards.length - rows.length
  return [
    `#### Look at it: ${escaped(folder.join(' / '))}, until ${escaped(expires.slice(0, 10))}`,
    '',
    ...(rows.length > 0 ? rows : ['No dashboard changes.']),
    ...(more > 0 ? [`- and ${counted(more)} more`] : []),
    ...listed(failed.map(({ title, message }) => `**Failed**: ${escaped(titleText(title))}: ${escaped(message)}`)),
    ...left,
    ...(model === null
      ? []
      : ['', `The data model compiles${onBranch(model)}. To see it, open development mode and choose that branch.`]),
  ]
}

const listed = (lines: readonly string[]): string[] => [
  ...lines.slice(0, MOST).map((line) => `- ${line}`),
  ...(lines.length > MOST ? [`- and ${counted(lines.length - MOST)} more`] : []),
]
