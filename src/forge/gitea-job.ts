import { BoardwrightError } from '../errors.ts'
import { actionsJob } from './github-job.ts'
import type { JobRow } from './job.ts'
import { ASK_FOR_TOKEN, type Environment, integerOf, readAddress, readEvent } from './variables.ts'

/** Gitea and Forgejo. Their runners set GitHub's variables as well as their own. */
export const giteaJob: JobRow = {
  isHere: (env) => env['GITEA_ACTIONS'] === 'true' || env['FORGEJO_ACTIONS'] === 'true',
  event: 'GITHUB_EVENT_PATH',
  read(env, event) {
    const job = actionsJob(env, readEvent(event))
    const server = env['GITHUB_SERVER_URL']
    const index = integerOf(env['GITHUB_RUN_NUMBER'])
    return {
      ...job,
      address: addressIn(env),
      token: tokenIn(env),
      url: server && index !== undefined ? `${server}/${job.repository}/actions/runs/${index}` : undefined,
    }
  },
}

/** There is no public default site, so without an address the token is not sent anywhere. */
function addressIn(env: Environment): string {
  const api = env['GITHUB_API_URL']
  if (api) return readAddress(api, 'GITHUB_API_URL')
  const server = env['GITHUB_SERVER_URL']
  if (server) return `${readAddress(server, 'GITHUB_SERVER_URL')}/api/v1`
  throw new BoardwrightError('FORGE_CONTEXT', 'neither GITHUB_API_URL nor GITHUB_SERVER_URL is set')
}

const TOKENS = ['GITEA_TOKEN', 'FORGEJO_TOKEN', 'GITHUB_TOKEN']

function tokenIn(env: Environment): string {
  const token = TOKENS.map((name) => env[name]).find(Boolean)
  if (token) return token
  throw new BoardwrightError('FORGE_CONTEXT', `none of ${TOKENS.join(', ')} is set`, { hint: ASK_FOR_TOKEN })
}
