import type { ExportSubjectInput } from '@boardwright/platform'
import { badRequest, forbidden, notFound } from '../http/refusal.ts'
import type { Caller, Platform } from '../platform.ts'
import { readAccess, requireLevel } from './access.ts'
import { findSubject, nameEmbedUser, provisionSubject, requireKnown } from './embed-subjects.ts'

/** The user a dashboard is rendered for. */
export interface Subject {
  /** The same for the same user, whoever asks. */
  readonly identity: string
  /** Shown in the picture; undefined for the caller. */
  readonly shown: string | undefined
}

/** The caller, or whoever a tenant admin names. Either must be able to read the dashboard. */
export function resolveSubject(
  platform: Platform,
  caller: Caller,
  deploymentId: number,
  workbookId: number,
  sent: ExportSubjectInput | null | undefined,
): Subject {
  if (sent == null) return { identity: `USER ${caller.userId}`, shown: undefined }
  if (!caller.isAdmin) throw forbidden('renderAs: needs an admin')
  return sent.type === 'USER'
    ? resolveUser(platform, caller, deploymentId, workbookId, sent)
    : resolveEmbedUser(platform, workbookId, sent)
}

function resolveUser(
  platform: Platform,
  caller: Caller,
  deploymentId: number,
  workbookId: number,
  sent: ExportSubjectInput,
): Subject {
  const user = findSubject(platform.db, sent)
  if (!user) throw notFound(`user ${sent.userId ?? sent.email}`)
  const as: Caller = { ...caller, userId: user.id, username: user.username, isAdmin: user.is_admin === 1 }
  if (readAccess(platform, as, deploymentId).levelOf('WORKBOOK', workbookId) === 'none') {
    throw forbidden(`renderAs: ${user.email} cannot read the dashboard`)
  }
  return { identity: `USER ${user.id}`, shown: user.email }
}

function resolveEmbedUser(platform: Platform, workbookId: number, sent: ExportSubjectInput): Subject {
  const { db } = platform
  const named = nameEmbedUser(sent)
  if (sent.userId != null) throw badRequest('renderAs: userId is for the type USER')
  requireKnown(db, sent)
  const { tenant, user } = provisionSubject(platform, named, sent.email)
  const shared = db.get("select 1 from embed_access where workbook_id = ? and tenant in (?, '*')", workbookId, tenant)
  if (!shared) throw forbidden(`renderAs: the workbook is not shared with the embed tenant "${tenant}"`)
  return { identity: `EMBED_USER ${user.id}`, shown: user.username }
}

/** Exports need manage access to the workbook. A workbook that the caller cannot see does not exist. */
export function requireManage(platform: Platform, caller: Caller, deploymentId: number, workbookId: number): void {
  requireLevel(readAccess(platform, caller, deploymentId), 'WORKBOOK', workbookId, 'manage')
}
