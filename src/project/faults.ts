import { readRemembered, remember } from '../cache/store.ts'
import type { Problem } from '../content/problem.ts'
import { faultsOf } from '../serialize/faults.ts'
import { CONTENT, MODEL } from '../serialize/layout.ts'
import { readMembers } from '../serialize/members.ts'
import { modelFaults } from '../serialize/model/faults.ts'
import { readModelFiles } from '../serialize/model/read.ts'
import { decodeText } from '../serialize/text.ts'
import { readYaml } from '../serialize/yaml/read.ts'
import { type Before, projectBefore } from '../workspace/before.ts'
import type { RepositoryStart } from '../workspace/history.ts'
import type { Files } from '../workspace/tree.ts'

/**
 * Mistakes in queries: refused words, unknown members. New ones are errors. Old ones, and those that came from live,
 * are warnings: a tenant is full of them.
 */
export async function weighFaults(
  root: string,
  problems: readonly Problem[],
  started?: RepositoryStart,
): Promise<readonly Problem[]> {
  const weighable = problems.filter(isWeighable)
  if (weighable.length === 0) return problems
  const isOld = await knownBefore(root, weighable, started)
  return problems.map((problem) =>
    isWeighable(problem) && isOld(problem) ? { ...problem, warning: true, before: true } : problem,
  )
}

const isWeighable = ({ fault, warning }: Problem): boolean => fault !== undefined || warning === true

async function knownBefore(
  root: string,
  problems: readonly Problem[],
  started?: RepositoryStart,
): Promise<(problem: Problem) => boolean> {
  const before = await projectBefore(root, undefined, started)
  if (before === 'empty') return () => true
  const known = new Set(exportedFaults(root))
  const files = new Set(problems.flatMap(({ fault, at }) => (fault === undefined ? [] : [at.file])))
  if (before && files.size > 0) for (const fault of faultsIn(await filesBefore(before, files))) known.add(fault)
  return ({ fault, at }) => (fault === undefined ? before?.isSame(at.file) === true : known.has(fault))
}

/** The reports with their SQL, under current or former names, and the data model. */
function filesBefore({ paths, isHere, read }: Before, files: ReadonlySet<string>): Promise<Files> {
  const asked = new Set([...files].map(stemOf))
  const isAsked = (path: string): boolean =>
    path.startsWith(`${MODEL}/`) || (OF_REPORT.test(path) && (asked.has(stemOf(path)) || !isHere(path)))
  return read([...paths].filter(isAsked))
}

/** What it stood for does not matter here. */
const VARIABLE = /(?<!\$)\$\{[^}]*\}/g
const OF_REPORT = /\.(?:yaml|sql)$/
const stemOf = (path: string): string => path.replace(OF_REPORT, '')

function faultsIn(files: Files): string[] {
  const model = readModelFiles(files)
  const members = readMembers(files, model)
  const ofModel = modelFaults(model).flatMap(({ fault }) => fault ?? [])
  const ofContent = [...files].flatMap(([file, bytes]) => {
    if (!file.startsWith(`${CONTENT}/`) || !file.endsWith('.yaml')) return []
    const text = decodeText(bytes, file)
    const { value, placeOf } = typeof text === 'string' ? readYaml(text, file) : {}
    const beside = `${stemOf(file)}.sql`
    const sql = files.get(beside)
    const side = sql && { file: beside, text: Buffer.from(sql).toString().replace(VARIABLE, 'x') }
    return placeOf ? faultsOf(value, members, placeOf, side).flatMap(({ fault }) => fault ?? []) : []
  })
  return [...ofModel, ...ofContent]
}

const EXPORTED = 'exported-faults-1'

const exportedFaults = (root: string): readonly string[] => (readRemembered(root, EXPORTED) ?? []) as string[]

/** Exported files are as in live, even before they are committed. */
export async function rememberExported(
  root: string,
  before: Files,
  written: ReadonlyMap<string, string | Uint8Array | null>,
): Promise<void> {
  const model = new Map([...before].filter(([file]) => file.startsWith(`${MODEL}/`)))
  const files = new Map(
    [...model, ...written].flatMap(([file, content]): [string, Uint8Array][] =>
      content === null ? [] : [[file, typeof content === 'string' ? Buffer.from(content) : content]],
    ),
  )
  const faults = faultsIn(files)
  if (faults.length > 0) await remember(root, EXPORTED, [...new Set([...exportedFaults(root), ...faults])])
}
