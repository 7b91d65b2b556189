import { createTemplates, TEMPLATES } from '@boardwright/platform/compiler'
import { type Shape, writeRows } from './rows.ts'

/** What stands in for the native part of the engine, which its install script would load from elsewhere. */

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
      constructor() {
        Object.assign(
          this,
          createTemplates(() => require(TEMPLATES)),
        )
      }
    },
  })
}
