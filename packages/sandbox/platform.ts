import type { Job, Picture } from '@boardwright/pictures/draw'
import type { Clock } from './control/clock.ts'
import type { MessageLog } from './control/messages.ts'
import type { Switches } from './control/switches.ts'
import type { Engine } from './engine/engine.ts'
import type { Database } from './store/database.ts'

/** The local platform: everything that a handler may touch. */
export interface Platform {
  readonly db: Database
  readonly clock: Clock
  readonly switches: Readonly<Switches>
  readonly messages: MessageLog
  /** The directory of the data-model repositories, one bare git repository per deployment. */
  readonly modelsDirectory: string
  readonly draw: (wanted: Job) => Promise<Picture>
  /** What answers the data API, if the sandbox was started with it. */
  readonly engine?: Engine | undefined
  /** The URL of this sandbox, for URLs in responses. */
  readonly url: string
}

/** Who sent a request. One key is one credential: dev mode is kept per key. */
export interface Caller {
  readonly keyId: number
  readonly userId: number
  readonly username: string
  readonly isAdmin: boolean
  /** AI BI User or higher. A viewer reads what was shared, and creates nothing. */
  readonly mayCreate: boolean
  /** The deployments that the key is limited to; null if it is not. */
  readonly scope: readonly number[] | null
  /** A personal key of one user, not a key of the account. */
  readonly personal: boolean
  /** Set if the credential is the token of an embed session. */
  readonly embed?: EmbedPlace | undefined
}

/** Where an embed session runs. Its user may be one of the account, or an external one. */
interface EmbedPlace {
  readonly deploymentId: number
  /** Null in the account's own tenant. */
  readonly tenant: { readonly id: number; readonly name: string } | null
  readonly creatorMode: boolean
}
