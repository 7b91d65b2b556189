import type { Api, CreationStep } from '@boardwright/platform'
import type { z } from 'zod'
import type { AsyncRoutes } from '../http/route.ts'
import { exclusively } from '../models/model.ts'
import { createDeployment } from '../models/scaffold.ts'
import type { Platform } from '../platform.ts'
import { findDeployment, readSettings, toDeployment, writeSettings } from '../store/deployments.ts'

export const deploymentCreation: AsyncRoutes<Api['deploymentCreation']> = {
  async createDeployment({ platform, body }) {
    return toDeployment(platform, findDeployment(platform.db, await createDeployment(platform, body)))
  },

  advanceCreationStep: ({ platform, path, body }) => setStep(platform, path.deploymentId, body.creationStep),

  resetCreationStep: ({ platform, path }) => setStep(platform, path.deploymentId, 'project'),
}

const setStep = (platform: Platform, deploymentId: number, creationStep: z.output<typeof CreationStep>) =>
  exclusively(platform, deploymentId, async () => {
    writeSettings(platform, deploymentId, { ...readSettings(platform, deploymentId), creationStep })
    return toDeployment(platform, findDeployment(platform.db, deploymentId))
  })
