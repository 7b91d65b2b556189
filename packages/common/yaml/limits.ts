export interface YamlLimits {
  readonly size: number
  /** The parser keeps up to a kilobyte per token. */
  readonly tokens: number
  /** Keys and list items. Each of them may be a problem of its own. */
  readonly entries: number
  /** The parser's stack overflows at some 800 levels. */
  readonly depth: number
  readonly problems: number
}

export const YAML_LIMITS: YamlLimits = {
  size: 20_000_000,
  tokens: 1_000_000,
  entries: 100_000,
  depth: 256,
  problems: 50,
}
