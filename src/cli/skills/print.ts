import type { Command } from 'commander'
import { commandIn } from '../command-line.ts'
import { commandsOf, commandWords } from '../command-tree.ts'
import { LOOP, RULES, type Skill, type SkillStep } from './table.ts'

/** A skill as SKILL.md, by the open convention. Throws if it names a command or flag that does not exist. */
export function printSkill(program: Command, version: string, name: string, skill: Skill): string {
  const { title, description, guide, steps } = skill
  return [
    `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\nmetadata:\n  boardwright: ${JSON.stringify(version)}\n---`,
    `# ${title}`,
    printSteps(steps),
    '## Rules',
    RULES.map((rule) => `- ${rule}`).join('\n'),
    '## What the commands do',
    printCommands(program, steps),
    `\`boardwright help COMMAND\` shows every flag. More on this task: [references/${guide}.md](references/${guide}.md).`,
    '',
  ].join('\n\n')
}

/** The section for AGENTS.md on how to work in a project. */
export const printAgents = (program: Command): string =>
  [
    '## Dashboards as files',
    'This project is kept by Boardwright (`boardwright --help`).',
    RULES.map((rule) => `- ${rule}`).join('\n'),
    'Work in this loop:',
    printSteps(LOOP),
    printCommands(program, LOOP),
    'For whole tasks there are skills: `boardwright setup agents --list`. An agent that speaks MCP gets tools from `boardwright mcp`.',
  ].join('\n\n')

function printSteps(steps: readonly SkillStep[]): string {
  return steps
    .map(({ say, run = [] }, index) => {
      const number = `${index + 1}. `
      const block = run.length === 0 ? [] : ['', '```sh', ...run, '```']
      return [
        `${number}${say}`,
        ...block.map((line) => (line === '' ? '' : `${' '.repeat(number.length)}${line}`)),
      ].join('\n')
    })
    .join('\n')
}

/** Describes each command that the steps run, with the flags they use, from the commands' own help. */
function printCommands(program: Command, steps: readonly SkillStep[]): string {
  const commands = new Map(commandsOf(program).map((command) => [commandWords(command), command]))
  const flagsOf = new Map<Command, Set<string>>()
  for (const line of steps.flatMap(({ run = [] }) => run)) {
    const [first, ...words] = line.split(' ')
    if (first !== 'boardwright') continue
    const command = commands.get(commandIn(words, [...commands.keys()]) ?? '')
    if (command === undefined) throw new Error(`there is no command for ${line}`)
    const flags = words.filter((word) => word.startsWith('--'))
    flagsOf.set(command, new Set([...(flagsOf.get(command) ?? []), ...flags]))
  }
  return [...flagsOf]
    .flatMap(([command, flags]) => {
      const name = commandWords(command)
      const lines = [...flags].map((flag) => {
        const option = command.options.find(({ long }) => long === flag)
        if (option === undefined) throw new Error(`boardwright ${name} has no ${flag}`)
        return `  - \`${option.flags}\`: ${option.description}`
      })
      return [`- \`boardwright ${name}\`: ${command.description()}`, ...lines]
    })
    .join('\n')
}

/** A page of the guide to put next to a skill, without links, which would lead nowhere there. */
export const printPage = (page: string): string =>
  page.replace(/^<!--.*-->\n/gm, '').replace(/(?<!!)\[([^[\]]+)\]\([^()]+\)/g, '$1')
