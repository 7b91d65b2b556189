import type { Target } from '../../config/model.ts'
import { EVERYTHING } from '../../config/scope.ts'
import { type Content, NOTHING } from '../../content/entity.ts'
import type { Preview } from '../../content/preview.ts'
import type { SoundProject } from '../../project/local/project.ts'
import { printTree } from '../../serialize/print.ts'

export interface PreviewContent {
  readonly preview: Preview
  readonly commit: string
  readonly content: Content
}

/** A preview with nothing in it. */
export const emptyPreview = (preview: Preview): PreviewContent => ({
  ...{ preview, content: NOTHING },
  commit: '0'.repeat(40),
})

/** A preview is a small separate project, planned and applied like any other, with its own ledgers. */
export function previewProject(
  project: SoundProject,
  target: Target,
  { preview, commit, content }: PreviewContent,
): SoundProject {
  const own: Target = {
    ...target,
    ...{ projectId: preview.projectId, home: true, content: true, dataModel: undefined },
    ...{ protected: false, variables: {} },
    ...{ scope: EVERYTHING, limits: NO_LIMITS, ignore: [], accept: [], prune: false },
  }
  const files = new Map([...printTree(content)].map(([file, text]) => [file, Buffer.from(text)]))
  return {
    ...{ root: project.root, files, problems: [], madeAt: commit },
    config: {
      ...project.config,
      projectId: preview.projectId,
      home: target.name,
      targets: [own],
      interpolate: [],
      rules: { used: [], weights: [], timeZone: 'UTC', waivers: [] },
    },
  }
}

const NO_LIMITS = { deletePercent: 100, changePercent: 100, fromCount: Number.MAX_SAFE_INTEGER }
