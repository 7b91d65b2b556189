import { specOf } from '@boardwright/common'
import type { Scene, SceneReport } from '../../scene.ts'
import { columnFor, columnsOfRows } from '../data/columns.ts'
import { type FreeForm, isMap, mapAt, mapsAt, numberAt, textAt } from '../data/free.ts'
import type { Column, Rows } from '../data/rows.ts'

/** A column, and how it is drawn. */
export interface TableColumn extends Column {
  readonly bar?: { readonly color: string | undefined; readonly max: number | undefined } | undefined
  readonly isPinned: boolean
  readonly rules: readonly { readonly below: number; readonly color: string }[]
}

/** The columns in the order that the report gives; otherwise as they come. */
export function tableColumns({ columns, rows }: Rows, report: SceneReport, scene: Scene): TableColumn[] {
  const known = columns.length > 0 ? columns : columnsOfRows(rows, report, scene)
  const wanted = mapsAt(specOf(report), 'columns').filter((each) => textAt(each, 'field') !== undefined)
  if (wanted.length === 0) return known.map((column) => dress(column, {}))
  return wanted.map((each) => {
    const name = textAt(each, 'field') ?? ''
    const column =
      known.find((one) => one.name === name) ??
      known.find((one) => one.name.startsWith(`${name}.`)) ??
      columnFor(name, report, scene)
    return dress({ ...column, title: textAt(each, 'label') ?? column.title }, each)
  })
}

function dress(column: Column, wish: FreeForm): TableColumn {
  const bar = wish['bar']
  const own = mapAt(wish, 'bar')
  return {
    ...column,
    bar: isMap(bar) || bar === true ? { color: textAt(own, 'color'), max: numberAt(own, 'max') } : undefined,
    isPinned: textAt(wish, 'pinned') === 'left',
    rules: mapsAt(wish, 'rules').flatMap((rule) => {
      const [below, color] = [numberAt(rule, 'below'), textAt(rule, 'color')]
      return below === undefined || color === undefined ? [] : [{ below, color }]
    }),
  }
}
