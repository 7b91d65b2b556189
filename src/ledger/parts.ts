import type { Base, BaseDigest } from '../content/base.ts'
import type { Entry, Ledger, Next } from './ledger.ts'
import {
  type CommitOf,
  digestAt,
  integerAt,
  isName,
  Malformed,
  mapAt,
  maybe,
  objectAt,
  pairAt,
  type Raw,
  textAt,
  trueAt,
} from './shape.ts'

/** What both versions say alike. */
export function headOf(raw: Raw): Pick<Ledger, 'canon' | 'project' | 'self' | 'review' | 'quiet' | 'listedElsewhere'> {
  const project = raw['p']
  if (typeof project !== 'string' || project === '' || project.length > 64) throw new Malformed('p', 'a project')
  return {
    canon: integerAt(raw['canon'], 'canon', 1),
    project,
    self: raw['self'] === null ? null : pairAt(raw['self'], 'self'),
    ...maybe('listedElsewhere', raw['elsewhere'], trueAt),
    ...maybe('review', raw['review'], trueAt),
    ...maybe('quiet', raw['quiet'], pairAt),
  }
}

/** In both versions. */
export function entryAt(value: unknown, at: string, commitOf: CommitOf): Entry {
  const raw = objectAt(value, at, ['live', 'c', 'folder', 'base', 'quiet', 'ours', 'unpublished', 'next'])
  return {
    live: integerAt(raw['live'], 'live'),
    commit: commitOf(raw['c'], 'c'),
    ...maybe('folder', raw['folder'], integerAt),
    base: baseAt(raw['base'], 'base'),
    ...maybe('quiet', raw['quiet'], pairAt),
    ...maybe('ours', raw['ours'], pairAt),
    ...maybe('unpublished', raw['unpublished'], integerAt),
    ...maybe('next', raw['next'], (next) => nextAt(next, 'next', commitOf)),
  }
}

function nextAt(value: unknown, at: string, commitOf: CommitOf): Next {
  const raw = objectAt(value, at, ['c', 'at', 'from', 'units'])
  return {
    commit: commitOf(raw['c'], 'c'),
    ...maybe('at', raw['at'], (time) => textAt(time, 'at')),
    ...maybe('from', raw['from'], integerAt),
    units: mapAt(raw['units'], 'units', isName, digestAt),
  }
}

export const baseAt = (value: unknown, at: string): Base => mapAt(value, at, isName, baseDigestAt)

const baseDigestAt = (value: unknown, at: string): BaseDigest =>
  Array.isArray(value) && value.length === 2 ? [digestAt(value[0], at), digestAt(value[1], at)] : digestAt(value, at)
