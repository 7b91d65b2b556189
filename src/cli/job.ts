import process from 'node:process'
import { BoardwrightError } from '../errors.ts'
import { eventFileOf, type JobContext, type Provider, providerOf, readContext } from '../forge/context.ts'
import { readGiven } from './write-file.ts'

/** The CI job that this runs in, from the variables that its forge sets. */
export function jobContext(named: Provider | undefined): JobContext {
  const provider = named ?? providerOf(process.env)
  if (provider === undefined) {
    throw new BoardwrightError('FORGE_CONTEXT', 'this is not a job of GitHub, GitLab, Gitea or Forgejo', {
      hint: 'Say which with --provider, and set the variables that such a job has.',
    })
  }
  const event = eventFileOf(provider, process.env)
  return readContext(provider, process.env, event ? readGiven(event) : undefined)
}
