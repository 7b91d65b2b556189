import type { History } from '../../src/base/history.ts'
import type { LiveSide } from '../../src/compare/inputs.ts'
import { NOTHING } from '../../src/content/entity.ts'

const NONE = new Map<never, never>()

/** A target with nothing in it. */
export const NOTHING_LIVE: LiveSide = {
  ...{ content: NOTHING, facts: NONE, entries: NONE, ledgers: NONE, underWay: NONE, unnumbered: new Set() },
  ...{ unlisted: new Set(), copies: new Set(), otherDashboards: [], pending: NONE, copied: new Set(), gone: new Set() },
  ...{
    owners: NONE,
    newer: new Set(),
    publicIds: NONE,
    outside: new Set(),
    partlyRead: new Set(),
    tenants: new Set(),
    reportVersions: NONE,
  },
  ...{
    commits: [],
    applied: [],
    isAdmin: true,
    caller: undefined,
    counts: {},
    now: 0,
    accountMoves: 0,
    model: undefined,
    leftOut: NONE,
  },
}

/** A project without git. */
export const NO_HISTORY: History = {
  ...{ head: undefined, dirty: false, relations: NONE, applied: undefined, trees: NONE, forks: NONE },
}
