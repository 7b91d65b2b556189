import type { History } from '../base/history.ts'
import type { TargetLedgers } from '../base/sources.ts'
import type { NamedDeployments } from '../content/deployments.ts'
import type { Content } from '../content/entity.ts'
import type { Barred, OtherDashboard } from '../content/facts.ts'
import type { Key, Kind } from '../content/kinds.ts'
import type { FolderPath } from '../content/model.ts'

/** What is compared: the tree, what is live, and what was last applied according to ledgers and git. */
export interface CompareInputs {
  readonly desired: Content
  readonly live: LiveSide
  readonly history: History
  /** Model files that changed on both sides, but whose repo version already contains every line edited live. */
  readonly takenEdits: ReadonlySet<Key>
}

export type SideName = 'desired' | 'live'

export interface LiveSide extends TargetLedgers {
  readonly content: Content
  /** Dashboards of workbooks that are not our content. */
  readonly otherDashboards: readonly OtherDashboard[]
  readonly publicIds: ReadonlyMap<Key, string>
  /** Public ids of reports that are not our content. */
  readonly outside: ReadonlySet<string>
  /** What the target leaves out. Folders in it may still be in `content`, because of what is in them. */
  readonly leftOut: ReadonlyMap<Key, { readonly name: string; readonly folder: FolderPath }>
  /** Objects of which this key cannot read everything: the units that are read beside them count as the tree's. */
  readonly partlyRead: ReadonlySet<Key>
  /** The version of every live report, managed or not, by public id. */
  readonly reportVersions: ReadonlyMap<string, number | undefined>
  readonly barred?: ReadonlyMap<Key, Barred> | undefined
  /** The names of the account's embed tenants, if the target manages something of theirs. */
  readonly tenants: ReadonlySet<string>
  /** What the deployments of the account are called, if a role names some. */
  readonly deployments?: NamedDeployments | undefined
  readonly isAdmin: boolean
  /** The email of the user behind this key, if it may know that. */
  readonly caller: string | undefined
  /** How many rows the platform's lists have, of any owner. */
  readonly counts: { readonly [K in Kind]?: number }
  /** The server's time, in milliseconds. */
  readonly now: number
}
