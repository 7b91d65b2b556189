import type { FileValueRead, Problem } from '../content/problem.ts'
import type { Config, RuleSettings, Target } from './model.ts'
import { isOverlayMap } from './overlays.ts'
import { ConfigFile } from './schema.ts'
import { matchesAny } from './scope.ts'
import { DIFFERENCE, readWaivers } from './waivers.ts'

export interface RulesRead {
  readonly rules: RuleSettings
  /** Waivers that ended. */
  readonly problems: readonly Problem[]
}

/** What boardwright.yaml says of rules, as far as its schema allows it. */
export function readRules(document: FileValueRead, today: string): RulesRead {
  const { value } = document
  const top = isOverlayMap(value) ? value : {}
  const written = ConfigFile.shape.waivers.safeParse(top['waivers']).data ?? []
  const { from, use = [], timeZone, waiverDays, weigh = [] } = ConfigFile.shape.rules.safeParse(top['rules']).data ?? {}
  const { waivers, problems } = readWaivers(document, written, { today, mostDays: waiverDays })
  const rules: RuleSettings = {
    waivers,
    timeZone: timeZone ?? 'UTC',
    used: use.map((rule, index) => ({ rule, at: document.placeOf(['rules', 'use', index]) })),
    weights: weigh.map((each, index) => ({ ...each, at: document.placeOf(['rules', 'weigh', index, 'rule']) })),
    from: from === undefined ? undefined : { branch: from, at: document.placeOf(['rules', 'from']) },
  }
  return { rules, problems }
}

/** The waivers that say which differences between repo and live nobody wants to hear of. */
export const ignoredIn = ({ waivers }: RuleSettings, target: string): Target['ignore'] =>
  waivers.filter(({ rule, targets }) => rule === DIFFERENCE && matchesAny(targets ?? ['*'], target))

/** The same project under other rules. It still says where it wants them from. */
export const withRules = (config: Config, rules: RuleSettings): Config => ({
  ...config,
  rules: { ...rules, from: config.rules.from },
  targets: config.targets.map((target) => ({ ...target, ignore: ignoredIn(rules, target.name) })),
})
