import { resolve } from 'node:path'
import process from 'node:process'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { onTestFinished } from 'vitest'

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
  readonly pid: number
  readonly call: (name: string, given?: Document) => Promise<Answer>
  /** All that the program said to people. */
  readonly said: () => string
}

/** The stock client of the protocol, and the built program as its server. */
export async function openAgent(root: string, env: Readonly<Record<string, string>> = {}): Promise<Agent> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [resolve('dist/cli/main.js'), 'mcp', '-C', root],
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stderr: 'pipe',
  })
  let said = ''
  transport.stderr?.on('data', (chunk) => (said += chunk))
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(transport)
  onTestFinished(() => client.close())
  return {
    client,
    pid: transport.pid ?? 0,
    said: () => said,
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
