import type { Target } from '../../config/model.ts'
import type { Content } from '../../content/model.ts'
import type { Preview } from '../../content/preview.ts'
import type { Plan } from '../../plan/plan-file.ts'
import type { SoundProject } from '../../project/project.ts'
import { printTree } from '../../serialize/print.ts'
import type { ApplyOptions } from '../apply/options.ts'
import { type Applied, applyPlanned } from '../apply.ts'
import { planTarget } from '../plan.ts'

export interface PreviewContent {
  readonly preview: Preview
  readonly commit: string
  readonly content: Content
  /** Whether what it no longer has is removed. */
  readonly prune?: boolean
}

export type PreviewOptions = Pick<
  ApplyOptions,
  'env' | 'signal' | 'traffic' | 'stop' | 'onEvent' | 'say' | 'concurrency'
>

/** A preview is a small project of its own: planned and applied as any other, by its own ledgers. */
export function previewProject(
  project: SoundProject,
  target: Target,
  { preview, commit, content }: PreviewContent,
): SoundProject {
  const own: Target = {
    ...target,
    ...{
      projectId: preview.projectId,
      home: true,
      content: true,
      dataModel: undefined,
      protected: false,
      variables: {},
    },
    ...{ scope: EVERYTHING, limits: NO_LIMITS, ignore: [], uiEdits: 'hold', prune: false },
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
      rules: [],
    },
  }
}

const NOTHING = { paths: [], kinds: [] }
export const EVERYTHING = { include: NOTHING, exclude: NOTHING }
const NO_LIMITS = { deletePercent: 100, changePercent: 100, fromCount: Number.MAX_SAFE_INTEGER }

export async function applyPreview(
  project: SoundProject,
  target: Target,
  wanted: PreviewContent,
  options: PreviewOptions,
): Promise<Applied> {
  const alone = previewProject(project, target, wanted)
  const { env, signal, traffic, stop, onEvent, say, concurrency } = options
  const reach = { env, signal, traffic, stop, onEvent, say, concurrency, target: target.name }
  const shaping = { prune: wanted.prune === true, firstApply: true }
  const planned = await planTarget(alone, { ...reach, shaping })
  return applyPlanned(alone, planned, { ...reach, shaping, confirm: async () => true })
}

/** What a plan holds or leaves of a preview is what people did to it. */
export const keptIn = ({ held, left }: Plan): string[] => [
  ...new Set([...held, ...left].map(({ title, message }) => `${title.join(' / ')}: ${message}`)),
]
