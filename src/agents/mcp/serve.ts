import { type StdioServerHandle, serveStdio } from '@modelcontextprotocol/server/stdio'
import { createServer } from './server.ts'
import type { Place } from './tool.ts'

/** Serves one client over stdin and stdout. Closing it aborts pending calls. */
export const serve = (place: Place, version: string): StdioServerHandle =>
  serveStdio(() => createServer(place, version), { onerror: ({ message }) => place.log(message) })
