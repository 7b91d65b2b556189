import { once } from 'node:events'
import process from 'node:process'
import { Command } from 'commander'
import { printable } from '../../content/printable.ts'
import { environment } from '../environment.ts'
import { untilStopped } from '../interrupt.ts'
import { startDirectory, today } from '../options.ts'
import { note, warn } from '../output.ts'
import { readVersion } from '../version.ts'

export function mcpCommand(): Command {
  return new Command('mcp')
    .description(
      'serve tools to an agent over stdin and stdout (MCP): they work on files, and never write to a platform',
    )
    .action(async (_: unknown, command: Command) => {
      const directory = startDirectory(command)
      const [{ serve }, { findRoot }] = await Promise.all([
        import('../../agents/mcp/serve.ts'),
        import('../../project/local/root.ts'),
      ])
      await findRoot(directory)
      const env = { ...environment(), BOARDWRIGHT_READ_ONLY: '1' }
      // If stdin is the null device, it ends but never closes.
      const gone = Promise.race([once(process.stdin, 'end'), once(process.stdin, 'close')])
      const server = serve({ directory, env, today, log: (text) => warn(printable(text)) }, readVersion())
      if (process.stdin.isTTY) note('Serving tools to an agent over stdin and stdout. Ctrl-C stops it.')
      await Promise.race([gone, untilStopped()])
      await server.close()
    })
}
