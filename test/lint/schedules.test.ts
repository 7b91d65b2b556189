import { describe, expect, test } from 'vitest'
import { validateProject } from '../../src/check/validate.ts'
import { type Project, readProjectConfig } from '../../src/project/local/project.ts'
import { FILES, projectWith } from '../inputs/tree.ts'

const SCHEDULE = { slug: 'weekly', schedule: '0 7 * * 1', timezone: 'UTC' }

const withFiles = ({ root, files, ...rest }: Project, more: Readonly<Record<string, unknown>>): Project => {
  const all = new Map([
    ...files,
    ...Object.entries(more).map(([file, value]) => [file, new TextEncoder().encode(JSON.stringify(value))] as const),
  ])
  return { ...rest, root, files: all, ...readProjectConfig(all, '2026-11-20') }
}

const settings = (more: object) => ({
  'boardwright.yaml': {
    ...{ version: 1, project: 'acme', projectId: '7f3kQ2m9', home: 'production', ...more },
    targets: { production: { url: 'https://acme.example', deployment: 2 } },
  },
})
const said = (project: Project): string[] =>
  validateProject(project, undefined).problems.flatMap(({ at, message, warning }) =>
    at.file === FILES.notification ? [`${warning ? 'warning' : 'error'}: ${message}`] : [],
  )
const of = (schedule: object, files: object = {}): string[] =>
  said(
    withFiles(projectWith('notification', { ...SCHEDULE, ...schedule }), {
      ...settings({ manage: ['notifications'] }),
      ...files,
    }),
  )

const widget = (type: string, config: object) => ({
  [FILES.dashboard]: { widgets: [{ id: 'a', type, config, position: { x: 0, y: 0, w: 4, h: 4 } }] },
})
const STATUS = 'orders.status'

describe('a schedule', () => {
  test.each([
    ['filters', 'filter', 'FILTER', { value: ['paid'] }],
    ['timeGrains', 'time grain', 'TIME_GRAIN', { grain: 'month' }],
    ['memberSwitchers', 'switcher', 'FIELD', { selected: 'status' }],
  ])('with a value in %s that no %s takes has a warning', (list, noun, type, value) => {
    const schedule = { [list]: [{ member: STATUS, ...value }] }
    const unused = `warning: no ${noun} of the dashboard takes a value for ${STATUS}`
    expect(of(schedule)).toEqual([unused])
    expect(of(schedule, widget('TEXT', { member: STATUS }))).toEqual([unused])
    expect(of(schedule, widget(type, { member: STATUS }))).toEqual([])
  })

  test('of a dashboard with an app may have values for the code of that app', () => {
    const app = { [FILES.dashboard]: { widgets: [], app: { files: { 'index.js': 'x' } } } }
    expect(of({ filters: [{ member: STATUS }] }, app)).toEqual([])
  })

  test('that no target manages has a warning, and says what to write', () => {
    const project = withFiles(projectWith('notification', SCHEDULE), settings({}))
    expect(said(project)).toEqual(['warning: no target manages schedules, so nothing is done with this file'])
    expect(validateProject(project, undefined).problems.map(({ hint }) => hint)).toContain(
      'Say `manage: [notifications]` in boardwright.yaml, or remove the file.',
    )
    expect(of({})).toEqual([])
  })
})
