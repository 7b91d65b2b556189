import { counted, plural, someOf } from '../content/counted.ts'
import { pathIn } from '../content/model.ts'
import { titleText } from '../content/printable.ts'
import { type AccessPlace, accessOf } from '../plan/access.ts'
import { placeTold, type ToldPlan } from '../plan/fleet.ts'
import { fullName } from '../plan/naming.ts'
import type { CommonPlan } from '../plan/plan-file.ts'
import { inMarkdown as escaped } from './escape.ts'

/** Who gains and who loses, before anything else is told: what a team regrets most is seldom a chart. */
const TITLE = 'Who gains, who loses'

interface Told {
  readonly mark: '+' | '-' | '~'
  readonly text: string
}

const MOST_NAMED = 10

/** One sentence for each object and direction. */
export const accessTexts = ({ objects }: CommonPlan): Told[] =>
  objects.flatMap((object): Told[] => {
    const { gains, loses, joined, moves } = accessOf(object)
    const name = fullName(object)
    const others = joined === 0 ? [] : [`${counted(joined)} who joined in the UI`]
    return [
      ...(gains.length === 0 ? [] : [{ mark: '+' as const, text: sentence(gains.length, 'gain', name, gains) }]),
      ...(loses.length + joined === 0
        ? []
        : [{ mark: '-' as const, text: sentence(loses.length + joined, 'lose', name, [...loses, ...others]) }]),
      ...(moves === undefined
        ? []
        : [{ mark: '~' as const, text: `${name} moves from ${placeIn(moves.from)} to ${placeIn(moves.to)}: ${OPEN}` }]),
    ]
  })

const OPEN = 'who sees it there, the platform does not tell'

const sentence = (count: number, verb: string, name: string, who: readonly string[]): string =>
  `${counted(count)} ${count === 1 ? `${verb}s` : verb} ${name}: ${someOf(who, MOST_NAMED)}`

const placeIn = ({ workbook, folder }: AccessPlace): string => {
  if (workbook !== undefined) return `the workbook ${String(workbook)}`
  return folder === undefined || folder === '' ? 'the root' : titleText(pathIn(String(folder)))
}

const MOST_LINES = 20

export function accessSection(
  plan: CommonPlan,
  isVerbose = false,
): { title: string; lines: readonly Told[]; more: string[] } {
  const all = accessTexts(plan)
  const lines = isVerbose ? all : all.slice(0, MOST_LINES)
  return { title: TITLE, lines, more: moreThan(all.length - lines.length) }
}

const moreThan = (count: number): string[] => (count <= 0 ? [] : [`and ${plural(count, 'more object')}`])

/** For a comment: each sentence once, with the targets that it is true of. */
export function accessBlock(plans: readonly ToldPlan[]): string[] {
  const where = new Map<string, string[]>()
  for (const plan of plans) {
    for (const { text } of accessTexts(plan)) where.set(text, [...(where.get(text) ?? []), placeTold(plan)])
  }
  const all = [...where].map(([text, places]) => `- ${escaped(text)} (${escaped(places.join(', '))})`)
  if (all.length === 0) return []
  const more = moreThan(all.length - MOST_LINES).map((text) => `- ${text}`)
  return [`**${TITLE}**`, '', ...all.slice(0, MOST_LINES), ...more]
}
