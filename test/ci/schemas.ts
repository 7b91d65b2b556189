/**
 * The parts of the formats of GitHub and Gitea that the shipped files use, by their public documentation. Strict: a key
 * that is not in here is a typo, or new.
 */
const text = { type: 'string', minLength: 1 } as const
const texts = { type: 'array', items: text, minItems: 1 } as const
const flag = { type: 'boolean' } as const
const strict = (properties: object, required: readonly string[] = []) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})
const mapOf = (values: object) => ({ type: 'object', additionalProperties: values, minProperties: 1 })
const variables = mapOf({ type: ['string', 'number', 'boolean'] })

const PERMISSION = { enum: ['read', 'write', 'none'] }
const permissions = strict(
  Object.fromEntries(
    ['actions', 'checks', 'contents', 'pull-requests', 'security-events'].map((name) => [name, PERMISSION]),
  ),
)
const concurrency = strict({ group: text, 'cancel-in-progress': flag }, ['group'])

const step = {
  ...strict({
    name: text,
    if: text,
    // By commit: a tag can be moved.
    uses: { type: 'string', pattern: '^(\\./|[\\w-]+/[\\w./-]+@[0-9a-f]{40}$)' },
    with: variables,
    env: variables,
    run: text,
    id: text,
    shell: text,
  }),
  oneOf: [{ required: ['uses'] }, { required: ['run'] }],
}

const stepsOf = { type: 'array', items: step, minItems: 1 }
/** Where jobs have no rights of their own, and no environments. */
const giteaJob = strict({ ...{ name: text, if: text, needs: text, 'runs-on': text }, concurrency, steps: stepsOf }, [
  'if',
  'runs-on',
  'steps',
])

const job = {
  oneOf: [
    strict(
      {
        ...{ name: text, if: text, needs: { anyOf: [text, texts] }, 'runs-on': text, environment: text },
        ...{ permissions, concurrency, env: variables, steps: stepsOf },
      },
      ['runs-on', 'steps', 'permissions'],
    ),
    strict(
      {
        ...{ name: text, if: text, needs: { anyOf: [text, texts] }, permissions },
        uses: { type: 'string', pattern: '^\\./\\.github/workflows/[\\w-]+\\.yml$' },
        ...{ with: mapOf({ type: ['string', 'number', 'boolean'] }), secrets: { const: 'inherit' } },
      },
      ['uses', 'permissions'],
    ),
  ],
}

const input = strict(
  { description: text, type: { enum: ['string', 'boolean', 'number'] }, required: flag, default: { type: 'string' } },
  ['description', 'type'],
)

const triggers = strict({
  workflow_call: strict({ inputs: mapOf(input), secrets: mapOf(strict({ required: flag })) }),
  workflow_run: strict({ workflows: texts, types: texts }, ['workflows', 'types']),
  workflow_dispatch: { anyOf: [{ type: 'null' }, strict({ inputs: mapOf(input) }, ['inputs'])] },
  pull_request: strict({
    types: { type: 'array', items: { enum: ['opened', 'reopened', 'synchronize', 'closed'] } },
  }),
  push: strict({ branches: texts }),
  schedule: {
    type: 'array',
    items: strict({ cron: { type: 'string', pattern: '^\\S+ \\S+ \\S+ \\S+ \\S+$' } }, ['cron']),
  },
})

export const WORKFLOW = strict(
  {
    name: text,
    on: triggers,
    // Nothing for the whole file: each job says what it needs.
    permissions: { type: 'object', maxProperties: 0 },
    jobs: mapOf(job),
  },
  ['name', 'on', 'permissions', 'jobs'],
)

export const GITEA = strict({ name: text, on: triggers, jobs: mapOf(giteaJob) }, ['name', 'on', 'jobs'])

export const ACTION = strict(
  {
    name: text,
    description: text,
    inputs: mapOf(strict({ description: text, required: flag, default: { type: 'string' } }, ['description'])),
    runs: strict(
      {
        using: { const: 'composite' },
        steps: {
          type: 'array',
          items: {
            ...step,
            if: { required: ['run'] }, // A composite action must name the shell of what it runs.
            // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
            then: { required: ['shell'] },
          },
        },
      },
      ['using', 'steps'],
    ),
  },
  ['name', 'description', 'runs'],
)

/** How a job of a workflow gets the program: from the lock of the repository, beside the checkout. */
export const INSTALL = `mkdir "$RUNNER_TEMP/boardwright"
cp "$LOCK/package.json" "$LOCK/package-lock.json" "$RUNNER_TEMP/boardwright/"
npm ci --prefix "$RUNNER_TEMP/boardwright" --omit=optional --ignore-scripts --no-audit --no-fund
echo "$RUNNER_TEMP/boardwright/node_modules/.bin" >>"$GITHUB_PATH"
`
