import type { CompletedName, Flag, Program, Spoken } from './read.ts'

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
      .map(({ long, short, choices, names }) => {
        const patterns = [long, ...(short === undefined ? [] : [short])].map((flag) => `${name}:${flag}`).join('|')
        const limited =
          choices.length > 0 ? `COMPREPLY=($(compgen -W ${quoted(choices.join(' '))} -- "$current"))` : ':'
        const replies = names === undefined ? limited : `_boardwright_names ${names}`
        return `    ${patterns}) ${replies}; return ;;`
      }),
  )
  const all = commands.map(
    (command) =>
      `    ${command.name}) flags=${quoted(`${words(command)} ${words({ flags })}`)}; values=${quoted(command.values.join(' '))} names=${quoted(command.names ?? '')} ;;`,
  )
  return `# bash: put this into ~/.bashrc:  source <(boardwright completion bash)
# What begins with the word, without the quotes that were typed around it.
_boardwright_names() {
  local name word="\${current#[\\"\\']}"
  word="\${word//\\\\/}"
  while IFS= read -r name; do case "$name" in "$word"*) COMPREPLY+=("$name") ;; esac; done < <("\${COMP_WORDS[0]}" completion --names "$1" "\${place[@]}" 2>/dev/null)
}
_boardwright() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD - 1]}"
  local command='' flags values names='' index=1
  local -a place=()
  COMPREPLY=()
  # Bash makes three words of a flag and its value with = between them.
  if [ "$previous" = '=' ]; then previous="\${COMP_WORDS[COMP_CWORD - 2]}"; fi
  if [ "$current" = '=' ]; then current=''; fi
  while [ "$index" -lt "$COMP_CWORD" ]; do
    local word="\${COMP_WORDS[index]}"
    if [ "\${COMP_WORDS[index + 1]}" = '=' ]; then index=$((index + 1)); fi
    case "$word" in
      -C|--directory) index=$((index + 1)); place=(-C "\${COMP_WORDS[index]}") ;;
      ${global.join('|')}) index=$((index + 1)) ;;
      -*) ;;
      *) command="\${COMP_WORDS[index]}"; break ;;
    esac
    index=$((index + 1))
  done
  case "$command:$previous" in
    *:-C|*:--directory) return ;;
${values.join('\n')}
  esac
  case "$command" in
    '') flags=${quoted(words({ flags }))}; values=${quoted(commands.map(({ name }) => name).join(' '))} ;;
${all.join('\n')}
    *) return ;;
  esac
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$flags" -- "$current")) ;;
    *) if [ -n "$names" ]; then _boardwright_names "$names"; else COMPREPLY=($(compgen -W "$values" -- "$current")); fi ;;
  esac
}
# Where this offers nothing, bash offers files itself, and quotes their names.
complete -o default -o filenames -F _boardwright boardwright
`
}

function forZsh({ flags, commands }: Program): string {
  const inSpec = (text: string): string => text.replace(/[[\]:\\]/g, (character) => `\\${character}`)
  const spec = ({ long, short, description, choices, takesValue, names }: Flag): string[] => {
    const values =
      choices.length > 0 ? `(${choices.join(' ')})` : names === undefined ? '_files' : `_boardwright_${names}`
    const end = takesValue ? `:value:${values}` : ''
    return [long, ...(short === undefined ? [] : [short])].map((flag) =>
      quoted(`*${flag}[${inSpec(description)}]${end}`),
    )
  }
  const cases = commands.map(({ name, flags: own, values, names }) => {
    const others = names === undefined ? '*:file:_files' : `*:name:_boardwright_${names}`
    const rest = values.length > 0 ? `*:value:(${values.join(' ')})` : others
    return `      ${name}) _arguments ${[...own, ...flags].flatMap(spec).join(' ')} ${quoted(rest)} ;;`
  })
  return `#compdef boardwright
# zsh: put this into a directory of $fpath:  boardwright completion zsh > ~/.zfunc/_boardwright
_boardwright_targets() { compadd -- \${(f)"$(boardwright completion --names targets 2>/dev/null)"} }
_boardwright_content() { compadd -- \${(f)"$(boardwright completion --names content 2>/dev/null)"}; _files }
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

const namesFor = (names: CompletedName): string => `boardwright completion --names ${names} 2>/dev/null`

function forFish({ flags, commands }: Program): string {
  const flagLine = ({ long, short, description, choices, takesValue, names }: Flag, when: string): string =>
    [
      `complete -c boardwright ${when}`,
      `-l ${long.slice(2)}`,
      ...(short === undefined ? [] : [`-s ${short.slice(1)}`]),
      ...(names !== undefined
        ? [`${names === 'targets' ? '-x' : '-r'} -a ${quoted(`(${namesFor(names)})`)}`]
        : choices.length > 0
          ? [`-x -a ${quoted(choices.join(' '))}`]
          : takesValue
            ? ['-r']
            : []),
      `-d ${quoted(description)}`,
    ].join(' ')
  const ofCommand = ({ name, description, flags: own, values, names }: Spoken): string[] => [
    `complete -c boardwright -f -n __fish_use_subcommand -a ${name} -d ${quoted(description)}`,
    ...own.map((flag) => flagLine(flag, `-n ${quoted(`__fish_seen_subcommand_from ${name}`)}`)),
    ...(values.length === 0
      ? []
      : [
          `complete -c boardwright -f -n ${quoted(`__fish_seen_subcommand_from ${name}`)} -a ${quoted(values.join(' '))}`,
        ]),
    ...(names === undefined
      ? []
      : [
          `complete -c boardwright -n ${quoted(`__fish_seen_subcommand_from ${name}`)} -a ${quoted(`(${namesFor(names)})`)}`,
        ]),
  ]
  return `# fish:  boardwright completion fish > ~/.config/fish/completions/boardwright.fish
${flags.map((flag) => flagLine(flag, '')).join('\n')}
${commands.flatMap(ofCommand).join('\n')}
`
}

const PRINTERS: Readonly<Record<Shell, (program: Program) => string>> = { bash: forBash, zsh: forZsh, fish: forFish }
