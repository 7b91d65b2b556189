// Slow: it runs every command of the guide's screens.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../packages/sandbox/index.ts'
import { commitAll, git, temporaryDirectory } from './support/directory.ts'
import { masked } from './support/docs/steps.ts'
import { runHere } from './support/in-process.ts'
import { atTerminal, ENTER, type Said } from './support/terminal.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'acme' })
})
afterAll(() => sandbox.close())

const COLUMNS = 80
/** Another one each time. */
const REQUEST = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const DOCUMENTED = 'http://127.0.0.1:4460'

interface Screen {
  readonly command: string
  readonly says?: () => readonly Said[]
  readonly env?: Readonly<Record<string, string>>
  /** Where it is about a mistake: what it ends with. */
  readonly exit?: number
  /** What happens between this screen and the next. */
  readonly after?: (root: string) => unknown
}

/** One story, in this order. */
const SCREENS: Readonly<Record<string, Screen>> = {
  init: {
    command: 'boardwright init',
    says: () => [
      ['Address of the tenant', `${sandbox.url}${ENTER}`],
      ['Which deployment is home?', `k${ENTER}`],
      ['What is it called here?', ENTER],
      ['Which others get the same content?', ENTER],
      ['Protect dev?', 'n'],
      ['Let git merge dashboards by widget', 'y'],
    ],
    after: (root) => exportFrom(root),
  },
  doctor: { command: 'boardwright doctor' },
  new: {
    command: 'boardwright new',
    says: () => [
      ['What do you want to create?', ENTER],
      ['What is the dashboard called?', `Orders${ENTER}`],
      ['About which cube or view?', `orders${ENTER}`],
      ['Which of its members?', ENTER],
      ['Draw it in a browser at once?', 'n'],
    ],
    after: (root) => commitAll(root),
  },
  plan: { command: 'boardwright plan' },
  apply: { command: 'boardwright apply', says: () => [['Type "yes" to go ahead', `yes${ENTER}`]], after: misspell },
  'wrong-chart': { command: 'boardwright validate', exit: 1, after: (root) => git(root, 'restore', '.') },
  'wrong-command': { command: 'boardwright deploy production', exit: 64 },
  'wrong-token': {
    command: 'boardwright plan',
    env: { BOARDWRIGHT_TOKEN: 'bw-of-last-year-0000000000000000' },
    exit: 3,
  },
}

/** A chart in the words of another library, over a column that is called otherwise. */
function misspell(root: string): void {
  const file = join(root, 'content/orders/reports/number-of-orders-by-month.yaml')
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace('mark: line', 'mark: lines').replace('orders\\.count', 'orders\\.total'))
}

const environment = () => ({ PATH: process.env['PATH'] ?? '', BOARDWRIGHT_TOKEN: sandbox.keys.admin, FORCE_COLOR: '1' })

async function exportFrom(root: string): Promise<void> {
  expect(await runHere(['export'], { cwd: root, env: environment() })).toMatchObject({ code: 0 })
}

/** The lines of a picture, without colours and what differs from run to run. */
const saidBy = (picture: string): string =>
  masked(
    [...picture.matchAll(/<text[^>]*>(.*)<\/text>/g)].map(([, line = '']) => line.replace(/<[^>]*>/g, '')).join('\n'),
  )

/** `npx vitest run test/screens.test.ts -u` draws them again. */
test('the screens in the guide are what the commands show on a terminal', async () => {
  const root = join(temporaryDirectory(), 'analytics')
  mkdirSync(root)
  for (const [name, { command, says, env, exit = 0, after }] of Object.entries(SCREENS)) {
    const [, ...args] = command.split(' ')
    const sitting = { cwd: root, env: { ...environment(), ...env }, columns: COLUMNS, says: says?.() ?? [] }
    const { code, screen, painted } = await atTerminal(args, sitting)
    expect([name, code, screen]).toEqual([name, exit, screen])
    const text = `\u001b[2m$ ${command}\u001b[0m\n${painted}`
      .replaceAll(sandbox.url, DOCUMENTED)
      .replaceAll(new URL(sandbox.url).host, new URL(DOCUMENTED).host)
      .replaceAll(REQUEST, '3f3176f4-4d10-4811-b439-ab185d49e906')
    const picture = execFileSync(process.execPath, ['examples/picture.mjs', String(COLUMNS)], {
      input: text,
      encoding: 'utf8',
    })
    const file = join('docs/pictures/screens', `${name}.svg`)
    const shown = existsSync(file) ? readFileSync(file, 'utf8') : ''
    await expect(saidBy(shown) === saidBy(picture) ? shown : picture).toMatchFileSnapshot(`../${file}`)
    await after?.(root)
  }
})
