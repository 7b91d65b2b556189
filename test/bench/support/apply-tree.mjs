import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export const PER_WORKBOOK = 50

const configOf = (url) => `version: 1
project: bench
projectId: 7f3kQ2m9
home: production
targets:
  production:
    url: ${url}
    deployment: 2
    dataModel: off
    limits: {changePercent: 100}
`

/** A committed tree with this many reports in workbooks of fifty, whose dashboards show ten each. */
export async function writeTree(root, { url, reports, sql }) {
  await writeFile(join(root, 'boardwright.yaml'), configOf(url))
  await writeFile(join(root, '.gitignore'), '.boardwright/\n')
  for (let w = 0; w < reports / PER_WORKBOOK; w += 1) {
    const directory = join(root, 'content', 'sales', `w${w}`)
    await mkdir(join(directory, 'reports'), { recursive: true })
    const widgets = Array.from(
      { length: 10 },
      (_, y) => `  - {id: c${y}, type: CHART, report: r${y}, position: {x: 0, y: ${y}, w: 1, h: 1}}\n`,
    )
    await writeFile(join(directory, 'workbook.yaml'), `slug: w${w}\nname: w${w}\n`)
    await writeFile(join(directory, 'dashboard.yaml'), `title: w${w}\nwidgets:\n${widgets.join('')}`)
    for (let r = 0; r < PER_WORKBOOK; r += 1) {
      const index = w * PER_WORKBOOK + r
      const id = `bench${String(index).padStart(7, '0')}`
      await writeFile(join(directory, 'reports', `r${r}.yaml`), `id: ${id}\nname: Report ${index}\nsql: ${sql}\n`)
    }
  }
  await writeFile(join(root, 'content', 'sales', 'folder.yaml'), 'name: Sales\n')
  const git = (...args) =>
    execFileSync('git', ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.com', ...args], { cwd: root })
  git('init', '--quiet')
  git('add', '--all')
  git('commit', '--quiet', '--message', sql)
}
