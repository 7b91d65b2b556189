import type { CompletedName, Flag, Program, Spoken } from './read.ts'

export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

export const printCompletion = (program: Program, shell: Shell): string => PRINTERS[shell](program)

const words = ({ flags }: { readonly flags: readonly Flag[] }): string =>
  flags.flatMap(({ long, short }) => [long, ...(short === undefined ? [] : [short])]).join(' ')

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

const namesOf = ({ long, short }: Flag): string => (short === undefined ? long : `${long}|${short}`)

const firstWords = (commands: readonly Spoken[]): Spoken[] => commands.filter(({ name }) => !name.includes(' '))

function forBash({ flags, commands }: Program): string {
  const global = flags.filter(({ takesValue }) => takesValue).map(namesOf)
  const families = commands.flatMap(({ name, below }) => (below.length > 0 ? [name] : []))
  const values = commands.flatMap(({ name, flags: own }) =>
    own
      .filter(({ takesValue }) => takesValue)
      .map(({ long, short, choices, names }) => {
        const patterns = [long, ...(short === undefined ? [] : [short])].map((flag) => `'${name}':${flag}`).join('|')
        const limited =
          choices.length > 0 ? `COMPREPLY=($(compgen -W ${quoted(choices.join(' '))} -- "$current"))` : ':'
        const replies = names === undefined ? limited : `_boardwright_names ${names}`
        return `    ${patterns}) ${replies}; return ;;`
      }),
  )
  const all = commands.map(
    (command) =>
      `    '${command.name}') flags=${quoted(`${words(command)} ${words({ flags })}`)}; values=${quoted(command.values.join(' '))} names=${quoted(command.names ?? '')} ;;`,
  )
  return `# bash: put this into ~/.bashrc:  source <(boardwright setup shell bash)
# What begins with the word, without the quotes that were typed around it.
_boardwright_names() {
  local name word="\${current#[\\"\\']}"
  word="\${word//\\\\/}"
  while IFS= read -r name; do case "$name" in "$word"*) COMPREPLY+=("$name") ;; esac; done < <("\${COMP_WORDS[0]}" setup shell --names "$1" "\${place[@]}" 2>/dev/null)
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
      *)
        command="\${command:+$command }$word"
        case "$command" in ${families.join('|')}) ;; *) break ;; esac ;;
    esac
    index=$((index + 1))
  done
  case "$command:$previous" in
    *:-C|*:--directory) return ;;
${values.join('\n')}
  esac
  case "$command" in
    '') flags=${quoted(words({ flags }))}; values=${quoted(
      firstWords(commands)
        .map(({ name }) => name)
        .join(' '),
    )} ;;
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
  const caseOf = ({ name, flags: own, values, names, below }: Spoken): string => {
    const all = [...own, ...flags].flatMap(spec).join(' ')
    const word = name.split(' ').at(-1)
    if (below.length > 0) {
      const inside = commands.filter((each) => each.name.startsWith(`${name} `)).map(caseOf)
      return [
        `      ${word}) state=''; _arguments -C ${all} '1:command:(${below.join(' ')})' '*::rest:->rest'`,
        `      case "$state:$line[1]" in rest:*) case "$line[1]" in`,
        ...inside,
        '      esac ;; esac ;;',
      ].join('\n')
    }
    const others = names === undefined ? '*:file:_files' : `*:name:_boardwright_${names}`
    const rest = values.length > 0 ? `*:value:(${values.join(' ')})` : others
    return `      ${word}) _arguments ${all} ${quoted(rest)} ;;`
  }
  return `#compdef boardwright
# zsh: put this into a directory of $fpath:  boardwright setup shell zsh > ~/.zfunc/_boardwright
_boardwright_targets() { compadd -- \${(f)"$(boardwright setup shell --names targets 2>/dev/null)"} }
_boardwright_content() { compadd -- \${(f)"$(boardwright setup shell --names content 2>/dev/null)"}; _files }
_boardwright() {
  local context state line
  local -a commands
  commands=(
${firstWords(commands)
  .map(({ name, description }) => `    ${quoted(`${name}:${inSpec(description)}`)}`)
  .join('\n')}
  )
  _arguments -C ${flags.flatMap(spec).join(' ')} '1:command:->command' '*::rest:->rest'
  case "$state" in
    command) _describe 'command' commands ;;
    rest) case "$line[1]" in
${firstWords(commands).map(caseOf).join('\n')}
    esac ;;
  esac
}
if [ "$funcstack[1]" = _boardwright ]; then _boardwright "$@"; else compdef _boardwright boardwright; fi
`
}

const namesFor = (names: CompletedName): string => `boardwright setup shell --names ${names} 2>/dev/null`

/** Whether these words were typed, and for a family none of its commands yet. */
function seen(words: readonly string[], commands: readonly Spoken[]): string {
  const { below = [] } = commands.find(({ name }) => name === words.join(' ')) ?? {}
  return [
    ...words.map((word) => `__fish_seen_subcommand_from ${word}`),
    ...(below.length > 0 ? [`not __fish_seen_subcommand_from ${below.join(' ')}`] : []),
  ].join('; and ')
}

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
  const ofCommand = ({ name, description, flags: own, values, names, below }: Spoken): string[] => {
    const words = name.split(' ')
    const before = words.length === 1 ? '__fish_use_subcommand' : quoted(seen(words.slice(0, -1), commands))
    const within = `-n ${quoted(seen(words, commands))}`
    return [
      `complete -c boardwright -f -n ${before} -a ${words.at(-1)} -d ${quoted(description)}`,
      ...own.map((flag) => flagLine(flag, within)),
      ...(values.length === 0 || below.length > 0
        ? []
        : [`complete -c boardwright -f ${within} -a ${quoted(values.join(' '))}`]),
      ...(names === undefined ? [] : [`complete -c boardwright ${within} -a ${quoted(`(${namesFor(names)})`)}`]),
    ]
  }
  return `# fish:  boardwright setup shell fish > ~/.config/fish/completions/boardwright.fish
${flags.map((flag) => flagLine(flag, '')).join('\n')}
${commands.flatMap(ofCommand).join('\n')}
`
}

const PRINTERS: Readonly<Record<Shell, (program: Program) => string>> = { bash: forBash, zsh: forZsh, fish: forFish }
