import { BoardwrightError } from '@boardwright/common'
import { type Compiled, findCompiler, type InstalledCompiler, runCompiler } from '@boardwright/platform/compiler'
import type { Problem } from '../../content/problem.ts'
import { type JudgedModel, type JudgeModel, judgeTreeModel } from '../../lint/model/judged.ts'
import { EARLIEST_DAY, readProjectConfig } from '../../project/local/project.ts'
import { modelFilesFor } from '../../project/local/render.ts'
import type { TreeFiles } from '../../serialize/documents.ts'
import { isOfTreeModel } from '../../serialize/model/read.ts'
import { compiledMembers } from './members.ts'
import { MODEL_FILES, refusals } from './refusals.ts'

/** Which compiler judges the data model. */
export interface ModelCompiler {
  readonly version: string
  readonly judge: JudgeModel
}

/** The compiler that is installed beside a project. */
export function openJudge(root: string): ModelCompiler {
  const installed = findCompiler(root)
  const known = new Map<string, Promise<Compiled>>()
  return {
    version: installed.version,
    async judge(files) {
      const judged: JudgedModel[] = []
      for (const seen of formsOf(root, files)) {
        const texts = textsOf(seen)
        const key = JSON.stringify([...texts])
        const compiled = known.get(key) ?? compile(installed, texts)
        known.set(key, compiled)
        judged.push(judgedBy(await compiled, seen))
      }
      const [first = judgeTreeModel(files)] = judged
      return { ...first, problems: judged.flatMap(({ problems }) => problems) }
    },
  }
}

/** A compiler takes `${var.NAME}` for something of its own, so it gets the files as targets see them. */
function formsOf(root: string, files: TreeFiles): readonly TreeFiles[] {
  const { config } = readProjectConfig(files, EARLIEST_DAY)
  if (!config || config.interpolate.length === 0) return [files]
  const project = { root, files, config, problems: [] }
  return config.targets.map((target) => modelFilesFor(project, config, target))
}

const textsOf = (files: TreeFiles): ReadonlyMap<string, string> =>
  new Map(
    [...files].flatMap(([file, bytes]) =>
      isOfTreeModel(file) ? [[file.slice(MODEL_FILES.length), Buffer.from(bytes).toString()] as const] : [],
    ),
  )

async function compile(installed: InstalledCompiler, texts: ReadonlyMap<string, string>): Promise<Compiled> {
  if (!texts.has(PYTHON)) return runCompiler(installed, texts)
  const why = `${MODEL_FILES}${PYTHON} is Python, which this compiler cannot run`
  throw new BoardwrightError('COMPILER_FAILED', why, { hint: 'Leave out --compiler and `dataModel.compiler`.' })
}
/** The only file in Python that the engine runs. */
const PYTHON = 'globals.py'

/**
 * If it compiles, nothing else refuses it. If not, and we see the same file wrong, we know the place better, and what the
 * compiler says of other files may follow from that. Else what it says counts, and nothing that we see.
 */
function judgedBy(compiled: Compiled, files: TreeFiles): JudgedModel {
  const { model, members, problems } = judgeTreeModel(files)
  const warnings = problems.filter(({ warning }) => warning)
  if (compiled.end === 'compiled') {
    return { model, members: compiledMembers(model, compiled.owners), problems: warnings }
  }
  const refused = refusals(compiled.errors, files)
  const isRefused = ({ at, warning }: Problem): boolean =>
    !warning && refused.some((each) => each.at.line === undefined || each.at.file === at.file)
  const because = 'the compiler refuses the data model'
  const told = problems.some(isRefused) ? problems : [...warnings, ...refused]
  return { model, members: members.known ? members : { known: false, because }, problems: told }
}
