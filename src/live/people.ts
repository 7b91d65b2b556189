import { lazy } from '@boardwright/common'
import type { Client, User } from '@boardwright/platform'
import type { Content } from '../content/entity.ts'
import type { Key } from '../content/kinds.ts'
import { readEmbedAccess } from './embed.ts'
import { leftBehind } from './left-behind.ts'
import { listUsers } from './lists.ts'
import { type Absence, isAbsence, lookUp } from './look-up.ts'
import { readGroupMembers } from './members.ts'
import type { LiveContent } from './read.ts'
import { readRecipients, type UnknownPeople } from './recipients.ts'

export interface PeopleRead {
  /** What is live, with those who see it, get it and are in it, as far as they count. */
  readonly live: LiveContent
  readonly unknown: { readonly [List in 'recipients' | 'members']: UnknownPeople }
  /** Groups whose members the tree declares although a directory says who is in them. */
  readonly provisioned: readonly Key<'group'>[]
}

/** Reads whom files name and whom ledgers list: no list of objects says it, so it costs requests of its own. */
export async function readPeople(
  client: Client,
  live: LiveContent,
  { deployment, declared }: { readonly deployment: number; readonly declared: Content },
): Promise<PeopleRead> {
  const readUsers = lazy(() => usersOf(client))
  const { entries, memberships } = live
  const access = await readEmbedAccess(client, live, deployment, declared, entries)
  const seen = { ...live, content: access.content }
  const recipients = await readRecipients(client, seen, deployment, declared, entries, readUsers)
  const asked = { content: recipients.content, memberships, declared, entries }
  const members = live.unread.has('group') ? undefined : await readGroupMembers(readUsers, asked)
  const read = [access, recipients, ...(members ? [members] : [])]
  return {
    live: {
      ...live,
      content: members?.content ?? recipients.content,
      notes: [...live.notes, ...read.flatMap(({ notes }) => notes), ...leftBehind(live.ids, declared, entries)],
    },
    unknown: { recipients: recipients.unknown, members: members?.unknown ?? new Map() },
    provisioned: members?.provisioned ?? [],
  }
}

/** Whoever asks is a user, so a list without anybody says nothing. */
async function usersOf(client: Client): Promise<readonly User[] | Absence> {
  const users = await lookUp(() => listUsers(client))
  return isAbsence(users) || users.length > 0 ? users : 'hidden'
}
