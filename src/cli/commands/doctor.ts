import process from 'node:process'
import { Command } from 'commander'
import { BoardwrightError } from '../../errors.ts'
import type { Examination } from '../../sync.ts'
import { integer } from '../options.ts'
import { printable, result } from '../output.ts'

interface Options {
  readonly url: string
  readonly json?: true
  readonly timeout: number
}

export function doctorCommand(): Command {
  return new Command('doctor')
    .description('check the way to the platform: address, token, clock, what the token may see')
    .requiredOption('--url <url>', 'the address of the tenant, such as https://acme.example')
    .option('--timeout <seconds>', 'give up after this long', integer(1, 3_600), 30)
    .option('--json', 'print the findings as JSON')
    .action(runDoctor)
}

async function runDoctor({ url, json, timeout }: Options): Promise<void> {
  const token = process.env['BOARDWRIGHT_TOKEN']
  if (!token) {
    throw new BoardwrightError('USAGE', 'there is no token: the variable BOARDWRIGHT_TOKEN is not set', {
      hint: 'Set BOARDWRIGHT_TOKEN to an API key of the platform. A token is never given as a flag.',
    })
  }
  const { examinePlatform } = await import('../../sync.ts')
  const examination = await examinePlatform({ url, token, timeoutMs: timeout * 1000, env: process.env })
  result(json ? JSON.stringify({ format: 1, ...examination }) : describe(examination))
}

function describe({ user, deployments, clockSkewMs, requests, writeRequests }: Examination): string {
  const seen = deployments.map(({ id, name }) => `${id} ${name}`).join(', ')
  return printable(
    [
      `ok  token       ${user.email} (${user.isAdmin ? 'admin' : 'not an admin'})`,
      `ok  deployments ${seen === '' ? 'none that this token may see' : seen}`,
      `ok  clock       ${Math.abs(clockSkewMs) < 60_000 ? 'agrees with this machine' : `${Math.round(clockSkewMs / 1000)} s off this machine`}`,
      `${requests} requests, ${writeRequests} write requests.`,
    ].join('\n'),
  )
}
