import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { askIfMeant, BoardwrightError, nearest } from '@boardwright/common'
import { packageDirectory } from '@boardwright/common/machine'
import { Argument, Command, Option } from 'commander'
import { printable } from '../../content/printable.ts'
import { programOf } from '../command-tree.ts'
import { startDirectory } from '../options.ts'
import { document, note, result } from '../output.ts'
import { printPage, printSkill } from '../skills/print.ts'
import { SKILLS, type Skill } from '../skills/table.ts'
import { readVersion } from '../version.ts'

/** Where agents look for skills. `any` is the open convention. */
const PLACES = {
  any: '.agents/skills',
  claude: '.claude/skills',
  codex: '.agents/skills',
  copilot: '.github/skills',
  cursor: '.cursor/skills',
} as const
type Agent = keyof typeof PLACES
const AGENTS = Object.keys(PLACES) as Agent[]

interface Options {
  readonly agent: Agent
  readonly json?: true
}

export function skillsCommand(): Command {
  return new Command('skills')
    .description('teach an agent to work in a project: list skills, print one, or install them as files')
    .addArgument(new Argument('<what>', 'what to do').choices(['list', 'get', 'install']))
    .argument('[skill]', 'which one; install takes all without it')
    .addOption(new Option('--agent <name>', 'for install: which agent to install for').choices(AGENTS).default('any'))
    .option('--json', 'print the result as JSON')
    .action(async (what: 'list' | 'get' | 'install', skill: string | undefined, options: Options, command: Command) => {
      await DO[what](skill, options, command)
    })
}

type Do = (skill: string | undefined, options: Options, command: Command) => Promise<void> | void

const DO: Readonly<Record<'list' | 'get' | 'install', Do>> = {
  list(_, { json }) {
    const skills = Object.entries(SKILLS).map(([name, { description }]) => ({ name, description }))
    const lines = skills.map(({ name, description }) => `${name}\n  ${description}`)
    result(json ? JSON.stringify({ format: 1, skills }, null, 2) : lines.join('\n'))
  },
  get(wanted, { json }, command) {
    const [name, skill] = skillCalled(wanted ?? '')
    const text = printSkill(programOf(command), readVersion(), name, skill)
    document(json ? JSON.stringify({ format: 1, name, text }) : text)
  },
  async install(wanted, { agent, json }, command) {
    const { writeBeside } = await import('../../agents/instructions.ts')
    const skills = wanted === undefined ? Object.entries(SKILLS) : [skillCalled(wanted)]
    const files = skills.flatMap(([name, skill]) => filesOf(command, `${PLACES[agent]}/${name}`, name, skill))
    await writeBeside(startDirectory(command), new Map(files))
    if (json) result(JSON.stringify({ format: 1, files: files.map(([file]) => file) }))
    else for (const [file] of files) result(printable(`wrote ${file}`))
    note('Next: commit them, and install them again after an upgrade of boardwright')
  },
}

function filesOf(command: Command, folder: string, name: string, skill: Skill): (readonly [string, string])[] {
  const page = readFileSync(join(packageDirectory(), 'docs', 'guide', `${skill.guide}.md`), 'utf8')
  return [
    [`${folder}/SKILL.md`, printSkill(programOf(command), readVersion(), name, skill)],
    [`${folder}/references/${skill.guide}.md`, printPage(page)],
  ]
}

function skillCalled(name: string): readonly [string, Skill] {
  const full = name.startsWith('boardwright-') ? name : `boardwright-${name}`
  const skill = SKILLS[full]
  if (skill !== undefined && Object.hasOwn(SKILLS, full)) return [full, skill]
  throw new BoardwrightError('USAGE', name === '' ? 'get needs the name of a skill' : `there is no skill "${name}"`, {
    hint: askIfMeant(nearest(full, Object.keys(SKILLS)), 'See `boardwright skills list`.'),
  })
}
