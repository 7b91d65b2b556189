import { splitAccessPath, typeParsers, View } from 'vega'
import { isMap } from '../../data/free.ts'
import { Told } from '../../told.ts'
import { accessors } from './accessors.ts'
import './transforms.ts'
import '../still.ts'
import { admit } from './values.ts'

type Parse = (this: View, data: unknown, format: unknown) => unknown

const parseRows = Reflect.get(View.prototype, 'parse') as Parse

/** A chart whose rows are values as expressions know them, wherever a format says that they are. */
export class ChartView extends View {
  parse(data: unknown, format: unknown): unknown {
    const { property, ...rest } = isMap(format) ? format : {}
    const isWhole = property === undefined || ['csv', 'tsv', 'dsv'].includes(String(rest['type']))
    const given = isWhole ? data : partOf(data, String(property))
    const rows = parseRows.call(this, given, rest)
    const list = Array.isArray(rows) ? rows : [rows]
    if (!list.every((row) => row === undefined || admit(row) !== undefined)) throw new Told('Its data are not rows.')
    return rows
  }
}

const partOf = (data: unknown, path: string): unknown =>
  accessors.get(splitAccessPath(path))(typeof data === 'string' ? JSON.parse(data) : data)

// The library looks names of formats up in this table.
Object.setPrototypeOf(typeParsers, null)
