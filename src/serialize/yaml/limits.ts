export interface YamlLimits {
  /** Characters of a file. */
  readonly size: number
  /** Tokens of a file. The parser keeps up to a kilobyte for each. */
  readonly tokens: number
  /** Levels of nesting. The stack of the parser ends at some 800. */
  readonly depth: number
  /** Problems shown of one file. */
  readonly problems: number
}

export const YAML_LIMITS: YamlLimits = { size: 20_000_000, tokens: 1_000_000, depth: 256, problems: 50 }
