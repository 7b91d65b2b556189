import type { Platform } from '../platform.ts'

// For the developer of src/sandbox/models: world.ts (start, reset) calls these three; please implement them here.
// The routes data-model, uploads, branches, environments and deployments (all of that area; store/deployments.ts has
// readSettings/toDeployment) are yours: see routes/index.ts, use mountAsync.

/** Lays out a new deployment's model: its deploy branch with one commit of these files, built. */
export async function plantModel(
  _platform: Platform,
  _deploymentId: number,
  _files: ReadonlyMap<string, Uint8Array>,
): Promise<void> {}

/** After a start: what a killed process left half done is finished or undone. Also refuses an unsuitable git. */
export async function reconcileModels(_platform: Platform): Promise<void> {}

/** Waits for work under way, then removes all repositories. The tables are emptied by the caller. */
export async function clearModels(_platform: Platform): Promise<void> {}
