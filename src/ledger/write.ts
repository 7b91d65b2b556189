import { commitsIn, type Entry, LEDGER_VERSION, type Ledger, type Pending } from './ledger.ts'

/** ASCII only, with a fixed order of keys: equal ledgers are equal texts. */
export function writeLedger(ledger: Ledger): string {
  const commits = commitsIn(ledger)
  const indexOf = (commit: string): number => commits.indexOf(commit)
  const named = (commit: string | undefined) => (commit === undefined ? undefined : indexOf(commit))
  const entry = ({ live, commit, folder, base, quiet, ours, unpublished, next }: Entry) => ({
    live,
    c: indexOf(commit),
    folder,
    base: sorted(base, (digest) => digest),
    quiet,
    ours,
    unpublished,
    next: next && {
      c: indexOf(next.commit),
      at: next.at,
      from: next.from,
      units: sorted(next.units, (digest) => digest),
    },
  })
  const pending = ({ key, why, was, awaits }: Pending) => ({
    key,
    why,
    live: was?.live,
    c: named(was?.commit ?? awaits),
    base: was?.base && sorted(was.base, (digest) => digest),
  })
  const { canon, project, self, applied, review, quiet, entries } = ledger
  const value = {
    v: LEDGER_VERSION,
    canon,
    p: project,
    self,
    commits,
    applied: applied.length > 0 ? applied.map(indexOf).sort((a, b) => a - b) : undefined,
    pending: ledger.pending?.toSorted((a, b) => (a.key < b.key ? -1 : 1)).map(pending),
    elsewhere: ledger.listedElsewhere,
    review,
    quiet,
    o: sorted(entries, entry),
  }
  return JSON.stringify(value).replace(
    /[^\u0020-\u007e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

const sorted = <T>(map: Readonly<Record<string, T>>, write: (value: T) => unknown): Record<string, unknown> => {
  const object: Record<string, unknown> = Object.create(null)
  for (const key of Object.keys(map).sort()) object[key] = write(map[key] as T)
  return object
}
