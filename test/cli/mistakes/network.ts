import { around, type Mistake, type Mistakes, reaching } from './mistake.ts'

const answered = (status: number, what: string, next: string, exit = 1): Mistake => ({
  files: reaching(() => around.blocked),
  env: () => ({ BOARDWRIGHT_TOKEN: `somebody-${status}` }),
  run: ['plan'],
  ...{ exit, what, next },
  where: '/api/v1/',
})

const tokens = (env: Readonly<Record<string, string>>, what: string, next: string): Mistake => ({
  files: reaching(() => around.sandbox.url),
  env: () => env,
  run: ['plan'],
  ...{ exit: 3, what, next },
  where: 'BW-E1404',
})

/** Problems between this machine and the platform, and tokens in the wrong place. */
export const NETWORK: Mistakes = {
  'a network that wants a sign-in, and redirects to it': {
    ...answered(
      302,
      'was redirected to another place, https://login.example',
      'asks for a sign-in there, sign in first',
    ),
    where: 'target production (boardwright.yaml:6:3)',
  },
  'a network that wants a sign-in, and says so': answered(
    511,
    'answered 511: Not from here',
    'sign in, and run the same command again.',
  ),
  'a firewall that refuses the address': answered(
    403,
    'answered 403: Not from here',
    'Ask who runs the network, and check `url` in boardwright.yaml.',
    3,
  ),
  'a proxy that refuses the token': answered(
    401,
    'answered 401: Not from here',
    'Ask who runs the network, and check `url` in boardwright.yaml.',
    3,
  ),
  'a platform that asks for an hour of patience': answered(
    429,
    'it asks for a wait of 3600 s',
    'Run the same command again in 60 minutes',
  ),
  'a token that is set and empty': tokens(
    { BOARDWRIGHT_TOKEN: '' },
    'BOARDWRIGHT_TOKEN is set but empty',
    'Set BOARDWRIGHT_TOKEN to an API key',
  ),
  'a secret that a pull request from a fork does not get': tokens(
    { CI: 'true', BOARDWRIGHT_TOKEN: '' },
    'BOARDWRIGHT_TOKEN is set but empty',
    'Add the secret to the settings of the repository',
  ),
  'the token of a target that was renamed': tokens(
    { BOARDWRIGHT_TOKEN_EMEA: 'something' },
    'neither BOARDWRIGHT_TOKEN_PRODUCTION nor BOARDWRIGHT_TOKEN is set',
    'BOARDWRIGHT_TOKEN_EMEA is set, but this target does not read it: did you mean "BOARDWRIGHT_TOKEN_PRODUCTION"?',
  ),
  'a token under another name': tokens(
    { BOARDWRIGHT_API_KEY: 'something' },
    'neither BOARDWRIGHT_TOKEN_PRODUCTION nor BOARDWRIGHT_TOKEN is set',
    'BOARDWRIGHT_API_KEY is set, but this target does not read it: did you mean "BOARDWRIGHT_TOKEN_PRODUCTION"?',
  ),
}
