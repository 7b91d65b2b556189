import { h, type Markup, page, trusted } from '@boardwright/pictures'
import type { Happening } from '../control/live.ts'
import type { LoggedRequest } from '../control/requests.ts'
import { boardCard } from './board-card.ts'
import type { BranchFacts, DeploymentFacts } from './overview.ts'
import { STYLE } from './style.ts'

export interface IndexFacts {
  readonly url: string
  readonly now: string
  readonly deployments: readonly DeploymentFacts[]
  /** In the order of the answers. */
  readonly requests: readonly LoggedRequest[]
  /** What people do by themselves, newest first, if any are at work. The page then reloads itself. */
  readonly happenings?: readonly Happening[] | undefined
}

/** What is on the platform, and which requests it got. */
export const indexPage = ({ url, now, deployments, requests, happenings }: IndexFacts): string =>
  plainPage(
    'Sandbox',
    [
      h(
        'header',
        {},
        h('h1', {}, 'Boardwright sandbox'),
        h(
          'p',
          { class: 'faint' },
          'A platform on this machine, at ',
          h('code', {}, url),
          `. Its clock says ${clockTime(now)}.`,
        ),
      ),
      h(
        'main',
        {},
        beginSection(url, deployments),
        happenings && peopleSection(happenings),
        ...fullFirst(deployments).map(deploymentSection),
        requestSection(requests),
      ),
    ],
    happenings && h('meta', { 'http-equiv': 'refresh', content: '2' }),
  )

/** As in `2026-11-30T03:55:02.057Z`, without what nobody reads. */
const clockTime = (now: string): string => now.replace(/^(.{10})T(.{8}).*/, '$1 $2 UTC')

export const plainPage = (title: string, body: readonly Markup[], more?: Markup): string =>
  page(
    [
      ...(more ? [more] : []),
      h('meta', { charset: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('title', {}, `${title} - Boardwright sandbox`),
      h('link', { rel: 'icon', href: 'data:,' }),
      h('style', {}, trusted(STYLE)),
    ],
    body,
  )

export const messagePage = (title: string, message: string): string =>
  plainPage(title, [h('main', {}, h('section', {}, h('h1', {}, title), h('p', {}, message)))])

const count = (number: number, word: string, words = `${word}s`): string =>
  `${number.toLocaleString('en-US')} ${number === 1 ? word : words}`

/** Deployments are numbered from 1: the last is the one that people look at. */
const beginSection = (url: string, deployments: readonly DeploymentFacts[]): Markup =>
  h(
    'section',
    {},
    h('h2', {}, 'Type next'),
    h(
      'p',
      { class: 'faint' },
      'In an empty directory. The keys are in the terminal where the sandbox was started, and in ',
      h('code', {}, 'keys.json'),
      ' of its data directory.',
    ),
    h(
      'pre',
      { tabindex: 0, 'aria-label': 'Commands' },
      ...commands(url, deployments.at(-1)?.id ?? 1).map(([command, does]) =>
        h('span', { class: 'step' }, h('span', {}, command), h('span', { class: 'faint' }, `# ${does}`)),
      ),
    ),
  )

const commands = (url: string, deployment: number): readonly (readonly [string, string])[] => [
  ['export BOARDWRIGHT_TOKEN=bw-sandbox-...', 'the admin key'],
  [`boardwright init --url ${url} --deployment ${deployment}`, 'a project of your own'],
  ['boardwright export', 'what is below, as files'],
  ['boardwright preview', 'the files, as viewers will see them'],
]

const fullFirst = (deployments: readonly DeploymentFacts[]): readonly DeploymentFacts[] =>
  deployments.toSorted((a, b) => Number(b.workbooks.length > 0) - Number(a.workbooks.length > 0))

const deploymentSection = ({ id, name, reports, workbooks, branches }: DeploymentFacts): Markup =>
  h(
    'section',
    {},
    h('h2', {}, `${name} `, h('span', { class: 'faint' }, `deployment ${id}`)),
    h('p', { class: 'faint' }, `${count(workbooks.length, 'workbook')}, ${count(reports, 'report')}`),
    workbooks.length === 0 ? undefined : h('ul', { class: 'wall' }, ...workbooks.map(boardCard)),
    h(
      'details',
      {},
      h('summary', {}, count(branches.length, 'branch', 'branches'), ' of the data model'),
      table(['Branch', 'Commit', 'What it is'], branches.map(branchRow), `Branches of ${name}`),
    ),
  )

const table = (heads: readonly string[], rows: readonly Markup[], label: string, className = 'scroll'): Markup =>
  h(
    'div',
    { class: className, tabindex: 0, role: 'region', 'aria-label': label },
    h(
      'table',
      {},
      h('thead', {}, h('tr', {}, ...heads.map((text) => h('th', { scope: 'col' }, text)))),
      h('tbody', {}, ...rows),
    ),
  )

const branchRow = ({ name, commit, isDeployed, isFork }: BranchFacts): Markup =>
  h(
    'tr',
    {},
    h('td', {}, name),
    h('td', { class: 'code' }, commit?.slice(0, 10) ?? ''),
    h('td', { class: 'faint' }, isDeployed ? 'what dashboards ask' : isFork ? 'somebody’s own' : 'shared'),
  )

const peopleSection = (happenings: readonly Happening[]): Markup =>
  h(
    'section',
    {},
    h('h2', {}, 'People at work'),
    table(['When', 'Who', 'What', ''], happenings.map(happeningRow), 'People at work', 'log'),
  )

const happeningRow = ({ at, who, what, refused }: Happening): Markup =>
  h(
    'tr',
    {},
    h('td', { class: 'faint' }, at.slice(11, 19)),
    h('td', {}, who),
    h('td', {}, what),
    h('td', { class: 'bad' }, refused ?? ''),
  )

const MOST_REQUESTS = 300

function requestSection(requests: readonly LoggedRequest[]): Markup {
  const shown = requests.slice(-MOST_REQUESTS).toReversed()
  const writes = requests.filter(({ method }) => method !== 'GET').length
  return h(
    'section',
    {},
    h('h2', {}, 'Requests'),
    h('p', { class: 'faint' }, requestsText(requests.length, writes, shown.length)),
    shown.length === 0
      ? undefined
      : h(
          'details',
          {},
          h('summary', {}, 'Show them'),
          table(['Method', 'Path', 'Status', 'ms'], shown.map(requestRow), 'Requests', 'log'),
        ),
  )
}

function requestsText(all: number, writes: number, shown: number): string {
  if (all === 0) return 'Nothing was asked yet. Run a command against this address, and load this page again.'
  const start = `${count(all, 'request')}, ${writes === 0 ? 'none' : writes.toLocaleString('en-US')} of them other than GET.`
  return `${start} ${shown < all ? `The last ${shown} are here, the newest first.` : 'The newest is first.'}`
}

const requestRow = ({ method, path, query = '', status, ms }: LoggedRequest): Markup =>
  h(
    'tr',
    {},
    h('td', { class: method === 'GET' ? 'faint' : 'write' }, method),
    h('td', { class: 'code' }, `${path}${query}`),
    h('td', { class: status >= 200 && status < 300 ? 'good' : 'bad' }, status === 0 ? 'cut' : String(status)),
    h('td', { class: 'number faint' }, ms.toFixed(1)),
  )
