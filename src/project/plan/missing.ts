import type { Client } from '@boardwright/platform'
import { definedIn } from '@boardwright/platform/model'
import type { Target } from '../../config/model.ts'
import { ASKS_NOTHING, type Asked } from '../../content/asked.ts'
import { idIn, isKind, type Key, type Kind, kindOf } from '../../content/kinds.ts'
import type { Objects } from '../../content/model.ts'
import { OBJECTS } from '../../content/objects.ts'
import type { IsOwner } from '../../content/uses.ts'
import { hasOwner, type KnownMembers, type Members, readMembers } from '../../lint/members.ts'
import { missingNames } from '../../lint/missing-names.ts'
import { type LiveContent, readModelTexts } from '../../live/index.ts'
import { type Missing, NOTHING_MISSING } from '../../plan/breaks.ts'
import type { PlanInputs } from '../../plan/inputs.ts'
import type { Unsealed } from '../../plan/plan-file.ts'
import type { Decision } from '../../plan/work.ts'
import type { TreeFiles } from '../../serialize/documents.ts'
import { MODEL } from '../../serialize/layout.ts'
import { isOfTreeModel, readTreeModel } from '../../serialize/model/read.ts'
import { isModelAsInTree, liveModelFiles } from '../local/model-sides.ts'
import type { TargetTree } from '../local/render.ts'

/** An object that a plan writes: what it asks of the data model afterwards, and what it asked before. */
interface Written {
  readonly key: Key
  readonly asks: (isOwner: IsOwner) => Asked
  readonly asked: (isOwner: IsOwner) => Asked
}

interface Sides {
  readonly local: TargetTree
  readonly live: LiveContent
}

/**
 * What this plan newly asks for and viewers will not have, because the live data model lacks it and this plan does not
 * write it. Reads that data model only if the plan asks for something new.
 */
export async function readMissing(
  client: Client,
  target: Target,
  sides: Sides,
  { plan, work }: Decision<Unsealed>,
  inputs: PlanInputs,
): Promise<Missing> {
  const { local, live } = sides
  // Then its content was checked already.
  if (live.isModelWhole && isModelAsInTree(local, live)) return NOTHING_MISSING
  const written = plan.objects.flatMap(({ key, action }): Written[] => {
    const [now, before] = [work.wanted.get(key)?.whole(), inputs.live.content.get(key)?.whole()]
    if (!now || action === 'delete') return []
    return [{ key, asks: asksOf(key, now), asked: before ? asksOf(key, before) : () => ASKS_NOTHING }]
  })
  const { files } = local
  const own = readMembers(readTreeModel(files))
  const asking = written.filter(({ asks, asked }) => isMore(asks(ownersOf([own])), asked(ownersOf([own]))))
  if (asking.length === 0) return NOTHING_MISSING
  const after = await modelAfter(client, target, sides, plan)
  if ('unknown' in after) return { names: [], ...after }
  const members = readMembers(readTreeModel(after))
  if (!members.known) return { names: [], unknown: members.because }
  return { names: namesMissing(asking, members, own, (name) => fileLacking(name, files, after)) }
}

const asksOf =
  <K extends Kind>(key: Key<K>, object: Objects[K]) =>
  (isOwner: IsOwner): Asked =>
    OBJECTS[kindOf(key)].asks(object, isOwner)

const ownersOf =
  (models: readonly Members[]): IsOwner =>
  (name) =>
    models.some((members) => members.known && hasOwner(members, name))

type Found = TreeFiles | { readonly unknown: string }

/** The data model that viewers get once the plan is applied; or why that is not known. */
async function modelAfter(client: Client, target: Target, { local, live }: Sides, plan: Unsealed): Promise<Found> {
  const found = live.isModelWhole ? liveModelFiles(local, live) : await readAll(client, target, live)
  if ('unknown' in found) return found
  const [unreadable] = [...live.unreadable].map(idIn)
  if (unreadable !== undefined) return { unknown: `${unreadable} cannot be read` }
  const after = new Map(found)
  for (const { key, action } of plan.objects) {
    if (!isKind(key, 'model')) continue
    const file = `${MODEL}/${idIn(key)}`
    const bytes = action === 'delete' ? undefined : local.files.get(file)
    if (bytes) after.set(file, bytes)
    else after.delete(file)
  }
  return [...after.keys()].some((file) => isOfTreeModel(file)) ? after : { unknown: 'it has no files' }
}

/** Also what the target leaves alone. */
async function readAll(client: Client, target: Target, { absentBranch }: LiveContent): Promise<Found> {
  const branch = absentBranch?.from ?? target.dataModel?.branch
  const texts = await readModelTexts(client, target.deployment, branch)
  if ('unknown' in texts) return texts
  const files = [...texts].map(([path, text]) => [`${MODEL}/${path}`, text] as const)
  const [notText] = files.find(([file, text]) => text === undefined && isOfTreeModel(file)) ?? []
  if (notText !== undefined) return { unknown: `${notText} is not text` }
  return new Map(files.map(([file, text = '']) => [file, Buffer.from(text)]))
}

/** Whether something is asked that was not asked before. */
const isMore = (now: Asked, before: Asked): boolean =>
  (['members', 'owners', 'sql', 'expressions'] as const).some((list) =>
    now[list].some((each) => each.trim() !== '' && !before[list].includes(each)),
  )

/** What the tree's own data model lacks as well is a mistake in the tree, and not said here. */
function namesMissing(
  asking: readonly Written[],
  live: KnownMembers,
  own: Members,
  fileOf: (name: string) => string | undefined,
): Missing['names'] {
  const isOwner = ownersOf([own, live])
  const there = new Set(allOf(live))
  const suspects = own.known ? allOf(own).filter((name) => !there.has(name)) : []
  const users = new Map<string, Key[]>()
  for (const { key, asks, asked } of asking) {
    const now = missingNames(asks(isOwner), live, suspects)
    const before = missingNames(asked(isOwner), live, suspects)
    const everywhere = own.known ? missingNames(asks(isOwner), own, []) : before
    for (const name of now) {
      if (!before.has(name) && !everywhere.has(name)) users.set(name, [...(users.get(name) ?? []), key])
    }
  }
  return [...users]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, keys]) => ({ name, users: keys, file: fileOf(name) }))
}

const allOf = ({ of }: KnownMembers): string[] =>
  [...of].flatMap(([owner, all]) => [...all].map((name) => `${owner}.${name}`))

/** The file of the tree that would bring a name, and is not what viewers will have. */
const fileLacking = (name: string, files: TreeFiles, after: TreeFiles): string | undefined =>
  definedIn(readTreeModel(files), name).find((file) => !isSame(files.get(file), after.get(file)))

const isSame = (one: Uint8Array | undefined, other: Uint8Array | undefined): boolean =>
  one !== undefined && other !== undefined && Buffer.compare(one, other) === 0
