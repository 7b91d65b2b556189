import type { JobRow } from './job.ts'
import { integerOf, needed, readAddress, runOf } from './variables.ts'

export const gitlabJob: JobRow = {
  isHere: (env) => env['GITLAB_CI'] === 'true',
  read(env) {
    const own = env['GITLAB_TOKEN']
    return {
      address: readAddress(env['CI_API_V4_URL'] || 'https://gitlab.com/api/v4', 'CI_API_V4_URL'),
      token: own || needed(env, 'CI_JOB_TOKEN', 'GITLAB_TOKEN'),
      isJobToken: !own,
      repository: needed(env, 'CI_PROJECT_ID'),
      number: integerOf(env['CI_MERGE_REQUEST_IID']),
      head: undefined,
      isFork: env['CI_MERGE_REQUEST_SOURCE_PROJECT_ID'] !== env['CI_MERGE_REQUEST_PROJECT_ID'],
      branch: env['CI_COMMIT_BRANCH'] || undefined,
      commit: env['CI_COMMIT_SHA'],
      run: runOf([env['CI_PIPELINE_ID'], env['CI_JOB_ID']]),
      url: env['CI_JOB_URL'] || undefined,
    }
  },
}
