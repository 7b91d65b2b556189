import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { givenPlace } from '../sync/given.ts'
import type { Plan } from '../sync/plan.ts'
import { note, printable } from './output.ts'
import { say } from './progress.ts'
import { refusedPath } from './refused-path.ts'
import { writeBytes } from './write-file.ts'

/** Writes the pictures of a plan, and the plan as a page, into a directory. Leaves other files there alone. */
export async function drawInto(given: string, plan: Plan): Promise<void> {
  const started = performance.now()
  const directory = resolve(given)
  const [{ renderHtml, safeName }, { pictureFiles }] = await Promise.all([
    import('../sync/render-plan.ts'),
    import('../sync/plan-pictures.ts'),
  ])
  try {
    mkdirSync(givenPlace(directory), { recursive: true })
  } catch (cause) {
    throw refusedPath(cause, given, 'made')
  }
  const page = `${safeName(plan.target.name)}.html`
  writeBytes(join(directory, page), Buffer.from(renderHtml(plan)))
  let count = 0
  for await (const { name, bytes } of pictureFiles(plan)) {
    writeBytes(join(directory, name), bytes)
    count += name.endsWith('.svg') ? 1 : 0
    say(`Drawing: ${count} dashboards`)
  }
  const dashboards = `${count} ${count === 1 ? 'dashboard' : 'dashboards'}`
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  note(printable(`Drawn in ${given}: ${dashboards}, and the plan as a page: ${page}, in ${seconds} s`))
}
