import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/server'
import { openProject } from '../../project/local/project.ts'
import { jsonSchemaOf, SCHEMA_KINDS, type SchemaKind } from '../../setup/schemas.ts'
import { glossaryOf } from '../glossary.ts'
import { readPartOf } from '../read.ts'
import { LIMIT } from './answer.ts'
import type { ServerPlace } from './tool.ts'

/** What a client may add to its context: files of the tree, schemas, and the members of the data model. */
export function addResources(server: McpServer, { directory, today }: ServerPlace): void {
  server.registerResource(
    'tree',
    'boardwright://tree',
    { title: 'All files of the project', mimeType: 'text/plain' },
    async ({ href }) => {
      const { files } = await openProject(directory, today())
      return textResource(
        href,
        'text/plain',
        [...files.keys()].join('\n'),
        'Search, or read directories, for the rest.',
      )
    },
  )
  server.registerResource(
    'file',
    new ResourceTemplate('boardwright://tree/{+path}', { list: undefined }),
    { title: 'A file of the project', mimeType: 'text/plain' },
    async ({ href }, { path }) => {
      const part = await readPartOf(directory, decodeURIComponent(String(path)), { offset: 0, length: LIMIT })
      const text = 'entries' in part ? part.entries.join('\n') : part.text
      return textResource(
        href,
        'text/plain',
        text,
        'The tool read gives the rest.',
        'next' in part && part.next !== null,
      )
    },
  )
  server.registerResource(
    'schema',
    new ResourceTemplate('boardwright://schemas/{kind}', {
      list: () => ({
        resources: SCHEMA_KINDS.map((kind) => ({ name: `schema of ${kind}`, uri: `boardwright://schemas/${kind}` })),
      }),
    }),
    { title: 'The JSON Schema of a kind of file', mimeType: 'application/schema+json' },
    async ({ href }, { kind }) => {
      const found = SCHEMA_KINDS.find((each) => each === kind)
      if (found === undefined) throw new Error(`there is no schema "${kind}": ${SCHEMA_KINDS.join(', ')}`)
      return textResource(
        href,
        'application/schema+json',
        schemaText(found),
        'boardwright setup editor --print prints all of it.',
      )
    },
  )
  server.registerResource(
    'members',
    'boardwright://members',
    { title: 'The members of the data model', mimeType: 'text/markdown' },
    async ({ href }) =>
      textResource(href, 'text/markdown', glossaryOf(await openProject(directory, today())), 'Search for the rest.'),
  )
}

const schemaText = (kind: SchemaKind): string => JSON.stringify(jsonSchemaOf(kind), null, 1)

/** Leaves room, because escaping a text in JSON makes it longer. */
const MOST = LIMIT * 0.8

/** A text that is cut if it is too long, with a note on how to read the rest. */
function textResource(uri: string, mimeType: string, text: string, how: string, isPart = false) {
  let most = text.length
  while (Buffer.byteLength(JSON.stringify(text.slice(0, most))) > MOST) most = Math.floor(most * 0.8)
  const isCut = isPart || most < text.length
  return { contents: [{ uri, mimeType, text: isCut ? `${text.slice(0, most)}\n\nCut here. ${how}` : text }] }
}
