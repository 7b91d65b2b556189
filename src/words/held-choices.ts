import { listed, plural } from '../content/counted.ts'
import { idIn, isKind, type Key, type Kind, kindOf } from '../content/kinds.ts'
import { OBJECTS } from '../content/objects.ts'
import { printableName, shortCommit } from '../content/printable.ts'
import { PLACE } from '../content/units.ts'
import { type Named, namingOf } from '../plan/naming.ts'
import type { CommonPlan, HeldObject, HeldReason } from '../plan/plan-file.ts'
import {
  applyAgainCommand,
  applyAllCommand,
  commandLine,
  moveCommand,
  removals,
  toAdopt,
  toApply,
  toExport,
  toForget,
  toRestore,
} from './commands.ts'

export type WayOut = readonly [words: string, command: string]
type Choices = (held: HeldObject, plan: CommonPlan) => readonly WayOut[]

/**
 * The ways out for a held object. In a plan that restores edits, overwriting would write the repo's version instead of
 * those.
 */
export const choicesFor: Choices = (held, plan) => {
  const { restores } = plan
  if (restores === undefined || !EDITED_SINCE.has(held.reason)) return COMMANDS[held.reason](held, plan)
  const drafts = held.reason === 'draft' || held.reason === 'edited-report' ? ['--drafts'] : []
  return [
    takeIntoGit('Take what is live into git first', held, plan, [held, ...waitedFor(held)], ...drafts),
    ['Commit it, and record it', toApply(plan, held)],
    ['Then bring this back', toRestore(restores)],
  ]
}

/** Reasons that mean a newer edit is in the way of the one to restore. */
const EDITED_SINCE: ReadonlySet<HeldReason> = new Set(['conflict', 'overlap', 'draft', 'edited-report', 'adopted-edit'])

/** An export from a target that is not home writes no content file, for these are for all targets. */
const takeIntoGit = (
  words: string,
  held: HeldObject,
  plan: CommonPlan,
  named: readonly Named[],
  ...flags: readonly string[]
): WayOut => {
  const { name, notHome } = plan.target
  if (!notHome || isKind(held.key, 'model')) return [words, toExport(plan, named, ...flags)]
  const files = filesToWrite(held, plan)
  const into = files.length === 0 ? 'its file' : listed(files.map(printableName))
  const isForAll = held.units.some(({ unit }) => isWithoutOverlay(held.key, unit))
  const where = isForAll ? 'for all targets: no overlay can say it' : `or for ${name} alone into overlays/${name}/`
  return [`${words}, by hand`, `write it into ${into}, ${where}`]
}

/** A dashboard that waits for edits of reports is held itself, but the files of those reports lack something. */
function filesToWrite({ key, file, reason, waitsFor = [] }: HeldObject, { left }: CommonPlan): readonly string[] {
  const isEdited = (each: CommonPlan['left'][number]): boolean =>
    each.reason === 'edited-report' && (each.within === key || waitsFor.includes(each.key))
  const reports = reason === 'edited-report' ? left.filter(isEdited).flatMap((each) => each.file ?? []) : []
  return reports.length > 0 ? reports : file === undefined ? [] : [file]
}

/** Where an object is and what it is called by: its file says that for every target. */
const isWithoutOverlay = (key: HeldObject['key'], unit: string): boolean =>
  PLACE.has(unit) || unit === 'slug' || (isKind(key, 'folder') && unit === 'name')

/** Edits that `--select` for this object includes, because they are inside it or in another part of it. */
const editsBeside = ({ key, file }: HeldObject, { held, left }: CommonPlan): readonly unknown[] =>
  [...left.filter(({ reason }) => reason === 'ui-edit'), ...held.filter((each) => each.key !== key)].filter(
    (each) =>
      OVERWRITTEN.has(each.reason) &&
      (each.key === key || each.within === key || (isKind(key, 'folder') && each.file?.startsWith(`${file}/`))),
  )

const OVERWRITTEN: ReadonlySet<string> = new Set(['ui-edit', 'conflict', 'overlap'])

const overwrite = (words: string, held: HeldObject, plan: CommonPlan): WayOut => {
  const others = editsBeside(held, plan).length
  return [
    others === 0 ? words : `${words}, and overwrite ${plural(others, 'other UI edit')}`,
    toApply(plan, held, '--accept', 'ui-edits'),
  ]
}

/** On a conflict, `export` keeps the repo's version, so live can only be taken as a whole. */
const takeEdit: Choices = (held, plan) => {
  const inside = INSIDE[kindOf(held.key)]
  return [
    takeIntoGit(`Take what is live into git${inside ?? ''}`, held, plan, [held], '--mirror'),
    [
      inside === undefined ? 'Or overwrite this one object' : `Or overwrite it${inside}`,
      toApply(plan, held, '--accept', 'ui-edits'),
    ],
    ...thenPublish(held, plan),
  ]
}

/** What `--select` includes besides the object. */
const INSIDE: { readonly [K in Kind]?: string } = {
  workbook: ', with its reports',
  folder: ', with everything in it',
}

/** Applying a report alone does not publish its dashboard. Nothing else of a workbook is on it. */
const thenPublish: Choices = ({ key, within }, plan) => {
  if (!isKind(key, 'report')) return []
  const waits = [...plan.held, ...plan.left].some(
    ({ key, reason }) => key === within && !PUBLISHED_AFTERWARDS.has(reason),
  )
  return within === undefined || waits ? [] : [['Then publish its dashboard', toApply(plan, { key: within })]]
}

/** Live has another name for it, or may have: then one that is created again is a second one. */
const renameHere = (held: HeldObject): readonly WayOut[] =>
  waitedFor(held).map(({ key }): WayOut => ['If it was renamed, rename it here', moveCommand(held, key)])

const createAgain: Choices = (held, plan) => [
  overwrite(renameHere(held).length > 0 ? 'Or create it again' : 'Create it again', held, plan),
  ...(held.lostBy ? thenShow(held.lostBy, plan) : thenPublish(held, plan)),
]

/** Nobody edited the widgets that lost the report, so their dashboards need no `--accept ui-edits`. */
const thenShow = (dashboards: readonly Key[], plan: CommonPlan): readonly WayOut[] => [
  [
    dashboards.length === 1
      ? 'Then show it on its dashboard again'
      : `Then show it on its ${plural(dashboards.length, 'dashboard')} again`,
    toApply(
      plan,
      dashboards.map((key) => ({ key })),
    ),
  ],
]

/** Reasons that hold a dashboard only until its report is applied. */
const PUBLISHED_AFTERWARDS: ReadonlySet<string> = new Set([
  'held-report',
  'edited-report',
  'adopted-edit',
  'unmanaged-report',
  'ui-edit',
])

const waitedFor = ({ waitsFor = [] }: HeldObject) => waitsFor.map((key) => ({ key }))

const takeUnpublished =
  (what: string): Choices =>
  (held, plan) => [
    takeIntoGit(`Take ${what} into git`, held, plan, [held, ...waitedFor(held)], '--drafts'),
    overwrite(`Or replace ${what}`, held, plan),
  ]

/** The object itself; or its workbook, if that cannot be deleted while it still contains this report. */
const leavesWith = ({ within, ...held }: HeldObject, { held: all }: CommonPlan): Named =>
  all.find(({ key, reason }) => key === within && reason === 'holds-others') ?? held

/** Each of them, if a role names several. */
const renamedDeployments = ({ file = '' }: HeldObject): readonly WayOut[] => [
  ['Write the name that it has now', `into ${printableName(file)}`],
  ['Or give it that name again', 'in the UI'],
]

const overwriteNewer: Choices = (held, plan) => [
  [`Or overwrite the newer state${INSIDE[kindOf(held.key)] ?? ''}`, toApply(plan, held, '--accept', 'newer')],
]

/** A promotion uses the commit that is applied to the other target, so a merge here does not change it. */
const bringApplied = (commit: string, { promotion }: CommonPlan): WayOut => {
  const merge = `git merge ${shortCommit(commit)}`
  return promotion === undefined
    ? ['Bring what was applied into this branch', merge]
    : [
        `Bring what was applied to ${promotion.from}, too`,
        `${merge} && ${commandLine('apply', '--target', promotion.from)}`,
      ]
}

const IN_THE_UI: WayOut = ['Publish it with that edit', 'in the UI, which overwrites nothing']

/** A plan that restores edits has them from no commit, so `apply` would publish something else. */
export const reviewChoices = (plan: CommonPlan, dashboards: readonly Named[]): readonly WayOut[] => [
  ['Have it reviewed', 'approve and publish it in the UI'],
  ...(plan.restores === undefined
    ? [['Or, once it may be published, try again', applyAgainCommand(plan, dashboards)] as const]
    : []),
]

/** The plan names the held object that this one waits for, with the ways out. */
const WITH_THE_OTHER: Choices = () => []

const takeBack = (words: string, held: HeldObject, plan: CommonPlan): WayOut => [
  words,
  toExport(plan, [held], '--mirror'),
]

/** An export takes what the repo removed only if that is undone, and what it never had only as something new. */
const flagToTake = (key: Key, { left, held }: CommonPlan): '--mirror' | '--new' =>
  [...left, ...held].some((each) => each.key === key) ? '--mirror' : '--new'

const followed = ({ file }: HeldObject): readonly WayOut[] =>
  file === undefined
    ? []
    : [['Or follow the new name', `write it into ${printableName(file)}, and the old one as \`was\``]]

const MOST_FORGOTTEN = 3

export const otherProjectChoices = (held: readonly HeldObject[]): readonly WayOut[] => [
  ['If this is that project', 'set its projectId in boardwright.yaml'],
  [
    `Or give ${held.length === 1 ? 'it' : 'them'} up, in that project`,
    held.length > MOST_FORGOTTEN ? 'with boardwright adopt --undo, by slug or id' : toForget(held),
  ],
]

/** What to do next, for each reason. */
const COMMANDS: { readonly [reason in HeldReason]: Choices } = {
  'held-report': WITH_THE_OTHER,
  'held-workbook': WITH_THE_OTHER,
  'held-folder': WITH_THE_OTHER,
  // Printed once for all such objects.
  unseen: () => [],
  'absent-report': (held, { target }) => [
    ['Show another report there, or none', `change ${printableName(`${held.file}/dashboard.yaml`)}`],
    ...waitedFor(held).map(
      (): WayOut => ['Or bring it there', `change what boardwright.yaml leaves out of ${target.name}`],
    ),
  ],
  'still-used': (held, plan) => [
    ['Take it off there', 'in the repo, or in the UI if it is not in the repo'],
    takeBack('Or take it back into git', held, plan),
  ],
  'holds-others': (held, plan) => [
    ['Move that elsewhere', 'in the UI'],
    takeBack('Or take it back into git', held, plan),
  ],
  'no-record': (held, plan) =>
    held.what === 'delete'
      ? [
          takeBack('Take it back into git', held, plan),
          ['Or say that these are managed no more', 'take them out of `manage` in boardwright.yaml'],
        ]
      : [
          ['Apply a workbook along with it', 'one that the repo declares, or a new one'],
          ['Or take one over that is live', `${toExport(plan, [], '--new')}, then ${toAdopt(plan)}`],
        ],
  'has-members': (held, plan) => [
    [
      'Take them out first',
      isKind(held.key, 'group')
        ? 'in the UI, if they are to lose what it gives'
        : 'in the application that embeds dashboards, which says at each session who is in it',
    ],
    takeBack('Or take it back into git', held, plan),
  ],
  'absent-deployment': renamedDeployments,
  'absent-tenant': (held, plan) => [
    ['Have the tenant made', 'by opening a session for it there; then run the same command again'],
    ...removals(plan, held),
  ],
  taken: (held, plan) => {
    const where = held.file === undefined ? 'in its file' : `in ${printableName(held.file)}`
    const rename = (words: string): WayOut => [words, where]
    return held.waitsFor === undefined
      ? [['Upgrade boardwright', 'to a version that knows all of it'], rename('Or give this one another name')]
      : [rename('Give this one another name'), ...removals(plan, held)]
  },
  namesake: (held, plan) => {
    if (!isKind(held.key, 'role') || held.what === 'delete')
      return [['Give both their names back', 'in the UI'], ...followed(held)]
    return [...renamedDeployments(held), overwrite('Or apply what it says now', held, plan)]
  },
  running: () => [['Wait until it has ended', '15 minutes at most, if it was killed; then run the same command again']],
  'newer-ledger': () => [['Upgrade boardwright', 'to the version that last applied it, or a newer one']],
  'cannot-unpublish': (held) => [
    ['Keep it published', `remove \`publish: false\` from ${printableName(`${held.file}/workbook.yaml`)}`],
    ['Or unpublish it', 'in the UI'],
  ],
  'cannot-change': ({ key, units }) => {
    const [found] = units.flatMap(({ unit }) => OBJECTS[kindOf(key)].fixed?.[unit] ?? [])
    return found
      ? [
          ['Make a new one of it', found.anew],
          ['Or put it back', found.back],
        ]
      : [['Put it back', 'write what it was']]
  },
  conflict: takeEdit,
  overlap: takeEdit,
  draft: takeUnpublished('the draft'),
  'edited-report': takeUnpublished('what was edited'),
  'adopted-edit': (held, plan) =>
    editsBeside(held, plan).length === 0
      ? [overwrite('Publish it with that edit, which git has', held, plan)]
      : [IN_THE_UI, overwrite('Or publish it from git', held, plan)],
  'unmanaged-report': (held, plan) =>
    held.waitsFor === undefined
      ? [overwrite('Publish its current version', held, plan)]
      : [
          ['Take it into git', toExport(plan, waitedFor(held), '--new')],
          overwrite('Or publish its current version', held, plan),
        ],
  'deleted-live': (held, plan) => [...renameHere(held), ...createAgain(held, plan), ...removals(plan, held)],
  renamed: (held, plan) => [
    ...waitedFor(held).flatMap(({ key }): WayOut[] => [
      ['If it is, say so', namingOf(key).sameAs(idIn(key), held.file ?? '')],
      ...(OBJECTS[kindOf(key)].isNameless
        ? [['If it is another, give that one a file', toExport(plan, [{ key }], flagToTake(key, plan))] as const]
        : []),
      ...removals(plan, held),
    ]),
  ],
  'left-out': () => [['Include that place as well', 'in boardwright.yaml, until this is applied']],
  behind: (held, plan) => [
    ...(held.commit === undefined ? [] : [bringApplied(held.commit, plan)]),
    ...overwriteNewer(held, plan),
  ],
  'commit-unknown': (held, plan) => [
    ['Fetch what was applied', `git fetch origin${held.commit === undefined ? '' : ` ${printableName(held.commit)}`}`],
    takeBack('Or, if it is nowhere any more, take what is live into git', held, plan),
    ...overwriteNewer(held, plan),
  ],
  'edited-orphan': (held, plan) => [
    takeBack('Take it back into git', held, plan),
    ['Or delete it with its edit', toApply(plan, leavesWith(held, plan), '--prune', '--accept', 'ui-edits')],
  ],
  'other-project': (held) => otherProjectChoices([held]),
  review: (held, plan) => reviewChoices(plan, [held]),
  // The workbook is what is not managed; the report itself may not even be live.
  unclaimed: (held, plan) => [['Take it over', toAdopt(plan, held.within === undefined ? held : { key: held.within })]],
  'model-unclaimed': (held, plan) => {
    const { branch, branchFrom } = plan.target
    if (branchFrom === undefined) return [['Take the data model over', applyAllCommand(plan, '--accept', 'model')]]
    return [
      [`If ${branch} is not meant`, 'change `dataModel.branch` in boardwright.yaml'],
      [`Or create ${branch} from ${branchFrom}`, toApply(plan, held, '--accept', 'model')],
    ]
  },
}
