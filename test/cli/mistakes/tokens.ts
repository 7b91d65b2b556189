import { writeFiles } from '../../support/directory.ts'
import {
  admin,
  around,
  CONFIG,
  config,
  type Mistake,
  type Mistakes,
  NO_CONTENT,
  reaching,
  unreached,
} from './mistake.ts'

const tokens = (env: Readonly<Record<string, string>>, what: string, next: string): Mistake => ({
  files: reaching(() => around.sandbox.url),
  env: () => env,
  run: ['plan'],
  ...{ exit: 3, what, next },
  where: 'BW-E1404',
})

const asToken = (token: () => string, what: string) => ({
  files: () => ({ ...NO_CONTENT, [CONFIG]: config('{url: "https://acme.invalid", deployment: 2}') }),
  env: () => ({ BOARDWRIGHT_TOKEN: token() }),
  run: ['plan'],
  exit: 3,
  what: `the token in BOARDWRIGHT_TOKEN ${what}`,
  where: 'BOARDWRIGHT_TOKEN',
  next: 'Set the token exactly as the platform showed it',
})
const notFilledIn = (text: string) => asToken(() => text, 'holds the name of a variable that was not filled in')

const comment = (env: Readonly<Record<string, string>>, what: string, next: string): Mistake => ({
  run: ['ci', 'comment', '--problems', 'problems.json'],
  before: (root) => writeFiles(root, { 'problems.json': '{"format":1,"project":null,"problems":[]}\n' }),
  env: () => ({ CI: 'true', GITHUB_REPOSITORY: 'acme/content', GITHUB_REF: 'refs/pull/5/merge', ...env }),
  ...{ exit: 64, what, next },
  where: 'BW-E3001',
})

/** Tokens: missing, wrong, under another name, or without the rights. */
export const TOKENS: Mistakes = {
  'no token': {
    files: reaching(() => around.sandbox.url),
    run: ['plan'],
    exit: 3,
    what: 'there is no token for production: neither BOARDWRIGHT_TOKEN_PRODUCTION nor BOARDWRIGHT_TOKEN is set',
    where: 'BOARDWRIGHT_TOKEN_PRODUCTION',
    next: 'Set one of them to an API key of the platform.',
  },
  'a platform, and no token to ask it with': {
    run: () => ['doctor', '--url', around.sandbox.url],
    exit: 3,
    what: 'the variable BOARDWRIGHT_TOKEN is not set',
    where: 'no  token',
    next: 'Set BOARDWRIGHT_TOKEN to an API key',
  },
  'a wrong token': {
    files: reaching(() => around.sandbox.url),
    env: () => ({ BOARDWRIGHT_TOKEN: 'not-a-token' }),
    run: ['plan'],
    exit: 3,
    what: 'answered 401: the credential is not known',
    where: 'users/me',
    next: 'The token is what BOARDWRIGHT_TOKEN holds: check that it is complete, not expired and belongs to this tenant.',
  },
  'a wrong token of one target': {
    files: reaching(() => around.sandbox.url),
    env: () => ({ ...admin(), BOARDWRIGHT_TOKEN_PRODUCTION: 'not-a-token' }),
    run: ['plan'],
    exit: 3,
    what: 'answered 401: the credential is not known',
    where: 'users/me',
    next: 'The token is what BOARDWRIGHT_TOKEN_PRODUCTION holds: check that it is complete, not expired and belongs to this tenant.',
  },
  'a token that may not see the deployment': {
    files: reaching(() => around.sandbox.url),
    env: () => ({ BOARDWRIGHT_TOKEN: around.sandbox.keys.scoped }),
    run: ['plan'],
    exit: 1,
    what: 'the token of production sees no deployment 2 on',
    where: 'deployment 2',
    next: 'Take a token that sees it. If the number is wrong, set `deployment` of production in boardwright.yaml',
  },
  'a token with a line break': {
    files: reaching(() => around.sandbox.url),
    env: () => ({ BOARDWRIGHT_TOKEN: `${around.sandbox.keys.admin}\n` }),
    run: ['plan'],
    exit: 3,
    what: 'the token in BOARDWRIGHT_TOKEN holds a space, a line break or another character that no token has',
    where: 'BOARDWRIGHT_TOKEN',
    next: 'Set the token exactly as the platform showed it, on one line, without spaces.',
  },
  'a token in quotes': {
    files: reaching(() => around.sandbox.url),
    env: () => ({ BOARDWRIGHT_TOKEN: `"${around.sandbox.keys.admin}"` }),
    run: ['plan'],
    exit: 3,
    what: 'the token in BOARDWRIGHT_TOKEN stands in quotes: leave them out',
    where: 'BOARDWRIGHT_TOKEN',
    next: 'Set the token exactly as the platform showed it, on one line, without spaces.',
  },
  'a token that begins with Bearer': asToken(() => `Bearer ${around.sandbox.keys.admin}`, 'begins with "Bearer"'),
  'a token that is the name of a variable': notFilledIn('$BOARDWRIGHT_TOKEN'),
  'a token that is the name of a variable in braces': notFilledIn('${BOARDWRIGHT_TOKEN}'),
  'a token that is an expression of a pipeline': notFilledIn('${{ secrets.BOARDWRIGHT_TOKEN }}'),
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
  'a token in a variable that no target has': {
    files: unreached,
    env: () => ({ BOARDWRIGHT_TOKEN_PRODUCTIN: 'secret' }),
    run: ['plan'],
    exit: 3,
    what: 'there is no token for production',
    where: 'BOARDWRIGHT_TOKEN_PRODUCTION',
    next: 'BOARDWRIGHT_TOKEN_PRODUCTIN is set, but this target does not read it: did you mean "BOARDWRIGHT_TOKEN_PRODUCTION"?',
  },
  'a token under another name': tokens(
    { BOARDWRIGHT_API_KEY: 'something' },
    'neither BOARDWRIGHT_TOKEN_PRODUCTION nor BOARDWRIGHT_TOKEN is set',
    'BOARDWRIGHT_API_KEY is set, but this target does not read it: did you mean "BOARDWRIGHT_TOKEN_PRODUCTION"?',
  ),
  'a step of GitHub that was not given the token': comment(
    { GITHUB_ACTIONS: 'true' },
    'GITHUB_TOKEN is not set',
    'Add it to the step: `env: {GITHUB_TOKEN: ${{ github.token }}}`.',
  ),
}
