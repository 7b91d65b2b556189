/** A Mermaid graph, as forges draw it. Escaping keeps a label plain text. */
export const mermaid = (
  labels: readonly string[],
  edges: readonly (readonly [from: number, to: number])[],
): string[] => [
  'graph LR',
  ...labels.map((label, index) => `  n${index}["${label.replace(/[^\p{L}\p{N} .,:_/()-]/gu, inEntity)}"]`),
  ...edges.map(([from, to]) => `  n${from} --> n${to}`),
]

const inEntity = (character: string): string => `#${character.codePointAt(0)};`
