import { type StdioServerHandle, serveStdio } from '@modelcontextprotocol/server/stdio'
import { createServer } from './server.ts'
import type { Place } from './tool.ts'

/** Over stdin and stdout, with one client. Closing ends what it still waits for. */
export const serve = (place: Place, version: string): StdioServerHandle =>
  serveStdio(() => createServer(place, version), { onerror: ({ message }) => place.log(message) })
