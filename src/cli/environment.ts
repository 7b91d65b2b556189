/** Where each command finds its token. A token is never given as a flag. */
const OF_TARGET = 'BOARDWRIGHT_TOKEN_<TARGET>, or BOARDWRIGHT_TOKEN for every target'
const OF_FORGE = 'GITHUB_TOKEN, GITEA_TOKEN, FORGEJO_TOKEN, GITLAB_TOKEN or CI_JOB_TOKEN'

const TOKENS: Readonly<Record<string, string>> = {
  adopt: OF_TARGET,
  apply: `${OF_TARGET};\n--as-approved also needs ${OF_FORGE}`,
  check: OF_TARGET,
  comment: OF_FORGE,
  doctor: OF_TARGET,
  draw: `${OF_TARGET}, with --data live`,
  drift: OF_TARGET,
  explain: OF_TARGET,
  export: OF_TARGET,
  fleet: OF_TARGET,
  forget: OF_TARGET,
  impact: `${OF_TARGET}, with --live`,
  init: 'BOARDWRIGHT_TOKEN, if it should try the connection',
  mcp: `${OF_TARGET}, for what is live`,
  numbers: OF_TARGET,
  plan: OF_TARGET,
  preview: `${OF_TARGET}, with --target`,
  promote: OF_TARGET,
  propose: OF_FORGE,
  restore: OF_TARGET,
  stage: OF_TARGET,
  status: OF_TARGET,
}

export const describeToken = (command: string): string =>
  TOKENS[command] === undefined ? 'It needs no token.' : `Token, from the environment: ${TOKENS[command]}.`
