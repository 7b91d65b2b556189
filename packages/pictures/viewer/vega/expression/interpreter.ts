import { accessors } from './accessors.ts'
import { compileExpression } from './compile.ts'
import { encoder } from './encode.ts'
import type { Context, Node } from './library.ts'
import { read } from './values.ts'

interface Parsed {
  readonly ast: Node
}

interface Marked {
  readonly marktype: string
  readonly channels: Readonly<Record<string, Parsed>>
}

/** How the chart library has expressions evaluated: each kind is called with other arguments. */
export const interpreter = {
  operator: (context: Context, { ast }: Parsed) => {
    const run = compileExpression(ast, context)
    return (parameters: unknown) => run(parameters, undefined, undefined, undefined)
  },
  parameter: (context: Context, { ast }: Parsed) => {
    const run = compileExpression(ast, context)
    return (datum: unknown, parameters: unknown) => run(parameters, datum, undefined, undefined)
  },
  event: (context: Context, { ast }: Parsed) => {
    const run = compileExpression(ast, context)
    return (event: unknown) => run(undefined, undefined, event, undefined)
  },
  handler: (context: Context, { ast }: Parsed) => {
    const run = compileExpression(ast, context)
    return (parameters: unknown, event: { readonly item?: unknown }) =>
      run(parameters, event.item && read(event.item, 'datum'), event, undefined)
  },
  encode: (context: Context, { marktype, channels }: Marked) => encoder(context, marktype, channels),
  codegen: accessors,
}
