import { z } from 'zod'
import { findImpact } from '../../../check/impact.ts'
import { ruleTexts } from '../../../check/rules.ts'
import { validateTree } from '../../../check/validate-tree.ts'
import { waivedData } from '../../../config/waivers.ts'
import { ComparedSchema } from '../../../content/compared-schema.ts'
import { MADE_KINDS } from '../../../content/objects.ts'
import { problemData } from '../../../content/problem.ts'
import { createInTree } from '../../../edit/create.ts'
import { planRename, renameMeant, renamingData, writeRenaming } from '../../../edit/rename.ts'
import { moveInTree } from '../../../edit/tree-edit.ts'
import { projectIdOf } from '../../../project/local/id.ts'
import { openProject } from '../../../project/local/project.ts'
import { placeOfProject } from '../../place.ts'
import { readPartOf } from '../../read.ts'
import { searchTree } from '../../search.ts'
import { writeChecked } from '../../write.ts'
import { fits } from '../answer.ts'
import { type Call, Edits, Problems, ToolTarget, tool } from '../tool.ts'

/** At most half an answer, which contains it twice: as text and as structure. */
const MOST_CHARACTERS = 40_000

const NAMED = MADE_KINDS.join(', ').replace(/, (\w+)$/, ' or $1')

const open = ({ directory, today }: Call) => openProject(directory, today())

const Object_ = z.looseObject({ kind: z.string(), at: z.string() })
const Edge = z.looseObject({ by: z.string(), uses: z.string(), how: z.string() })

/** Tools that work on the files of the tree and send nothing. */
export const TREE_TOOLS = {
  search: tool({
    title: 'Search the tree',
    description:
      'Find content and members of the data model by words, or what uses a member, a cube, a view or a file. Words must all occur, in any case.',
    does: 'reads',
    repeats: true,
    platform: false,
    input: z.strictObject({
      words: z
        .array(z.string().min(1))
        .max(20)
        .default([])
        .describe('In names, paths, titles, descriptions and texts.'),
      uses: z.string().min(1).optional().describe('Only what uses this: orders.count, a cube, a view, or a path.'),
      offset: z.int().min(0).default(0),
      limit: z.int().min(1).max(200).default(50),
    }),
    output: {
      total: z.int(),
      found: z.array(
        z.object({
          what: z.string(),
          name: z.string(),
          file: z.string().optional(),
          line: z.int().optional(),
          text: z.string().optional(),
        }),
      ),
      next: z.int().nullable().describe('The offset of the next page.'),
    },
    async run(input, call) {
      return { document: { ...(await searchTree(await open(call), call.directory, input)) } }
    },
  }),

  read: tool({
    title: 'Read a file or a directory',
    description:
      'Read a file of the project, or list a directory. A long file comes in parts: read on at `next`. `digest` is what write asks for.',
    does: 'reads',
    repeats: true,
    platform: false,
    input: z.strictObject({
      path: z.string().min(1).describe('From the root of the project, such as content/sales/folder.yaml.'),
      offset: z.int().min(0).default(0).describe('In characters.'),
      length: z.int().min(1).max(MOST_CHARACTERS).default(MOST_CHARACTERS),
    }),
    output: {
      file: z.string(),
      digest: z.string(),
      characters: z.int(),
      offset: z.int(),
      text: z.string(),
      next: z.int().nullable(),
      directory: z.string(),
      entries: z.array(z.string()),
    },
    async run({ path, ...part }, { directory }) {
      return { document: { ...(await readPartOf(directory, path, { ...part, fits: (text) => fits({ text }) })) } }
    },
  }),

  write: tool({
    title: 'Write files',
    description:
      'Write files of content, overlays and the data model: all of them or none. They are validated first, and nothing is written if that finds a new error, also one by a rule of the house (see rules). The answer is a diff.',
    does: 'changes',
    repeats: true,
    platform: false,
    input: z.strictObject({
      files: z
        .array(
          z
            .strictObject({
              file: z.string().min(1),
              text: z.string().nullable().optional().describe('All of its text; null removes it.'),
              edits: z
                .array(z.strictObject({ from: z.string().min(1), to: z.string() }))
                .min(1)
                .optional()
                .describe('Instead of text: what to replace. Each `from` has to occur once.'),
              digest: z.string().optional().describe('Of the file as it was read. Leave it out for a new file.'),
            })
            .refine(({ text, edits }) => (text === undefined) !== (edits === undefined), {
              error: 'Give either text or edits.',
            }),
        )
        .min(1)
        .max(200),
    }),
    output: { files: Edits, diff: z.string(), warnings: Problems },
    async run({ files }, call) {
      const { warnings, ...written } = await writeChecked(await open(call), files)
      return { document: { ...written, warnings: warnings.map(problemData) } }
    },
  }),

  new: tool({
    title: 'Create an object',
    description: `Create the files of a new ${NAMED}, with an id where it needs one.`,
    does: 'adds',
    repeats: false,
    platform: false,
    input: z.strictObject({
      kind: z.enum(MADE_KINDS),
      name: z.string().min(1).describe('As people read it.'),
      in: z.string().optional().describe('The folder or workbook to put it in; content/ if left out.'),
    }),
    output: { object: Object_, files: Edits, notes: z.array(z.string()) },
    async run({ kind, name, in: holder }, call) {
      const { edit } = await createInTree(await open(call), call.directory, { kind, name, holder })
      return { document: { ...edit } }
    },
  }),

  rename: tool({
    title: 'Rename or move',
    description:
      'Move or rename a folder, a workbook or a report, or rename a member, a cube or a view, with all that refers to it. Shows only what it would do, unless `write` is set. Files that change must be committed.',
    does: 'changes',
    repeats: false,
    platform: false,
    input: z.strictObject({
      from: z.string().min(1).describe('Its path, or its name in the data model, such as orders.count.'),
      to: z.string().min(1).describe('Its new path, the folder or workbook to move it to, or its new name.'),
      alias: z.boolean().default(false).describe('Keep the old name in the data model, too.'),
      write: z.boolean().default(false),
    }),
    output: {
      written: z.boolean(),
      object: Object_,
      names: z.record(z.string(), z.string()),
      changed: z.array(z.looseObject({})),
      left: z.array(z.looseObject({})).describe('Places that nobody could change: look at them.'),
      files: z.union([Edits, z.array(z.string())]),
      gone: z.array(z.string()),
      notes: z.array(z.string()),
    },
    async run({ from, to, alias, write }, call) {
      const project = await open(call)
      const meant = renameMeant(project, call.directory, from)
      if (meant.kind === 'path')
        return { document: { written: write, ...(await moveInTree(project, call.directory, from, to, !write)) } }
      const renaming = planRename(project, meant.name, to, alias)
      const written = write && renaming.written.size > 0
      if (written) await writeRenaming(project, renaming)
      return { document: { written, ...renamingData(renaming) } }
    },
  }),

  validate: tool({
    title: 'Validate the tree',
    description:
      'Check every file of the tree, as every target sees it: all problems at once, with their places. Nothing is sent.',
    does: 'reads',
    repeats: true,
    platform: false,
    input: z.strictObject({ target: ToolTarget }),
    output: {
      comparedWith: ComparedSchema,
      problems: Problems,
      waived: Problems,
      membersNotChecked: z.string().nullable(),
      directory: z.string(),
      project: z.string().nullable(),
    },
    async run({ target }, { directory, today }) {
      const validated = await validateTree(directory, { today: today(), target })
      const { problems, waived, membersNotChecked, comparedWith } = validated
      return {
        document: {
          comparedWith,
          problems: problems.map(problemData),
          waived: waived.map(waivedData),
          membersNotChecked: membersNotChecked ?? null,
          directory: await placeOfProject(directory),
          project: await projectIdOf(directory),
        },
      }
    },
  }),

  rules: tool({
    title: 'The rules of the house',
    description:
      'What this team expects of its content: each rule as its file says it, with why there is such a rule and examples. Look at them before you write: write refuses what a rule finds.',
    does: 'reads',
    repeats: true,
    platform: false,
    input: z.strictObject({}),
    output: { rules: z.array(z.object({ name: z.string(), file: z.string().optional(), text: z.string() })) },
    async run(_input, call) {
      return { document: { rules: ruleTexts(await open(call)) } }
    },
  }),

  impact: tool({
    title: 'Who uses it',
    description:
      'What uses a member, a cube, a view or a report, and what it is made of. Without names: of the members that this branch changes.',
    does: 'reads',
    repeats: true,
    platform: false,
    input: z.strictObject({
      of: z.array(z.string().min(1)).max(50).default([]).describe('Names, or files.'),
      base: z.string().optional().describe('What to compare with: a branch or a commit.'),
    }),
    output: {
      impacts: z.array(z.object({ of: z.string(), isGone: z.boolean(), madeOf: z.array(Edge), usedBy: z.array(Edge) })),
      counts: z.object({ dashboards: z.int(), reports: z.int(), members: z.int() }),
      notChecked: z.array(z.string()),
      comparedWith: ComparedSchema.optional(),
    },
    async run({ of, base }, call) {
      const compare = { asked: base }
      return { document: { ...(await findImpact(await open(call), call.directory, { asked: of, compare })) } }
    },
  }),
}
