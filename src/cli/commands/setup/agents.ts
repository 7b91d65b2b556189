import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { askIfMeant, BoardwrightError, nearest } from '@boardwright/common'
import { packageDirectory } from '@boardwright/common/machine'
import { Command, Option } from 'commander'
import { AGENTS_FILE } from '../../../agents/instructions.ts'
import { printable } from '../../../content/printable.ts'
import { programOf } from '../../command-tree.ts'
import { startDirectory } from '../../options.ts'
import { document, note, result } from '../../output.ts'
import { printAgents, printPage, printSkill } from '../../skills/print.ts'
import { SKILLS, type Skill } from '../../skills/table.ts'
import { readVersion } from '../../version.ts'

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
  readonly list?: true
  readonly print?: true
  readonly json?: true
}

export function agentsCommand(): Command {
  return new Command('agents')
    .description('teach agents to work in this project: write a section of AGENTS.md, and skills for whole tasks')
    .argument('[skill]', 'only this skill')
    .addOption(new Option('--agent <name>', 'the agent to write them for').choices(AGENTS).default('any'))
    .addOption(new Option('--list', 'list the skills, and write nothing').conflicts('print'))
    .option('--print', 'print what it would write, and write nothing')
    .option('--json', 'print the result as JSON')
    .action((skill: string | undefined, options: Options, command: Command) => {
      if (options.list) return listSkills(options)
      if (options.print) return printOne(skill, options, command)
      return install(skill, options, command)
    })
}

function listSkills({ json }: Options): void {
  const skills = Object.entries(SKILLS).map(([name, { description }]) => ({ name, description }))
  const lines = skills.map(({ name, description }) => `${name}\n  ${description}`)
  result(json ? JSON.stringify({ format: 1, skills }, null, 2) : lines.join('\n'))
}

function printOne(wanted: string | undefined, { json }: Options, command: Command): void {
  const [name, text] =
    wanted === undefined ? [AGENTS_FILE, printAgents(programOf(command))] : skillText(wanted, command)
  document(json ? JSON.stringify({ format: 1, name, text }) : text)
}

function skillText(wanted: string, command: Command): readonly [string, string] {
  const [name, skill] = skillCalled(wanted)
  return [name, printSkill(programOf(command), readVersion(), name, skill)]
}

async function install(wanted: string | undefined, { agent, json }: Options, command: Command): Promise<void> {
  const directory = startDirectory(command)
  const files =
    wanted === undefined
      ? await writeForAgents(directory, command, agent)
      : await writeSkills(directory, command, agent, [skillCalled(wanted)])
  if (json) result(JSON.stringify({ format: 1, files }))
  else for (const file of files) result(printable(`wrote ${file}`))
  note('Next: commit them, and run this again after an upgrade of boardwright')
}

/** Writes the section of AGENTS.md and every skill. Returns the files. */
export async function writeForAgents(
  directory: string,
  command: Command,
  agent: Agent = 'any',
): Promise<readonly string[]> {
  const { writeAgents } = await import('../../../agents/instructions.ts')
  return [
    await writeAgents(directory, printAgents(programOf(command))),
    ...(await writeSkills(directory, command, agent, Object.entries(SKILLS))),
  ]
}

async function writeSkills(
  directory: string,
  command: Command,
  agent: Agent,
  skills: readonly (readonly [string, Skill])[],
): Promise<readonly string[]> {
  const { writeBeside } = await import('../../../agents/instructions.ts')
  const files = new Map(skills.flatMap(([name, skill]) => filesOf(command, `${PLACES[agent]}/${name}`, name, skill)))
  await writeBeside(directory, files)
  return [...files.keys()]
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
  throw new BoardwrightError('USAGE', `there is no skill "${name}"`, {
    hint: askIfMeant(nearest(full, Object.keys(SKILLS)), 'See `boardwright setup agents --list`.'),
  })
}
