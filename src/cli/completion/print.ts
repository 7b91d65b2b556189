import type { Flag, Program, Spoken } from './read.ts'

export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

export const printCompletion = (program: Program, shell: Shell): string => PRINTERS[shell](program)

const words = ({ flags }: { readonly flags: readonly Flag[] }): string =>
  flags.flatMap(({ long, short }) => [long, ...(short === undefined ? [] : [short])]).join(' ')

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

const namesOf = ({ long, short }: Flag): string => (short === undefined ? long : `${long}|${short}`)

function forBash({ flags, commands }: Program): string {
  const global = flags.filter(({ takesValue }) => takesValue).map(namesOf)
  const values = commands.flatMap(({ name, flags: own }) =>
    own
      .filter(({ takesValue }) => takesValue)
      .map(({ long, short, choices }) => {
        const patterns = [long, ...(short === undefined ? [] : [short])].map((flag) => `${name}:${flag}`).join('|')
        const reply = choices.length > 0 ? `-W ${quoted(choices.join(' '))}` : '-f'
        return `    ${patterns}) COMPREPLY=($(compgen ${reply} -- "$current")); return ;;`
      }),
  )
  const all = commands.map(
    (command) =>
      `    ${command.name}) flags=${quoted(`${words(command)} ${words({ flags })}`)}; values=${quoted(command.values.join(' '))} ;;`,
  )
  return `# bash: put this into ~/.bashrc:  source <(boardwright completion bash)
_boardwright() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD - 1]}" command='' flags values index=1
  while [ "$index" -lt "$COMP_CWORD" ]; do
    case "\${COMP_WORDS[index]}" in
      ${global.join('|')}) index=$((index + 1)) ;;
      -*) ;;
      *) command="\${COMP_WORDS[index]}"; break ;;
    esac
    index=$((index + 1))
  done
  case "$command:$previous" in
    *:-C|*:--directory) COMPREPLY=($(compgen -d -- "$current")); return ;;
${values.join('\n')}
  esac
  case "$command" in
    '') flags=${quoted(words({ flags }))}; values=${quoted(commands.map(({ name }) => name).join(' '))} ;;
${all.join('\n')}
    *) return ;;
  esac
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$flags" -- "$current")) ;;
    *) if [ -n "$values" ]; then COMPREPLY=($(compgen -W "$values" -- "$current")); else COMPREPLY=($(compgen -f -- "$current")); fi ;;
  esac
}
complete -o filenames -F _boardwright boardwright
`
}

function forZsh({ flags, commands }: Program): string {
  const inSpec = (text: string): string => text.replace(/[[\]:\\]/g, (character) => `\\${character}`)
  const spec = ({ long, short, description, choices, takesValue }: Flag): string[] => {
    const end = takesValue ? `:value:${choices.length > 0 ? `(${choices.join(' ')})` : '_files'}` : ''
    return [long, ...(short === undefined ? [] : [short])].map((flag) =>
      quoted(`*${flag}[${inSpec(description)}]${end}`),
    )
  }
  const cases = commands.map(({ name, flags: own, values }) => {
    const rest = values.length > 0 ? `*:value:(${values.join(' ')})` : '*:file:_files'
    return `      ${name}) _arguments ${[...own, ...flags].flatMap(spec).join(' ')} ${quoted(rest)} ;;`
  })
  return `#compdef boardwright
# zsh: put this into a directory of $fpath:  boardwright completion zsh > ~/.zfunc/_boardwright
_boardwright() {
  local context state line
  local -a commands
  commands=(
${commands.map(({ name, description }) => `    ${quoted(`${name}:${inSpec(description)}`)}`).join('\n')}
  )
  _arguments -C ${flags.flatMap(spec).join(' ')} '1:command:->command' '*::rest:->rest'
  case "$state" in
    command) _describe 'command' commands ;;
    rest) case "$line[1]" in
${cases.join('\n')}
    esac ;;
  esac
}
if [ "$funcstack[1]" = _boardwright ]; then _boardwright "$@"; else compdef _boardwright boardwright; fi
`
}

function forFish({ flags, commands }: Program): string {
  const flagLine = ({ long, short, description, choices, takesValue }: Flag, when: string): string =>
    [
      `complete -c boardwright ${when}`,
      `-l ${long.slice(2)}`,
      ...(short === undefined ? [] : [`-s ${short.slice(1)}`]),
      ...(choices.length > 0 ? [`-x -a ${quoted(choices.join(' '))}`] : takesValue ? ['-r'] : []),
      `-d ${quoted(description)}`,
    ].join(' ')
  const ofCommand = ({ name, description, flags: own, values }: Spoken): string[] => [
    `complete -c boardwright -f -n __fish_use_subcommand -a ${name} -d ${quoted(description)}`,
    ...own.map((flag) => flagLine(flag, `-n ${quoted(`__fish_seen_subcommand_from ${name}`)}`)),
    ...(values.length === 0
      ? []
      : [
          `complete -c boardwright -f -n ${quoted(`__fish_seen_subcommand_from ${name}`)} -a ${quoted(values.join(' '))}`,
        ]),
  ]
  return `# fish:  boardwright completion fish > ~/.config/fish/completions/boardwright.fish
${flags.map((flag) => flagLine(flag, '')).join('\n')}
${commands.flatMap(ofCommand).join('\n')}
`
}

const PRINTERS: Readonly<Record<Shell, (program: Program) => string>> = { bash: forBash, zsh: forZsh, fish: forFish }
