import { resolve } from 'node:path'
import process from 'node:process'
import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { onTestFinished } from 'vitest'
import { createServer } from '../../../src/agents/mcp/server.ts'

export type Document = Readonly<Record<string, unknown>>

export interface Answer {
  readonly isError: boolean
  /** What the last text says; an error is nothing else. */
  readonly document: Document
  readonly structured: Document | undefined
  readonly texts: readonly string[]
  readonly pictures: readonly Buffer[]
  /** In bytes, as JSON. */
  readonly size: number
}

export interface Agent {
  readonly client: Client
  readonly call: (name: string, given?: Document) => Promise<Answer>
}

type Environment = Readonly<Record<string, string>>

/** The stock client of the protocol, and the server in this process, which has loaded it. */
export async function openAgent(root: string, env: Environment = {}): Promise<Agent> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  const place = {
    directory: root,
    env: { ...environment(env), BOARDWRIGHT_READ_ONLY: '1' },
    today: () => new Date().toISOString().slice(0, 10),
    log(text: string) {
      throw new Error(`the server says: ${text}`)
    },
  }
  serveStdio(() => createServer(place, '1.0.0'), { transport: theirs })
  return connect(ours)
}

/** The same client, and the built program as its server. */
export async function startAgent(
  root: string,
  env: Environment = {},
): Promise<Agent & { readonly pid: number; readonly said: () => string }> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [resolve('dist/cli/main.js'), 'mcp', '-C', root],
    env: environment(env),
    stderr: 'pipe',
  })
  let said = ''
  transport.stderr?.on('data', (chunk) => (said += chunk))
  return { ...(await connect(transport)), pid: transport.pid ?? 0, said: () => said }
}

const environment = (env: Environment) => ({ PATH: process.env['PATH'] ?? '', ...env })

async function connect(transport: Parameters<Client['connect']>[0]): Promise<Agent> {
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(transport)
  onTestFinished(() => client.close())
  return {
    client,
    async call(name, given = {}) {
      const result = await client.callTool({ name, arguments: given })
      const texts = result.content.flatMap((each) => (each.type === 'text' ? [each.text] : []))
      const json = texts.find((text) => text.startsWith('{'))
      return {
        isError: result.isError === true,
        document: json === undefined ? {} : (JSON.parse(json) as Document),
        structured: result.structuredContent as Document | undefined,
        texts,
        pictures: result.content.flatMap((each) => (each.type === 'image' ? [Buffer.from(each.data, 'base64')] : [])),
        size: Buffer.byteLength(JSON.stringify(result)),
      }
    },
  }
}
