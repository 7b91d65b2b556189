import { BoardwrightError } from '@boardwright/common'
import type { Sandbox } from '@boardwright/sandbox'
import { Command, Option } from 'commander'
import { untilStopped } from '../interrupt.ts'
import { integer, startDirectory } from '../options.ts'
import { madeKeys, note } from '../output.ts'

/** The sandbox's seeds, repeated here so that `--help` does not have to load it. */
const SEEDS = ['acme', 'demo', 'empty', 'scale', 'grown'] as const

interface Options {
  readonly data?: string
  readonly port: number
  readonly seed?: (typeof SEEDS)[number]
  readonly reports?: number
  readonly live?: true
  readonly rate: number
  readonly peopleSeed: number
  readonly engine?: true
  readonly json?: true
}

export function sandboxCommand(): Command {
  return new Command('sandbox')
    .description('run a sandbox of the platform on this machine, to try, test and rehearse against')
    .option('--data <dir>', 'keep the data here (default: it is thrown away when the sandbox stops)')
    .option('--port <n>', 'the port; 0 picks a free one', integer(0, 65_535), 4460)
    .addOption(new Option('--seed <name>', 'what it starts with (default: acme)').choices(SEEDS))
    .option('--reports <n>', 'how many reports the seed `scale` makes', integer(0, 200_000))
    .option('--live', 'people edit, draft, publish and duplicate by themselves')
    .option('--rate <n>', 'with --live: how many times a minute', integer(1, 6000), 30)
    .option('--people-seed <n>', 'with --live: the same number, the same work', integer(0, 1_000_000), 1)
    .option('--engine', 'answer the data API with the open engine that is installed beside the project')
    .option('--json', 'print one line of JSON when ready')
    .action(runSandbox)
}

async function runSandbox(
  { data, port, seed, reports, live, rate, peopleSeed, engine, json }: Options,
  command: Command,
): Promise<void> {
  if (reports !== undefined && seed !== 'scale') {
    throw new BoardwrightError('USAGE', '--reports goes with --seed scale', {
      hint: 'Add --seed scale, or leave --reports out.',
    })
  }
  const { startSandbox } = await import('@boardwright/sandbox')
  const stopped = untilStopped()
  const sandbox = await startSandbox({
    data,
    port,
    seed,
    reports,
    engine: engine && startDirectory(command),
    live: live && { perMinute: rate, seed: peopleSeed },
  })
  madeKeys(json ? readyJson(sandbox) : readyText(sandbox, data))
  await stopped
  await sandbox.close()
  if (!json) note('Sandbox stopped.')
}

const readyJson = ({ url, keys, control, deployments }: Sandbox): string =>
  JSON.stringify({ format: 1, url, keys, control, deployments })

const readyText = ({ url, keys, control, deployments, directory }: Sandbox, data: string | undefined): string =>
  [
    `Sandbox ready at ${url}`,
    '',
    `  deployments  ${deployments.map(({ id, name }) => `${id} ${name}`).join(', ')}`,
    `  admin key    ${keys.admin}`,
    `  member key   ${keys.member}   (not an admin)`,
    `  scoped key   ${keys.scoped}   (${deployments[0]?.name} only)`,
    `  control key  ${control}   (for /_sandbox: faults, switches, people, clock)`,
    `  pages        ${url}/   (for a browser: its content, and the requests it received)`,
    `  API          ${url}/api/v1/spec`,
    `  data         ${directory}${data === undefined ? '   (removed when it stops)' : ''}`,
    '',
    'Try:',
    `  BOARDWRIGHT_TOKEN=${keys.admin} boardwright doctor --url ${url}`,
    'Ctrl-C stops it.',
  ].join('\n')
