import { isMap, itemsOf } from '@boardwright/common'
import { type CompanyModel, readCompanyModel } from '@boardwright/pictures'
import {
  type CatalogEntry,
  type CatalogMember,
  catalogOf,
  type Fault,
  type Fields,
  joinsIn,
  judgeModel,
  mayDefine,
  type Owner,
  ownersIn,
  ownGranularities,
  reachesBy,
  readModel,
  textOf,
  titleOf,
  wholesOf,
} from '@boardwright/platform/model'

/** What the compiler reports. The platform gives a file and a text, and no line number. */
interface Problem {
  readonly fileName: string
  readonly message: string
}

interface CompiledMember {
  /** Such as `orders.revenue`. */
  readonly name: string
  readonly kind: (typeof KINDS)[CatalogMember['kind']]
  readonly type?: string | undefined
  readonly title: string
  readonly description?: string | undefined
  /** Whether queries may ask for its values. */
  readonly public: boolean
  readonly format?: string | undefined
  readonly currency?: string | undefined
  /** In a view: the member of a cube that this one shows. */
  readonly from?: string
  readonly body: Fields
  /** Those that it defines itself. */
  readonly granularities: readonly string[]
  /** The cubes that a query on it joins, each as a path. */
  readonly paths: CatalogMember['paths']
}

interface CompiledEntry {
  readonly kind: Owner['kind']
  readonly name: string
  readonly title: string
  readonly description?: string | undefined
  readonly public: boolean
  readonly fileName: string
  readonly body: Fields
  /** The groups that a view is in. */
  readonly groups: readonly string[]
  readonly members: readonly CompiledMember[]
}

export interface CompiledModel {
  readonly valid: boolean
  /** Cubes without views. */
  readonly cubesCount: number
  readonly errors: readonly Problem[]
  readonly entries: readonly CompiledEntry[]
  /** Whether joins lead from one cube to another. */
  readonly reaches: (from: string, to: string) => boolean
  /** What made-up rows are based on. */
  readonly company: CompanyModel
  /** Files that are code or templates, which only the platform's own runtime can run. They count as valid. */
  readonly unchecked: readonly string[]
}

/**
 * Compiles the YAML files under `model/`. Pure, and reports all problems at once. If the model has code, a name that
 * the YAML files do not define may be defined there, so it is no problem.
 */
export function compileModel(files: ReadonlyMap<string, string>): CompiledModel {
  const { read, problems, unchecked } = readFiles(files)
  const owners = ownersIn(read)
  const { faults: found } = judgeModel(read, unchecked.length + problems.length === 0)
  const faults = found.filter(({ warning }) => !warning)
  const errors = [...problems, ...faults.map((fault) => describeFault(fault, owners))]
  const wholes = wholesOf(owners)
  return {
    ...{ valid: errors.length === 0, cubesCount: wholes.cubes.size, unchecked },
    errors: errors.toSorted((a, b) => (a.fileName < b.fileName ? -1 : Number(a.fileName > b.fileName))),
    entries: [...catalogOf(wholes).values()].map((entry) => describeEntry(entry, groupsOf(entry.owner.name, read))),
    reaches: reachesBy(joinsIn(wholes)),
    company: readCompanyModel(wholes),
  }
}

interface ReadFiles {
  readonly read: readonly { readonly file: string; readonly value: unknown }[]
  readonly problems: readonly Problem[]
  readonly unchecked: readonly string[]
}

/** The platform takes all of YAML, also what is more than plain. */
function readFiles(files: ReadonlyMap<string, string>): ReadFiles {
  const texts = [...files].flatMap(([file, text]) => (mayDefine(file) ? [{ file, text }] : []))
  const model = readModel(texts)
  const read: { file: string; value: unknown }[] = [...model.read]
  const problems: Problem[] = []
  const unchecked: string[] = []
  for (const { file, what, read: readAll } of model.unread) {
    if (what === 'code' || what === 'template') unchecked.push(file)
    else {
      const said = readAll()
      if ('value' in said) read.push({ file, value: said.value })
      else problems.push({ fileName: file, message: said.message })
    }
  }
  return { read: read.sort((a, b) => (a.file < b.file ? -1 : 1)), problems, unchecked: unchecked.toSorted() }
}

/** As the platform says it: the cube or view first. */
function describeFault({ file, path, message }: Fault, owners: readonly Owner[]): Problem {
  const owner = owners.find((each) => each.file === file && each.path.every((step, index) => path[index] === step))
  const name = owner?.name || 'unnamed'
  return { fileName: file, message: owner ? `${name} ${owner.kind}: ${message}` : message }
}

const KINDS = {
  ...({ measures: 'measure', dimensions: 'dimension', segments: 'segment', hierarchies: 'hierarchy' } as const),
}

/** The groups of views that have this one. */
const groupsOf = (view: string, files: ReadFiles['read']): string[] => {
  const within = (group: Fields): string[] => {
    const lists = [group['views'], group['includes']].flat()
    return [...(lists.includes(view) ? [textOf(group['name'])] : []), ...lists.filter(isMap).flatMap(within)]
  }
  return files.flatMap(({ value }) =>
    itemsOf(isMap(value) ? value['view_groups'] : undefined).flatMap(([group]) => within(group)),
  )
}

const describeEntry = (
  { owner: { name, kind, file }, body, isVisible, members }: CatalogEntry,
  groups: readonly string[],
): CompiledEntry => ({
  ...{ kind, name, fileName: file, public: isVisible, body, groups },
  title: textOf(body['title']) || titleOf(name),
  description: saidIn(body, 'description'),
  members: [...members.values()].map(describeMember),
})

const describeMember = (member: CatalogMember): CompiledMember => {
  const { name, kind, body, from, isVisible, paths } = member
  return {
    ...{ name, kind: KINDS[kind], type: saidIn(body, 'type'), public: isVisible, paths, body },
    title: textOf(body['title']) || titleOf(name.slice(name.indexOf('.') + 1)),
    ...{ description: saidIn(body, 'description'), format: saidIn(body, 'format') },
    ...{ currency: saidIn(body, 'currency'), ...(from === undefined ? {} : { from }) },
    granularities: ownGranularities(member).map((each) => textOf(each['name'])),
  }
}

const saidIn = (body: Fields, key: string): string | undefined => textOf(body[key]) || undefined
