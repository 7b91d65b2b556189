import { eventFileOf, isForFork, type JobContext, type Provider, providerOf, readContext } from '@boardwright/ci'
import { BoardwrightError } from '@boardwright/common'
import { environment } from './environment.ts'
import { readGiven } from './write-file.ts'

/** The CI job that this runs in, from the variables that its forge sets. */
export function jobContext(named: Provider | undefined): JobContext {
  const provider = named ?? providerOf(environment())
  if (provider === undefined) {
    throw new BoardwrightError('FORGE_CONTEXT', 'this is not a job of GitHub, GitLab, Gitea or Forgejo', {
      hint: 'Say which with --provider, and set the variables that such a job has.',
    })
  }
  const event = eventFileOf(provider, environment())
  return readContext(provider, environment(), event ? readGiven(event) : undefined)
}

/** Whether this is a CI job for a pull request from a fork. */
export function isJobOfFork(): boolean {
  const provider = providerOf(environment())
  if (provider === undefined) return false
  const event = eventFileOf(provider, environment())
  return isForFork(provider, environment(), event ? readGiven(event) : undefined)
}
