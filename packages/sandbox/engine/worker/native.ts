import { ENGINE } from '../asked.ts'
import { type Shape, writeRows } from './rows.ts'

/** What stands in for the native part of the engine, which its install script would load from elsewhere. */

interface Templates {
  addTemplate(name: string, content: string): void
  renderTemplate(name: string, context: object): string
}

type Require = (name: string) => unknown

/** The rows are written here, and templates are those of another package. There is no Python and no SQL server. */
export function replaceNative(require: Require, native: object): void {
  const getFinalQueryResult = async (shape: Shape, raw: Uint8Array, root: object): Promise<object> => ({
    ...root,
    data: writeRows(shape, raw),
  })
  const getFinalQueryResultMulti = async (
    shapes: readonly Shape[],
    raws: readonly Uint8Array[],
    root: { readonly results: readonly object[] },
  ): Promise<object> => ({
    ...root,
    results: root.results.map((each, at) => {
      const [shape, raw] = [shapes[at], raws[at]]
      return { ...each, data: shape && raw ? writeRows(shape, raw) : [] }
    }),
  })
  Object.assign(native, {
    ...{ getFinalQueryResult, getFinalQueryResultMulti },
    ...{ setupLogger: () => undefined, resetLogger: () => undefined, isFallbackBuild: () => true },
    NativeInstance: class {
      loadPythonContext = async (): Promise<object> => ({
        __type: 'PythonCtx',
        ...{ filters: {}, variables: {}, functions: {} },
      })
      newJinjaEngine = (): object => openTemplates(require)
    },
  })
}

/** A model without templates needs no package for them. */
function openTemplates(require: Require): object {
  let made: Templates | undefined
  const templates = (): Templates => {
    made ??= new (require(ENGINE.templates) as { Environment: new () => Templates }).Environment()
    return made
  }
  return {
    // Under the names of plain texts, else they are escaped for HTML.
    loadTemplate: (name: string, content: string) =>
      /\{[{%#]/.test(content) ? templates().addTemplate(`${name}.txt`, content) : undefined,
    renderTemplate: async (name: string, context: object) =>
      templates().renderTemplate(`${name}.txt`, { COMPILE_CONTEXT: context }),
  }
}
