import { REASONS, type Reason } from './ledger.ts'
import { commitAt, isName, listAt, Malformed, mapAt, objectAt, textAt } from './shape.ts'

/** The ledger of the data model is a file of its branch, one for each project. It is no content. */
export const isModelLedger = (path: string): boolean => /^boardwright\/[^/]+\.json$/.test(path)

export const modelLedgerPath = (projectId: string): string => `boardwright/${projectId}.json`

/** What was applied to the branch of a data model. */
export interface ModelLedger {
  readonly commit: string
  /** Files that did not become what the commit says, by path. */
  readonly pending: ReadonlyMap<string, PendingFile>
}

export interface PendingFile {
  readonly why: Reason
  /** The hash that was last applied. Left out: it was never there. */
  readonly was?: string | undefined
}

const VERSION = 2

/** Equal ledgers are equal bytes. */
export function writeModelLedger(projectId: string, { commit, pending }: ModelLedger): string {
  const files = [...pending].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, { why, was }]) => ({ path, why, was }))
  return `${JSON.stringify({ v: VERSION, p: projectId, commit, pending: files.length > 0 ? files : undefined })}\n`
}

/** Undefined for what is no ledger of this project. */
export function readModelLedger(text: string, projectId: string): ModelLedger | undefined {
  try {
    const raw = objectAt(JSON.parse(text), '', ['v', 'p', 'commit', 'older', 'pending'])
    if ((raw['v'] !== VERSION && raw['v'] !== 1) || raw['p'] !== projectId) return undefined
    return {
      commit: commitAt(raw['commit'], 'commit'),
      pending: new Map([...olderFiles(raw['older'] ?? {}), ...listAt(raw['pending'] ?? [], 'pending', fileAt)]),
    }
  } catch (cause) {
    if (cause instanceof Malformed || cause instanceof SyntaxError) return undefined
    throw cause
  }
}

function fileAt(value: unknown, at: string): [string, PendingFile] {
  const { path, why, was } = objectAt(value, at, ['path', 'why', 'was'])
  const reason = REASONS.find((each) => each === why)
  if (reason === undefined) throw new Malformed(`${at}.why`, 'a reason')
  return [textAt(path, at), { why: reason, ...(was === undefined ? {} : { was: textAt(was, at) }) }]
}

/** Version 1: paths with the hash of before, empty where there was none. */
const olderFiles = (value: unknown): [string, PendingFile][] =>
  Object.entries(mapAt(value, 'older', isName, textAt)).map(([path, was]) => [
    path,
    { why: 'held', ...(was === '' ? {} : { was }) },
  ])
