import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { BoardwrightError } from '@boardwright/common'
import { Command } from 'commander'
import { printable } from '../../content/printable.ts'
import { shellWord } from '../../content/shell-word.ts'
import { environment } from '../environment.ts'
import { untilStopped } from '../interrupt.ts'
import { startDirectory, today } from '../options.ts'
import { madeKeys, note } from '../output.ts'
import { runPreview } from '../preview-page.ts'
import { connectOptions } from '../settings.ts'
import { refusedPath } from '../write-file.ts'

interface Options {
  readonly open: boolean
  readonly json?: true
}

export function demoCommand(): Command {
  return new Command('demo')
    .description('see it at work: a platform on this machine, its dashboards in git, and a change to look at')
    .argument('[dir]', 'keep the files here (default: they are thrown away when the demo stops)')
    .option('--no-open', 'open no browser')
    .option('--json', 'print one line of JSON when ready')
    .action(async (dir: string | undefined, options: Options, command: Command) => {
      const root = dir === undefined ? temporary() : emptyDirectory(resolve(startDirectory(command), dir))
      try {
        await runDemo(root, options)
      } finally {
        if (dir === undefined) rmSync(root, { recursive: true, force: true })
      }
      if (!options.json) note(printable(`Demo stopped.${dir === undefined ? '' : ` Its files are still in ${root}.`}`))
    })
}

async function runDemo(root: string, { open, json }: Options): Promise<void> {
  const [{ startSandbox }, { DEMO_PAGE, prepareDemo }] = await Promise.all([
    import('@boardwright/sandbox'),
    import('../../setup/demo.ts'),
  ])
  const stop = new AbortController()
  void untilStopped().then(() => stop.abort())
  note('Starting a platform on this machine, and exporting what it holds ...')
  const sandbox = await startSandbox({ seed: 'demo' })
  try {
    const { url, deployments } = sandbox
    const token = sandbox.keys.admin
    const env = { ...withoutOurs(environment()), BOARDWRIGHT_TOKEN: token }
    const deployment = deployments.find(({ name }) => name === 'production')?.id ?? 1
    await prepareDemo(root, { ...connectOptions(), signal: stop.signal, env, url, deployment, today: today() })
    if (stop.signal.aborted) return
    await runPreview(root, {
      ...{ env, port: 0, at: `${DEMO_PAGE}?compare=swipe`, json },
      open: open && !json ? true : undefined,
      ready: (preview) =>
        madeKeys(
          json ? JSON.stringify({ format: 1, url, token, root, preview }) : ready({ url, token, root, preview }),
        ),
    })
  } finally {
    await sandbox.close()
  }
}

/** What was set up for other platforms does not count here. */
const withoutOurs = (env: ReturnType<typeof environment>) =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('BOARDWRIGHT_')))

const temporary = (): string => mkdtempSync(join(tmpdir(), 'boardwright-demo-'))

function emptyDirectory(root: string): string {
  try {
    mkdirSync(root, { recursive: true })
    if (readdirSync(root).length === 0) return root
  } catch (cause) {
    throw refusedPath(cause, root, 'made')
  }
  throw new BoardwrightError('USAGE', `${root} is not empty`, { hint: 'Name a directory that is not there yet.' })
}

/** What to type to start this program again. */
const program = (): string => (process.env['npm_command'] === 'exec' ? 'npx boardwright' : 'boardwright')

interface Ready {
  readonly url: string
  readonly token: string
  readonly root: string
  readonly preview: string
}

const ready = ({ url, token, root, preview }: Ready): string =>
  [
    'Ready, on this machine only:',
    '',
    `  the platform     ${url}/`,
    `  its dashboards   ${printable(root)}`,
    '                   Files in git, with a commit that is not live yet.',
    `  that commit      ${preview}`,
    '                   Move the slider: left of the line is what is live,',
    '                   right of it what apply makes of it.',
    '',
    'Type next, in another terminal:',
    `  cd ${printable(shellWord(root))}`,
    `  export BOARDWRIGHT_TOKEN=${token}`,
    '  git show    # the commit: two widgets trade places,',
    '              # and a report asks for another period',
    `  ${program()} plan    # what it changes for viewers`,
    `  ${program()} apply   # make it live: it ends with the dashboard's address`,
    'Ctrl-C stops the demo.',
  ].join('\n')
