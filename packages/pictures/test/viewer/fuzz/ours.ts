import { ChartView } from '../../../viewer/vega/expression/chart-view.ts'
import { interpreter } from '../../../viewer/vega/expression/interpreter.ts'
import { sealRealm } from '../../../viewer/vega/expression/realm.ts'
import type { Evaluator } from './run.ts'

/** How charts are evaluated here. */
export function ours(): Evaluator {
  sealRealm()
  return { interpreter, view: (runtime, options) => new ChartView(runtime as never, options) }
}
