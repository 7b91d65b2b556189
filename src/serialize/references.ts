import { idIn, isKind } from '../content/kinds.ts'
import { type ReportReference, reportKey } from '../content/model.ts'
import { directoryOf, reportAddress } from './layout.ts'

/**
 * How a file names a report: by its stem within the workbook, by its path from the root of the tree, by `id:` outside
 * the tree, or `missing(...)` for a dangling reference in live.
 */

export interface Addresses {
  /** The reference behind a name in this file, if any. */
  resolve(name: string, file: string): ReportReference | undefined
  /** The shortest valid name of a report in this file. */
  nameOf(reference: ReportReference, file: string): string
  /** The name of the report with this public id, if the tree has it. */
  addressOf(id: string, file: string): string | undefined
  /** The valid names in this file, for "did you mean". */
  candidates(file: string): string[]
}

const OUTSIDE = /^(id:[0-9A-Za-z]{12}|missing\(\d+\/\d+\))$/

export function createAddresses(reports: Iterable<{ readonly id: string; readonly file: string }>): Addresses {
  const byAddress = new Map<string, string>()
  const byId = new Map<string, string>()
  for (const { id, file } of reports) {
    byAddress.set(reportAddress(file), id)
    byId.set(id, reportAddress(file))
  }
  const nearby = (file: string): string => `${directoryOf(reportAddress(`${directoryOf(file)}/x.yaml`))}/`

  return {
    resolve(name, file) {
      if (OUTSIDE.test(name)) return name as ReportReference
      const id = byAddress.get(name.startsWith('/') ? name : nearby(file) + name)
      return id === undefined ? undefined : reportKey(id)
    },
    nameOf(reference, file) {
      if (!isKind(reference, 'report')) return reference
      const id = idIn(reference)
      const address = byId.get(id)
      if (address === undefined) return `id:${id}`
      return directoryOf(address) === nearby(file).slice(0, -1) ? address.slice(nearby(file).length) : address
    },
    addressOf(id, file) {
      return byId.has(id) ? this.nameOf(reportKey(id), file) : undefined
    },
    candidates(file) {
      const here = nearby(file)
      return [...byAddress.keys()].flatMap((address) =>
        directoryOf(address) === here.slice(0, -1) ? [address.slice(here.length), address] : [address],
      )
    },
  }
}
