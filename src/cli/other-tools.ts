/** Words from other tools that people may type, with what to use here. */

interface Meant {
  readonly step: string
  /** Shown only for commands with this flag. */
  readonly with?: string
}

const meant = (words: string, step: string, also?: string): [string, Meant][] =>
  words.split(' ').map((word) => [word, also === undefined ? { step } : { step, with: also }])

const FLAGS: readonly (readonly [flag: string, meant: Meant])[] = [
  ...meant(
    '--dry-run --what-if --noop --preview-only',
    'Use --check: it lists what would change, and changes nothing.',
    '--check',
  ),
  ...meant('--dry-run --what-if --noop --preview-only', 'Use --plan: it shows the plan, and writes nothing.', '--plan'),
  ...meant(
    '--dry-run --what-if --noop --preview-only',
    'Run `boardwright plan` instead: it shows what apply would do, and never writes.',
    '--accept',
  ),
  ...meant(
    '--dry-run --what-if --noop --preview-only',
    'Leave out --yes: it shows what it would do, and asks before it does it.',
    '--yes',
  ),
  ...meant(
    '--dry-run --what-if --noop --preview-only',
    'Leave it out: it changes only files here. `git status` shows which, and `git restore .` brings them back.',
  ),
  ...meant(
    '--auto-approve --non-interactive --no-input --assume-yes --no-confirm -y',
    'Use --yes, which does not ask. --approve HASH applies only a plan that somebody has read.',
    '--yes',
  ),
  ...meant(
    '--force --overwrite',
    'Name what you accept: --accept ui-edits, --accept newer, --accept uncommitted. The plan says which, as a line to type.',
  ),
  ...meant('--ui-edits', 'Use --accept ui-edits, or leave it out: UI edits are held.', '--accept'),
  ...meant('--overwrite-newer', 'Use --accept newer.', '--accept'),
  ...meant('--adopt-model', 'Use --accept model.', '--accept'),
  ...meant('--break', 'Use --accept broken-uses.', '--accept'),
  ...meant('--first-apply', 'Use --accept first-apply.', '--accept'),
  ...meant('--allow-deletes', 'Use --accept deletes=N.', '--accept'),
  ...meant('--allow-dirty', 'Use --accept uncommitted.', '--accept'),
  ...meant('--allow-direct-push', 'Use --accept direct-push.', '--accept'),
  ...meant('--as-approved', 'Use --approve pull-request.', '--approve'),
  ...meant(
    '--env --environment --stage --profile --context --namespace --workspace --deployment -e -n',
    'Use --target NAME: a target is one deployment of one tenant.',
    '--target',
  ),
  ...meant(
    '--var --var-file --set --values --param',
    'Set `variables` of the target in boardwright.yaml: they are in git, so that a plan is the same everywhere.',
  ),
  ...meant('--destroy', 'Remove the files, commit, and add --prune: it deletes what the repo no longer has.'),
  ...meant(
    '--token --api-key --apikey --key --password --auth',
    'Set BOARDWRIGHT_TOKEN instead: everybody on the machine can read a flag.',
  ),
  ...meant(
    '--config --config-file --project-dir --cwd --chdir --dir --root',
    'Leave it out: boardwright.yaml is looked up from here. -C DIR names another directory.',
  ),
  ...meant(
    '--only --filter --include --exclude --path --resource --files -s',
    'Use --select PATH, which takes a path below content/, a slug or an id.',
    '--select',
  ),
  ...meant('--output -o', 'Use --json to get JSON, and --out FILE to save it.', '--out'),
  ...meant('--output -o', 'Use --json to get JSON; > FILE saves it.', '--json'),
  ...meant('--file --plan -f', 'Name the file without a flag: boardwright apply plan.json.', '--approve'),
  ...meant('--debug --trace --log-level -d', 'Use --verbose (-v): it shows the causes of errors.'),
  ...meant('--silent --quiet-mode', 'Use --quiet (-q).'),
  ...meant(
    '--concurrency --parallelism --parallel --workers -j',
    'Set `apply: {concurrency: N}` in boardwright.yaml, or leave it out.',
    '--approve',
  ),
  ...meant('--github --gitlab --argo --html --markdown', 'Use --format, such as --format github.', '--format'),
  ...meant('--drop', 'Run `boardwright try drop`.', '--fail-on'),
  ...meant('--sweep', 'Run `boardwright try sweep`.', '--fail-on'),
  ...meant('--preview --branch', 'Use --name NAME.', '--fail-on'),
  ...meant('--link --budget --rows --tolerance', 'Set it below `try` in boardwright.yaml.', '--fail-on'),
  ...meant('--staged --numbers', 'Use --try FILE, with what `boardwright try --json` printed.', '--try'),
  ...meant(
    '--shard',
    'Use --target with names and commas, or have `boardwright fleet matrix --jobs N` divide the targets.',
  ),
  ...meant('--parallelism --parallel --workers -j', 'Leave it out: it keeps to what the platform allows.'),
  ...meant('--on-error', 'Set `apply: {onError: continue}` in boardwright.yaml.', '--approve'),
  ...meant(
    '--changed-since --base',
    'Leave it out: the plan finds the branch to compare with by itself.',
    '--pictures',
  ),
  ...meant('--out --detailed-exitcode', 'Use --plan FILE: it saves the plan. --json prints it.', '--from'),
  ...meant('--insecure --no-verify-ssl --skip-tls-verify', 'Set NODE_EXTRA_CA_CERTS to the file of your certificate.'),
  ...meant('--url --host --server --endpoint', 'Set `url` of the target in boardwright.yaml.', '--target'),
]

const apply = 'Run `boardwright plan` to see what would change, and `boardwright apply` to do it.'
const rm = 'Run `boardwright rm PATH`, commit, and apply with --prune: it deletes what the repo no longer has.'
const validate = 'Run `boardwright validate`: it checks every file of the tree.'
const COMMANDS: ReadonlyMap<string, string> = new Map(
  (
    [
      ['deploy push publish release sync upload write up', apply],
      ['diff compare what-if changes', 'Run `boardwright plan`: it compares the tree with what is live.'],
      ['destroy delete remove del drop prune down', rm],
      ['pull download get fetch dump backup', 'Run `boardwright export`: it takes what is live into the tree.'],
      ['import clone', 'Run `boardwright export` to take what is live into the tree, then `boardwright adopt`.'],
      ['lint test verify compile build', validate],
      ['format pretty', 'Run `boardwright fmt`.'],
      ['move mv', 'Run `boardwright rename FROM TO`.'],
      ['cp duplicate', 'Run `boardwright copy FROM TO`.'],
      ['create add generate scaffold', 'Run `boardwright new report NAME`, or dashboard, workbook or folder.'],
      ['serve dev watch view open', 'Run `boardwright preview`: it draws the dashboards in a browser.'],
      ['draw picture screenshot', 'Run `boardwright preview --out DIR`: it draws pictures.'],
      [
        'tour tutorial example intro quickstart',
        'Run `boardwright demo`: it shows a change on a platform of your own.',
      ],
      ['run start server', 'Run `boardwright sandbox` for a platform of your own, or `boardwright preview`.'],
      ['list ls state log history info', 'Run `boardwright status`: it says what each target has.'],
      ['show describe inspect cat explain', 'Run `boardwright status PATH`, or `boardwright render PATH`.'],
      ['refresh detect drift', 'Run `boardwright status --ui-edits`: it lists what was edited in the UI.'],
      [
        'rollback undo revert reset',
        'Run `git revert`, then `boardwright apply`; `boardwright restore` undoes one run.',
      ],
      ['login logout auth token configure', 'Set BOARDWRIGHT_TOKEN; `boardwright doctor` says what it may do.'],
      ['commit checkout branch rebase', 'Run it with git: git add -A && git commit.'],
      ['version', 'Run `boardwright --version`.'],
      ['ping health', 'Run `boardwright doctor`: it says what works and what does not.'],
      ['upgrade update install', 'Run `npm install --global boardwright` for a newer program.'],
      ['unlock forget untrack', 'Run `boardwright adopt --undo PATH`: it is managed here no longer.'],
      ['completion', 'Run `boardwright setup shell`.'],
      ['check', 'Run `boardwright validate`, or `boardwright try model`: it has the platform compile the data model.'],
      [
        'stage',
        'Run `boardwright try`: it makes copies of the changed dashboards, with their numbers before and after.',
      ],
      ['numbers', 'Run `boardwright try numbers`: it compares the results of affected reports before and after.'],
      ['comment', 'Run `boardwright ci comment`.'],
      ['propose', 'Run `boardwright ci propose`.'],
      ['schema schemas', 'Run `boardwright setup editor`; with --print it prints the schemas.'],
      ['skills', 'Run `boardwright setup agents`.'],
      ['copilot agent', 'Run `boardwright setup agents`, or `boardwright mcp`.'],
    ] as const
  ).flatMap(([words, step]) => words.split(' ').map((word) => [word, step] as const)),
)

export const commandElsewhere = (word: string): string | undefined => COMMANDS.get(word.toLowerCase())

export function flagElsewhere(flag: string, known: readonly string[]): string | undefined {
  const fits = (also: string | undefined): boolean => also === undefined || known.includes(also)
  return FLAGS.find(([name, { with: also }]) => name === flag && fits(also))?.[1].step
}
