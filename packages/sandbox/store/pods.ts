import type { DeploymentPod } from '@boardwright/platform'
import { servedBranches } from '../models/environments.ts'
import type { Model } from '../models/model.ts'
import { PODS } from './log-lines.ts'

const API_PODS = { single: 1, simpleCluster: 2, multiCluster: 3 } as const
const CONTAINERS = ['MAIN', 'platform-server', 'vector', 'api-proxy']

/** The running pods: production's, as its template says, and a worker for each other branch that is served. */
export function listPods(model: Model): DeploymentPod[] {
  const named = (name: string, type: string): DeploymentPod => ({
    name,
    type,
    containers: CONTAINERS,
    ready: true,
    restartCount: 0,
    status: 'Running',
  })
  const count = API_PODS[model.settings.template]
  const others = servedBranches(model).filter(({ type }) => type !== 'production')
  const numbered = (name: string, at: number): string => name.replace(/(?<!\d)\d+$/, String(at))
  return [
    ...Array.from({ length: count }, (_, at) => named(numbered(PODS.production, at), 'api')),
    named('production-worker-0', 'worker'),
    ...others.map((_, at) => named(numbered(PODS.dev, at), 'dev')),
  ]
}
