// Slow: it runs every command of the skills.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { type Sandbox, startSandbox } from '../../packages/sandbox/index.ts'
import { isCommand } from '../../src/cli/commands.ts'
import { printAgents, printSkill } from '../../src/cli/skills/print.ts'
import { LOOP, SKILLS } from '../../src/cli/skills/table.ts'
import { commitAll, git, readFiles, temporaryDirectory, writeFiles } from '../support/directory.ts'
import { commandName, MADE_COMMANDS, PROGRAM } from '../support/docs/program.ts'
import { runHere } from '../support/in-process.ts'
import { smallTenant } from '../support/small-tenant.ts'
import { cliProject } from './project.ts'

const REPORT = 'content/sales/revenue-overview/reports/orders.yaml'
const skills = Object.entries(SKILLS)

let sandbox: Sandbox
let root = ''
const run = (args: readonly string[]) =>
  runHere(args, {
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '', BOARDWRIGHT_TOKEN: sandbox.keys.admin, HOME: root },
  })

/** A project that was applied, with an edit in the UI since. */
beforeAll(async () => {
  sandbox = await startSandbox({ seed: smallTenant() })
  root = mkdtempSync(join(tmpdir(), 'boardwright-skills-'))
  git(root, 'init', '--quiet', '--initial-branch', 'main')
  await run(['init', '--url', sandbox.url, '--deployment', '2', '--project', 'acme'])
  await run(['export'])
  commitAll(root)
  await run(['adopt', '--yes'])
  await writeFiles(root, {
    [REPORT]: readFileSync(join(root, REPORT), 'utf8').replace(/^title: .*$/m, 'title: By week'),
  })
  commitAll(root)
  await run(['apply', '--yes'])
  await sandbox.controls.addPeople({
    as: 'maria@acme.com',
    do: [
      { do: 'edit-report', report: 'B9xLfZ2kHs6D', set: { title: 'By month' }, deployment: 2 },
      { do: 'publish', workbook: 'revenue-overview', deployment: 2 },
    ],
  })
})
afterAll(async () => {
  await sandbox.close()
  rmSync(root, { recursive: true, force: true })
})

/** Placeholders that a skill leaves to its reader. */
const FILLED: Readonly<Record<string, string>> = {
  TARGET: 'production',
  MEMBER: 'orders.net_revenue',
  NEW: 'net_sales',
  REPORT,
  FOLDER: 'sales',
  WORKBOOK: 'sales/churn',
  NAME: 'Churn',
  MESSAGE: 'As the skill says',
}

const wordsOf = (line: string, branch: string): string[] =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => {
    const word = quoted ?? plain ?? ''
    return word === 'BRANCH' ? branch : (FILLED[word] ?? word)
  })

/** Commands whose exit status reports what they found. */
const ANSWERS: Readonly<Record<string, readonly number[]>> = { status: [0, 2], plan: [0, 5, 6] }

describe.each(skills)('%s', (name, skill) => {
  test('every command in it runs, in this order', async () => {
    git(root, 'switch', '--quiet', 'main')
    const lines = skill.steps.flatMap((step) => step.run ?? [])
    for (const line of lines) {
      const [program = '', ...args] = wordsOf(line, name)
      if (program === 'boardwright') {
        const { code, stderr } = await run(args)
        expect(ANSWERS[args[0] ?? ''] ?? [0], `${line}: ${stderr}`).toContain(code)
      } else {
        if (args[0] === 'add') writeFileSync(join(root, `${name}.txt`), 'what was done\n')
        execFileSync(program, ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], {
          cwd: root,
          stdio: 'pipe',
        })
      }
    }
  })

  test('follows the convention for skills, and names only flags that its commands have', () => {
    const text = printSkill(programWith(), '1.2.3', name, skill)
    const [, head = '', body = ''] = text.split(/^---$/m)
    expect(parse(head)).toEqual({ name, description: skill.description, metadata: { boardwright: '1.2.3' } })
    expect(name).toMatch(/^[a-z0-9-]{1,64}$/)
    expect(skill.description.length).toBeLessThan(1024)
    const named = [...body.matchAll(/boardwright ([a-z]+)( [a-z]+)?/g)].map(([both, first = '']) => {
      const words = both.replace('boardwright ', '')
      return isCommand(words) ? words : first
    })
    expect(named.filter((each) => each !== 'help' && !isCommand(each))).toEqual([])
    const used = MADE_COMMANDS.filter((command) => named.includes(commandName(command)))
    const flags = [...body.matchAll(/ `?(--[a-z-]+)/g)].map(([, flag]) => flag)
    const known = ['--create', '--all', '--message', ...used.flatMap(({ options }) => options.map(({ long }) => long))]
    expect(flags.filter((flag) => !known.includes(flag))).toEqual([])
  })
})

/** The real program, except for one flag of one command. */
function programWith(gone?: { readonly of: string; readonly flag: string }): Command {
  const copyOf = (command: Command): Command => {
    const copy = new Command(command.name()).description(command.description())
    for (const option of command.options)
      if (command.name() !== gone?.of || option.long !== gone.flag) copy.addOption(option)
    for (const each of command.commands) copy.addCommand(copyOf(each))
    return copy
  }
  return copyOf(PROGRAM)
}

test('a renamed flag is noticed', () => {
  const skill = SKILLS['boardwright-rename-a-measure']
  if (!skill) throw new Error('the skill is gone')
  const program = programWith({ of: 'rename', flag: '--dry-run' })
  expect(() => printSkill(program, '1.2.3', 'boardwright-rename-a-measure', skill)).toThrow(
    'boardwright rename has no --dry-run',
  )
})

test('skills are listed, printed and installed where the agent looks for them', async () => {
  const project = await cliProject()
  const listed = JSON.parse((await project.run(['setup', 'agents', '--list', '--json'])).stdout)
  expect(listed.skills.map(({ name }: { name: string }) => name)).toEqual(Object.keys(SKILLS))
  const { stdout } = await project.run(['setup', 'agents', 'rename-a-measure', '--print'])
  expect(stdout).toContain('# Rename a measure')
  for (const [agent, place] of [
    ['claude', '.claude/skills'],
    ['any', '.agents/skills'],
  ] as const) {
    const { code } = await project.run(['setup', 'agents', '--agent', agent])
    const files = Object.keys(project.files()).filter((file) => file.startsWith(place))
    expect([code, files.filter((file) => file.endsWith('/SKILL.md')).length]).toEqual([0, skills.length])
    expect(readFileSync(join(project.root, `${place}/boardwright-rename-a-measure/SKILL.md`), 'utf8').trim()).toBe(
      stdout.trim(),
    )
  }
  const before = project.files()
  await project.run(['setup', 'agents'])
  expect(project.files()).toEqual(before)
  const page = before['.agents/skills/boardwright-rename-a-measure/references/rename.md']
  expect(page).toContain('Who would notice?')
  expect(page).not.toMatch(/\]\(/)
})

test.each([
  [['rename-a-mesure', '--print'], 'rename-a-measure'],
  [['nothing-like-it'], 'setup agents --list'],
])('setup agents %s is refused', async (args, says) => {
  const project = await cliProject()
  const { code, stderr } = await project.run(['setup', 'agents', ...args])
  expect([code, stderr]).toEqual([64, expect.stringContaining(says)])
})

test('skills are not written through a link', async () => {
  const project = await cliProject()
  symlinkSync(temporaryDirectory(), join(project.root, '.claude'))
  const { code, stderr } = await project.run(['setup', 'agents', '--agent', 'claude'])
  expect([code, stderr]).toEqual([1, expect.stringContaining('BW-E1401')])
})

describe('AGENTS.md', () => {
  test('is written with a new project, with the skills', async () => {
    const directory = temporaryDirectory()
    const args = ['init', '--url', 'https://acme.example', '--deployment', '2', '--agents', '-C', directory]
    expect((await runHere(args, { env: {} })).code).toBe(0)
    const files = readFiles(directory)
    expect(files['boardwright.yaml']).toContain('deployment: 2')
    expect(files['AGENTS.md']).toContain(printAgents(programWith()))
    for (const { run: lines = [] } of LOOP) for (const line of lines) expect(files['AGENTS.md']).toContain(line)
  })

  test('gets a section in an existing file, once, and updates it', async () => {
    const project = await cliProject()
    writeFileSync(join(project.root, 'AGENTS.md'), '# Ours\n\nBe kind.')
    for (let times = 0; times < 2; times += 1) await project.run(['setup', 'agents'])
    const text = project.files()['AGENTS.md'] ?? ''
    expect(text.startsWith('# Ours\n\nBe kind.\n\n<!-- boardwright -->\n')).toBe(true)
    expect(text.split('<!-- boardwright -->')).toHaveLength(2)
    writeFileSync(join(project.root, 'AGENTS.md'), `${text.replace('## Dashboards as files', '## Old')}\nAnd brief.\n`)
    await project.run(['setup', 'agents'])
    expect(project.files()['AGENTS.md']).toBe(`${text}\nAnd brief.\n`)
  })
})
