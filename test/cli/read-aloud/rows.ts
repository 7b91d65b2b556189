import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FILES, type Place, TEXTS } from './place.ts'

/** A message: the situation that makes it, what is printed, and words that nobody would say aloud. */
interface Row {
  readonly about: string
  readonly say: (place: Place) => Promise<string>
  readonly printed: readonly string[]
  readonly gone: readonly RegExp[]
}

const SAVE_ORDERS = { do: 'edit-report', report: 'AAAAAAAAAAAA', set: { name: 'All orders' } }
const OTHER_SLUG = 'slug: board-2\nname: Board\nallowEmbed: true\n'
const PUBLISH = { do: 'publish', workbook: 'board' }

async function madeAlike({ commit, people }: Place): Promise<void> {
  await people(SAVE_ORDERS, PUBLISH)
  await commit({ [FILES.orders]: TEXTS.orders(10, 'All orders') })
}

export const ROWS: readonly Row[] = [
  {
    about: 'what people made alike in the repo and in the UI, in a plan',
    async say(place) {
      await madeAlike(place)
      return place.say('plan')
    },
    printed: ['1 object now matches the repo'],
    gone: [/ledger|recorded/],
  },
  {
    about: 'the same, applied',
    async say(place) {
      await madeAlike(place)
      return place.say('apply', '--yes')
    },
    printed: ['recording what was applied: 1', 'Done       nothing to change: what is live matched already'],
    gone: [/ledger/],
  },
  {
    about: 'a workbook that was copied in the UI',
    async say({ people, say }) {
      await people({ do: 'duplicate', workbook: 'board' })
      return say('export')
    },
    printed: ['is a copy made in the UI, and not managed'],
    gone: [/ledger|carries/],
  },
  {
    about: 'a data model that is written',
    async say({ commit, say }) {
      await commit({ [FILES.cube]: `${TEXTS.cube('count')}      - {name: kinds, type: count_distinct, sql: kind}\n` })
      return say('apply', '--yes')
    },
    printed: ['Done       data model written'],
    gone: [/route|fork|dev mode/],
  },
  {
    about: 'a line below a list that is no item of it',
    async say({ commit, say }) {
      await commit({ [FILES.dashboard]: TEXTS.dashboard.replace('  - id: b', '  id: b') })
      return say('validate')
    },
    printed: ['each item begins with "- "', ': 1 problem in 1 file.'],
    gone: [/sequence item|indicator/i],
  },
  {
    about: 'a misspelt key that holds the targets',
    async say({ commit, say, root }) {
      const config = await readFile(join(root, FILES.config), 'utf8')
      await commit({ [FILES.config]: config.replace('targets:', 'targts:') })
      return say('validate')
    },
    printed: ['unknown key "targts"', 'did you mean "targets"?'],
    gone: [/BW-E1303|there is no target/],
  },
  {
    about: 'an error in a file before one with a warning: it comes last',
    async say({ commit, say }) {
      await commit({
        [FILES.late]: 'id: BBBBBBBBBBBB\nname: Late\nqeury: {}\n',
        [FILES.orders]: 'id: AAAAAAAAAAAA\nname: Orders\nsql: select * from warehouse.stock\n',
      })
      const text = await say('validate')
      return text.slice(text.indexOf('warning: '))
    },
    printed: ['warning: ', 'unknown key "qeury"'],
    gone: [/understood/],
  },
  {
    about: 'a branch that this clone lacks',
    async say({ commit, say, root }) {
      const config = await readFile(join(root, FILES.config), 'utf8')
      await commit({ [FILES.config]: `${config}mergeInto: release\n` })
      return say('validate')
    },
    printed: ['this clone has no branch release. Fetch it: git fetch origin release:refs/remotes/origin/release.'],
    gone: [/by hand/],
  },
  {
    about: 'completion for no shell',
    say: ({ say }) => say('setup', 'shell'),
    printed: ['[shell] is missing: bash', 'Name the shell: boardwright setup shell bash'],
    gone: [/it is not said/],
  },
  {
    about: 'a member that gets its name from another',
    async say({ commit, say }) {
      await commit({ [FILES.view]: TEXTS.view })
      return say('rename', 'sales.orders_count', 'number')
    },
    printed: ['"sales.orders_count" gets its name from "orders.count"', 'boardwright rename orders.count NEW'],
    gone: [/has its name from|rename that/],
  },
  {
    about: 'who notices that a dashboard is published',
    async say({ commit, say }) {
      await commit({ [FILES.orders]: TEXTS.orders(20) })
      return say('plan')
    },
    printed: ['Viewers see the change. No scheduled emails, open to embedding, by no tenant so far.'],
    gone: [/emails, embedded|both/],
  },
  {
    about: 'where to look at what an apply has published',
    async say({ commit, say }) {
      await commit({ [FILES.orders]: TEXTS.orders(20) })
      return say('apply', '--yes')
    },
    printed: [
      'published  Sales / Board, with 1 report    version 2\n             http://127.0.0.1:',
      '/d/D00000000000\n',
    ],
    gone: [/fork|ledger/],
  },
  {
    about: 'where a dashboard opens',
    say: ({ say }) => say('status', 'sales/board'),
    printed: ['  opens at    http://127.0.0.1:'],
    gone: [/ledger|unit/],
  },
  {
    about: 'where a colleague sees it as it is now',
    async say({ commit, say, root }) {
      await commit({ [FILES.orders]: TEXTS.orders(20) })
      await say('plan', '--out', `${root}/.boardwright/plan.json`)
      return say('ci', 'comment', `${root}/.boardwright/plan.json`, '--out', '-')
    },
    printed: ['[See it as it is now](http://127.0.0.1:'],
    gone: [/ledger|unit/],
  },
  {
    about: 'what a mirror drops of the repo',
    async say({ commit, say }) {
      await commit({
        [FILES.orders]: TEXTS.orders(20, 'Orders of ours'),
        'content/sales/board/reports/new.yaml': 'id: CCCCCCCCCCCC\nname: New\n',
        [FILES.cube]: TEXTS.cube('number'),
      })
      return say('export', '--mirror')
    },
    printed: [
      `dropped ${FILES.orders}:3: what the repo has for "query"`,
      `dropped ${FILES.orders}:2: what the repo has for "name"`,
      'dropped content/sales/board/reports/new.yaml: it is not live',
      `dropped ${FILES.cube}: what the repo changed`,
    ],
    gone: [/orphan|unit/],
  },
  {
    about: 'three changes that viewers see together',
    async say({ commit, say }) {
      await commit({
        [FILES.orders]: TEXTS.orders(20),
        [FILES.late]: TEXTS.late(20),
        [FILES.dashboard]: TEXTS.titled,
      })
      return say('plan')
    },
    printed: ['Viewers see all of this at once.', 'showLegend true'],
    gone: [/both changes/, /show legend/],
  },
  {
    about: 'SQL that cannot be followed',
    async say({ commit, say }) {
      await commit({ [FILES.orders]: 'id: AAAAAAAAAAAA\nname: Orders\nsql: select * from warehouse.stock\n' })
      return say('validate')
    },
    printed: ['1 SQL query not checked (of tables outside the data model).'],
    gone: [/understood/],
  },
  {
    about: 'what is held and not edited, in a list of UI edits',
    async say({ commit, say }) {
      await commit({ [FILES.workbook]: OTHER_SLUG })
      return say('status', '--ui-edits')
    },
    printed: ['as far as they are counted.\n  not counted: 3 objects held'],
    gone: [/No UI edits[^,]*\.\n/],
  },
  {
    about: 'a workbook that has another slug now',
    async say({ commit, say }) {
      await commit({ [FILES.workbook]: OTHER_SLUG })
      return say('plan', '--prune')
    },
    printed: ['it has no file any more: removed from the repo, or renamed'],
    gone: [/unless it was renamed/],
  },
  {
    about: 'a measure that is removed while reports use it',
    async say({ commit, say }) {
      await commit({ [FILES.cube]: TEXTS.cube('number') })
      return say('plan')
    },
    printed: [
      '2 reports still use it',
      'If that is meant:  boardwright apply --target production --accept broken-uses',
    ],
    gone: [/--break/],
  },
  {
    about: 'an apply that fails before it wrote anything',
    async say({ commit, say, sandbox }) {
      await commit({ [FILES.orders]: TEXTS.orders(20) })
      sandbox.controls.addFault({ method: 'PUT', path: '**', kind: 'status', status: 403, times: 99 })
      return say('apply', '--yes')
    },
    printed: ['FAILED', 'Then do the 2 steps left:  boardwright apply --target production'],
    gone: [/go back|git revert/],
  },
  {
    about: 'a widget that was removed here and edited in the UI',
    async say({ commit, people, say, widgetsWith }) {
      await commit({ [FILES.dashboard]: TEXTS.alone })
      const retitled = await widgetsWith('b', { title: 'Late ones' })
      await people({ do: 'edit-draft', workbook: 'board', set: { widgets: retitled } }, PUBLISH)
      return say('export')
    },
    printed: [`kept ${FILES.dashboard}: "widget b" was changed both here and in the UI`],
    gone: [/workbook\.yaml/],
  },
]
