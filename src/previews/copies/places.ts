import type { DataModel, Target } from '../../config/model.ts'
import { previewOnBranch } from '../../content/preview.ts'
import { type PreviewPlace, readPreviewPlaces } from '../../live/index.ts'
import type { SoundProject } from '../../project/local/project.ts'
import { connect, type ReachOptions } from '../../project/target/connect.ts'

/** A deployment that may hold previews, with the project set up as if the target were there. */
export interface CopiesPlace extends PreviewPlace {
  readonly project: SoundProject
  readonly target: Target
}

/**
 * If the settings no longer have a data model, nothing says where a preview's branch started, so assume the deploy
 * branch.
 */
const ANY_MODEL: DataModel = { branch: 'main', paths: [], route: 'auto', merge: 'none' }

/**
 * The target's deployment, and then the others of its platform. A pull request may change `deployment` or `dataModel`,
 * so its preview may be elsewhere than the settings say now.
 */
export async function readPlaces(
  project: SoundProject,
  target: Target,
  options: ReachOptions,
): Promise<readonly CopiesPlace[]> {
  const client = connect(target, { ...options, readOnly: true })
  try {
    const places = await readPreviewPlaces(client, target.deployment)
    return places.map((place) => {
      const hasModel = place.branches.some((branch) => previewOnBranch(branch, target.projectId) !== undefined)
      const dataModel = target.dataModel ?? (hasModel ? ANY_MODEL : undefined)
      const there: Target = { ...target, deployment: place.deployment, dataModel }
      const targets = project.config.targets.map((each) => (each.name === target.name ? there : each))
      return { ...place, target: there, project: { ...project, config: { ...project.config, targets } } }
    })
  } finally {
    await client.close()
  }
}
