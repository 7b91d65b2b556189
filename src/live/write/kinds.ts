import { CONTENT_KINDS, type ContentKind, idIn, isKind, type Key, type Kind, kindOf } from '../../content/kinds.ts'
import type { Objects } from '../../content/model.ts'
import { BoardwrightError } from '../../errors.ts'
import { createFolder, isFolderGone, removeFolder, updateFolder } from './folders.ts'
import { isReportGone, isWorkbookGone, removeReport, removeWorkbook } from './remove.ts'
import { createReport, type RecordText, recordReport, type Stored, updateReport } from './reports.ts'
import type { State } from './state.ts'
import type { Uses } from './uses.ts'
import { changeWorkbook, createWorkbook, recordWorkbook } from './workbooks.ts'

type Record_ = RecordText | undefined

/**
 * How to write objects of one kind. Each call checks that its object is still what the plan saw, and is safe to repeat.
 */
export interface WriteRules<K extends Kind, T = Objects[K]> {
  readonly create: (state: State, wanted: T, record: Record_) => Promise<Stored>
  readonly update: (state: State, wanted: T, units: readonly string[], record: Record_) => Promise<Stored>
  /** `lookAtUses` reads what dashboards show right now. */
  readonly remove: (state: State, key: Key<K>, lookAtUses: () => Promise<Uses>) => Promise<void>
  readonly isGone: (state: State, id: number) => Promise<boolean>
  /** Writes only the ledger; for kinds that carry one. */
  readonly record?: (state: State, id: string, record: Record_) => Promise<void>
}

const NOTHING_TOLD: Stored = new Map()

/** Data-model files are written with their branch. */
const WRITE_RULES: { readonly [K in ContentKind]: WriteRules<K> } = {
  folder: {
    create: async (state, folder) => {
      await createFolder(state, folder)
      return NOTHING_TOLD
    },
    update: async (state, folder, units) => {
      await updateFolder(state, folder, units)
      return NOTHING_TOLD
    },
    remove: removeFolder,
    isGone: isFolderGone,
  },
  workbook: {
    create: (state, workbook, record) => createWorkbook(state, workbook, given(record)),
    update: (state, workbook, units, record) => changeWorkbook(state, workbook, units, given(record)),
    remove: removeWorkbook,
    isGone: isWorkbookGone,
    record: (state, slug, record) => recordWorkbook(state, slug, given(record)),
  },
  report: {
    ...{ create: createReport, update: updateReport, record: recordReport },
    ...{ remove: removeReport, isGone: isReportGone },
  },
}

export const writeRules = <K extends ContentKind>(kind: K): WriteRules<K> => WRITE_RULES[kind]

/** A workbook always has a ledger. */
function given(record: Record_): RecordText {
  if (!record) throw new Error('a workbook is written without its ledger')
  return record
}

/**
 * Deletes an object if it is still what the plan saw, and checks that it is gone, because the platform's answer does
 * not prove that.
 */
export async function remove(state: State, key: Key, lookAtUses: () => Promise<Uses>): Promise<void> {
  if (isKind(key, ...CONTENT_KINDS)) {
    const rules = writeRules(kindOf(key))
    await rules.remove(state, key, lookAtUses)
    if (!(await rules.isGone(state, state.require(key)))) throw new BoardwrightError('SERVER_FAILED', KEPT(key))
  }
  state.ids.delete(key)
}

const KEPT = (key: Key): string => `${key} still exists, although the platform answered that it was deleted`

export async function writeRecord(state: State, key: Key, record: Record_): Promise<void> {
  if (isKind(key, ...CONTENT_KINDS)) await writeRules(kindOf(key)).record?.(state, idIn(key), record)
}
