import { askIfMeant, BoardwrightError, nearestPath } from '@boardwright/common'
import type { Target } from '../config/model.ts'
import { isLeftToSpreadsheet, managesKind } from '../config/scope.ts'
import { keysIn, ofKind } from '../content/entity.ts'
import { isKind, kindOf, LISTS } from '../content/kinds.ts'
import { idIn, type Key, modelKey, type ReportReference, reportKey, workbookKey } from '../content/model.ts'
import { OBJECTS } from '../content/objects.ts'
import { reportOf } from '../content/references.ts'
import type { Plan } from '../plan/plan-file.ts'
import { selectionMeant } from '../project/find-object.ts'
import type { OwnersOf } from '../project/local/owners.ts'
import type { Project } from '../project/local/project.ts'
import type { Planned } from '../project/plan.ts'
import { belowContent, MODEL, withoutEnding } from '../serialize/layout.ts'
import { currentPlaces } from '../serialize/update.ts'
import { applyAllCommand, toAdopt } from '../words/commands.ts'

/** Everything known about one object in one target. */
export interface Explanation {
  readonly target: string
  readonly key: Key
  readonly name: string
  readonly file: string | undefined
  /** Its number in this deployment; undefined if it has none. */
  readonly live: number | undefined
  /** For a file of the data model, the branch that it is on. */
  readonly branch: string | undefined
  /** The live public id of a report, or slug of a workbook. */
  readonly identity: string | undefined
  /** Where people open it, if it is a published dashboard and the project says so. */
  readonly address: string | undefined
  readonly owner: string | undefined
  /** Whom its file belongs to by CODEOWNERS. */
  readonly codeOwners: readonly string[]
  readonly updatedAt: string | undefined
  /** Who owns it: this project according to a ledger, another project, or nobody. */
  readonly belongsTo: string
  readonly applied: string | undefined
  /** Why it is out of the target's scope. */
  readonly leftOut: string | undefined
  readonly shows: readonly string[]
  readonly shownOn: readonly string[]
  /** The parts of the plan that concern it. */
  readonly planned: { readonly objects: Plan['objects']; readonly held: Plan['held']; readonly left: Plan['left'] }
}

interface SidesRead {
  readonly local: Planned['local']
  readonly live: Planned['live']
}

/** Finds the object that a word names: by path, slug or id. */
export function keyMeant({ local, live }: SidesRead, project: Project, directory: string, word: string): Key {
  const places = currentPlaces(local.tree)
  const path = selectionMeant(project, directory, word)
  const byPlace = [...places].find(([, place]) => {
    const short = withoutEnding(place)
    return [short, belowContent(short)].includes(path)
  })
  if (byPlace) return byPlace[0]
  const candidates: readonly Key[] = [workbookKey(word), reportKey(word), modelKey(path.replace(/^data-model\//, ''))]
  const files = new Set<Key>([...keysIn(local.tree.content), ...keysIn(live.content)])
  const isKnown = (key: Key): boolean =>
    places.has(key) || live.facts.has(key) || live.leftOut.has(key) || files.has(key)
  const known = candidates.find(isKnown)
  if (known) return known
  const ids = [...places, ...live.facts].flatMap(([key]) => (isKind(key, 'folder') ? [] : [idIn(key)]))
  const paths = [...places.values()].map((place) => withoutEnding(belowContent(place)))
  const modelFiles = [...files].flatMap((key) => (isKind(key, 'model') ? [idIn(key)] : []))
  throw new BoardwrightError('OBJECT_UNKNOWN', `there is no folder, workbook, report or model file "${word}"`, {
    hint: askIfMeant(nearestPath(word, [...ids, ...paths, ...modelFiles]), 'Name it by a path, a slug, or an id.'),
  })
}

export function explainObject(planned: Planned, key: Key, ownersOf: OwnersOf): Explanation {
  const { live, target, plan, work } = planned
  const facts = live.facts.get(key)
  const known = live.entries.get(key)
  const file = fileOf(planned, key)
  return {
    target: target.name,
    key,
    name: nameOf(planned, key),
    file,
    live: facts?.id ?? live.leftOut.get(key)?.id,
    branch: isKind(key, 'model') && keysIn(live.content).includes(key) ? target.dataModel?.branch : undefined,
    leftOut: leftOutBecause(planned, key),
    identity: isKind(key, 'folder') ? undefined : (live.publicIds.get(key) ?? facts?.name),
    address:
      facts?.publication &&
      work.addressOf({ slug: facts.name ?? idIn(key), workbook: facts.id, publicId: facts.publication.publicId }),
    owner: facts?.owner,
    codeOwners: file === undefined ? [] : ownersOf(documentIn(key, file)),
    updatedAt: facts?.updatedAt,
    belongsTo: belongsTo(planned, key, target),
    applied: isKind(key, 'model') ? live.modelRecord?.commit : (known?.commit ?? work.lastApplied.get(key)?.commit),
    shows: showing(planned, key).map((each) => nameOf(planned, each)),
    shownOn: ofKind(live.content, 'workbook')
      .filter(({ references }) => references.some((each) => reportOf(each) === key))
      .map(({ name }) => name)
      .sort(),
    planned: {
      objects: plan.objects.filter((each) => each.key === key),
      held: plan.held.filter((each) => each.key === key),
      left: plan.left.filter((each) => each.key === key),
    },
  }
}

/** The file of an object that is known by its directory. */
const documentIn = (key: Key, file: string): string =>
  isKind(key, 'workbook') || isKind(key, 'folder') ? `${file}/${kindOf(key)}.yaml` : file

function leftOutBecause({ live, target }: Planned, key: Key): string | undefined {
  const kind = kindOf(key)
  if (!managesKind(target.scope, kind)) return `\`manage\` of ${target.name} does not list ${LISTS[kind]}`
  const found = live.leftOut.get(key)
  if (!found) return undefined
  return isLeftToSpreadsheet(target.scope, found.source)
    ? 'a spreadsheet fills it; exclude: {kinds: []} in boardwright.yaml includes it'
    : `\`include\` and \`exclude\` of ${target.name} leave it out`
}

function fileOf({ local }: Planned, key: Key): string | undefined {
  if (!isKind(key, 'model')) return currentPlaces(local.tree).get(key)
  return keysIn(local.tree.content).includes(key) ? `${MODEL}/${idIn(key)}` : undefined
}

function belongsTo(planned: Planned, key: Key, target: Target): string {
  const { live, work, plan } = planned
  const ours = `this project (${target.projectId})`
  if (isKind(key, 'folder')) return 'nobody: a folder is found by its place'
  if (isKind(key, 'model'))
    return live.modelRecord ? ours : `not managed; ${applyAllCommand(plan, '--accept', 'model')} takes it over`
  const owner = live.owners.get(key)
  if (owner !== undefined) return `project ${owner}`
  if (live.entries.has(key)) return ours
  if (work.lastApplied.has(key)) return `${ours}; its record is gone, and the next apply writes it again`
  if (live.leftOut.has(key) || !managesKind(target.scope, kindOf(key))) return 'not managed: it is left out'
  return live.facts.has(key) ? `not managed; ${toAdopt(plan)} takes it over` : 'this tree: it is not live'
}

function showing({ local, live }: Planned, key: Key): Key[] {
  const object = local.tree.content.get(key) ?? live.content.get(key)
  return (object?.references ?? []).flatMap((each: ReportReference) => reportOf(each) ?? [])
}

function nameOf({ local, live }: Planned, key: Key): string {
  const object = OBJECTS[kindOf(key)].hasEntries ? (local.tree.content.get(key) ?? live.content.get(key)) : undefined
  return object?.name ?? live.leftOut.get(key)?.name ?? idIn(key)
}
