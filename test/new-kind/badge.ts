/** A kind that there is not, with all that it takes: its name, a row in every table that asks for one, and two files. */

/** The list of kinds. Nothing else is changed by hand. */
export const NAMED = { file: 'src/content/kinds.ts', row: "badge: 'badges'," }

export interface Row {
  readonly row: string
  readonly imports?: string
}

/** By the file of the table that it goes into. */
export const ROWS: Readonly<Record<string, Row>> = {
  'src/content/model.ts': {
    imports: "import type { Badge } from './badge.ts'",
    row: 'readonly badge: Badge',
  },
  'src/content/files.ts': {
    row: `badge: {
      schema: z.strictObject({ code: z.string(), colour: z.string() }),
      identity: ['code'],
      beside: 'nothing',
      namesMembers: false,
      file: { ending: '.badge.yaml' },
    },`,
  },
  'src/content/objects.ts': {
    imports: "import { badgeKey } from './badge.ts'",
    row: `badge: {
      ...SHOWS_NOTHING,
      noun: 'badge',
      keyOf: ({ code }) => badgeKey(code),
      ...known(({ colour, folder }) => new Map<string, unknown>([['colour', colour], ['folder', folder]])),
      optional: [],
      merge: (repo, live, pick) => (pick('colour') === 'live' ? { ...repo, colour: live.colour } : repo),
      nameOf: ({ code }) => code,
      placeOf: ({ folder }) => placeIn(folder),
      movedTo: (object, { folder = [] }) => ({ ...object, folder }),
      formerKey: ({ code }) => badgeKey(code),
      asks: () => ASKS_NOTHING,
      isSeenByAll: false,
      hasEntries: false,
      hasOwner: false,
    },`,
  },
  'src/serialize/kinds.ts': {
    imports: "import { badgeKey } from '../content/badge.ts'\nimport { entityOf } from '../content/entity.ts'",
    row: `badge: {
      read: (reading) =>
        reading.documents('badge').flatMap((document) => {
          const accepted = reading.accept(document)
          if (!accepted) return []
          const { code, colour }: { code: string; colour: string } = accepted.value
          const { folder = [] } = reading.placeOf('badge', document.file) ?? {}
          return reading.register(badgeKey(code), accepted.source, 'code', 'the badge')
            ? [entityOf('badge', { code, colour, folder })]
            : []
        }),
      named: ({ name }) => ({ name, exact: name }),
      documents: ({ code, colour }) => [{ kind: 'badge', value: { code, colour }, sides: {} }],
      identity: () => ({}),
      first: (name) => ({ badge: { code: name, colour: 'grey' } }),
      about: 'a mark of honour',
      next: (place) => 'paint ' + place,
    },`,
  },
  'src/plan/kinds.ts': { row: 'badge: { ...CONTENT, rank: 2 },' },
  'src/plan/naming.ts': {
    row: `badge: {
      noun: 'badge',
      fullName: (name) => \`badge \${name}\`,
      selector: byPath,
      sameAs: (before, file) => \`code: \${before}, in \${file}\`,
      isChanged: (file, { paths }) => paths.has(file),
      isLast: false,
      remover: 'git rm',
    },`,
  },
  'src/apply/kinds.ts': {
    row: `badge: {
      steps: (object, badge, { writer }) => {
        const run = async (): Promise<void> => {
          if (isNew(object)) await writer.create('badge', badge, NO_RECORD)
          else await writer.update('badge', badge, unitsOf(object), NO_RECORD)
        }
        const verb = isNew(object) ? 'create' : 'update'
        return [{ ...named(object), phase: 'reports', verb, needs: needsOfKind(object, 'folder'), run }]
      },
      deletes: 'first',
    },`,
  },
  'src/live/wire.ts': {
    imports: "import type { BadgeRow } from './badges.ts'",
    row: 'readonly badge: BadgeRow',
  },
  'src/live/kinds.ts': {
    imports: "import { badgeKey } from '../content/badge.ts'\nimport { platform } from './badges.ts'",
    row: `badge: {
      rows: async () => [...platform.values()],
      keyOf: ({ code }) => badgeKey(code),
      isContent: () => true,
      toObject: ({ code, colour, folderId }, _key, { names }) =>
        entityOf('badge', { code, colour, folder: names.pathOf(folderId) }),
      factsOf: () => ({}),
      unknownIn: () => [],
    },`,
  },
  'src/live/write/kinds.ts': {
    imports: "import { badgeKey } from '../../content/badge.ts'\nimport { platform } from '../badges.ts'",
    row: `badge: {
      create: async (state, { code, colour, folder }) => {
        const id = platform.size + 1
        platform.set(id, { id, code, colour, folderId: folder.length === 0 ? null : state.numbers.folder(folder) })
        state.ids.set(badgeKey(code), id)
        return new Map()
      },
      update: async (state, { code, colour, folder }) => {
        const id = state.numberOf(badgeKey(code))
        platform.set(id, { id, code, colour, folderId: folder.length === 0 ? null : state.numbers.folder(folder) })
        return new Map()
      },
      remove: async (state, key) => {
        platform.delete(state.numberOf(key))
      },
      isGone: async (_state, id) => !platform.has(id),
    },`,
  },
}

export type StubPlatform = Map<number, { id: number; code: string; colour: string; folderId: number | null }>

/** The shape of an object, and a platform that keeps badges in memory. */
export const FILES: Readonly<Record<string, string>> = {
  'src/content/badge.ts': `import { type Key, keyOf } from './kinds.ts'
import type { FolderPath } from './model.ts'

export interface Badge {
  readonly code: string
  readonly colour: string
  readonly folder: FolderPath
}

export const badgeKey = (code: string): Key<'badge'> => keyOf('badge', code)
`,
  'src/live/badges.ts': `export interface BadgeRow {
  readonly id: number
  readonly code: string
  readonly colour: string
  readonly folderId: number | null
}

export const platform = new Map<number, BadgeRow>()
`,
}
