import { type StdioServerHandle, serveStdio } from '@modelcontextprotocol/server/stdio'
import { createServer } from './server.ts'
import type { ServerPlace } from './tool.ts'

/** Serves one client over stdin and stdout. Closing it aborts pending calls. */
export const serve = (place: ServerPlace, version: string): StdioServerHandle =>
  serveStdio(() => createServer(place, version), { onerror: ({ message }) => place.log(message) })
