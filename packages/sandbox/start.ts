import type { Sandbox, SandboxOptions } from './index.ts'

/** Starts the platform on this machine. Loaded on demand: whoever plans in production never loads a server. */
export const startSandbox = async (options?: SandboxOptions): Promise<Sandbox> =>
  (await import('./index.ts')).startSandbox(options)
