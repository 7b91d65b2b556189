import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { runHere } from './in-process.ts'

/**
 * Sends its arguments and environment, and writes what comes back: one line for each piece of output, and last the exit
 * status.
 */
const CLIENT = `
const socket = require('node:net').connect(process.argv[2])
socket.end(JSON.stringify({ args: process.argv.slice(3), cwd: process.cwd(), env: process.env }))
let text = ''
socket.setEncoding('utf8')
socket.on('data', (chunk) => {
  const lines = (text + chunk).split('\\n')
  text = lines.pop()
  for (const line of lines) {
    const [stream, value] = JSON.parse(line)
    if (stream === 'code') process.exitCode = value
    else process[stream].write(value)
  }
})
`

/**
 * Arguments for `node` that make it act as the program. This process, which has already loaded the program, does the
 * work.
 */
export async function serveProgram(directory: string): Promise<string> {
  const [client, socket] = [join(directory, 'client.cjs'), join(directory, 'socket')]
  writeFileSync(client, CLIENT)
  const server = createServer({ allowHalfOpen: true }, (connection) => {
    let text = ''
    connection.setEncoding('utf8')
    connection.on('data', (chunk) => (text += chunk))
    connection.on('end', async () => {
      const { args, cwd, env } = JSON.parse(text) as { args: string[]; cwd: string; env: Record<string, string> }
      const say = (...piece: [string, unknown]): unknown => connection.write(`${JSON.stringify(piece)}\n`)
      const { code } = await runHere(args, { cwd, env, hear: (said, stream) => say(stream, said) })
      say('code', code)
      connection.end()
    })
  })
  server.listen(socket)
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `"${client}" "${socket}"`
}
