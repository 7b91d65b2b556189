import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { DashboardConfigDraftInput, DashboardConfigInput } from '../../api/dashboards.ts'
import type { Area } from '../../api/endpoint.ts'
import { api } from '../../api/index.ts'
import { describeProblems } from '../../api/read.ts'
import * as wire from './wire.ts'

const { folders, reports, workbooks, workspace, dataModel, branches, uploads, deployments } = api

const body = (area: Area, operation: string) => schemaOf(area.endpoints[operation]?.body)
const response = (area: Area, operation: string) => schemaOf(area.endpoints[operation]?.response)

function schemaOf(schema: z.ZodType | null | undefined): z.ZodType {
  if (!schema) throw new Error('the operation has no such schema')
  return schema
}

/** Where a value breaks a schema. */
function placesOf(schema: z.ZodType, value: unknown): string[] {
  const parsed = schema.safeParse(value)
  return parsed.success ? [] : describeProblems(parsed.error).map((line) => line.replace(/: .*/, ''))
}

const createFolder = body(folders, 'createFolder')
const createReport = body(reports, 'createReport')
const updateReport = body(reports, 'updateReport')
const updateWorkbook = body(workbooks, 'updateWorkbook')
const publish = body(workbooks, 'publishDashboard')
const updateFiles = body(dataModel, 'updateFiles')
const finish = body(uploads, 'finishUpload')
const token = body(deployments, 'deploymentToken')

const getReport = response(reports, 'getReport')
const getWorkbook = response(workbooks, 'getWorkbook')
const listFiles = response(dataModel, 'listFiles')

const text = (length: number) => 'x'.repeat(length)
const refs = (count: number) => Array.from({ length: count }, (_, id) => ({ type: 'REPORT', id }))
const withWidget = (changes: object) => ({ widgets: [{ ...wire.widget, ...changes }] })
const withId = (id: unknown) => withWidget({ id })
const publishing = (config: object) => ({ workbookId: 12, config })
const inMeta = (dashboardDraft: object) => ({ meta: { dashboardDraft } })

const ID = 'widgets[0].id'
const box = { x: 0, y: 0, w: 1, h: 1 }
const pivot = { columns: [], measures: [], rows: [], filters: [] }
const transaction = { id: 't' }
const dir = { path: '/model', type: 'directory' }
const verdict = { deploymentId: 2, branchName: 'main', mode: 'production', errors: [] }

describe('requests', () => {
  test.each<[string, z.ZodType, unknown, unknown, string]>([
    ['folder name', createFolder, { name: text(255) }, { name: text(256) }, 'name'],
    ['folder name', createFolder, { name: 'a' }, {}, 'name'],
    ['folder name', body(folders, 'updateFolder'), { name: text(255) }, { name: text(256) }, 'name'],
    ['report name', createReport, { name: text(255) }, { name: text(256) }, 'name'],
    ['report name', updateReport, { name: text(255) }, { name: text(256) }, 'name'],
    ['report title', createReport, { title: text(255) }, { title: text(256) }, 'title'],
    ['report title', updateReport, { title: null }, { title: text(256) }, 'title'],
    ['public id', createReport, { publicId: 'abcdefGHI012' }, { publicId: text(11) }, 'publicId'],
    ['public id', updateReport, { publicId: null }, { publicId: text(13) }, 'publicId'],
    ['public id', createReport, {}, { publicId: 'abcdefGHI01_' }, 'publicId'],
    ['source', createReport, { source: 'D3' }, { source: 'd3' }, 'source'],
    ['jsonQuery', createReport, { jsonQuery: '{' }, { jsonQuery: {} }, 'jsonQuery'],
    ['version', updateReport, { expectedVersion: 3 }, { expectedVersion: '3' }, 'expectedVersion'],
    ['pivot', createReport, { pivotItems: null }, { pivotItems: { ...pivot, filters: null } }, 'pivotItems.filters'],
    ['meta', updateWorkbook, { meta: null }, { meta: [] }, 'meta'],
    ['draft in meta', updateWorkbook, inMeta(withId('a')), inMeta(withId(text(129))), `meta.dashboardDraft.${ID}`],
    ['widget id', publish, publishing(withId(text(128))), publishing(withId(text(129))), `config.${ID}`],
    ['widget id', publish, publishing({}), publishing(withId(undefined)), `config.${ID}`],
    ['widget id', DashboardConfigDraftInput, withId(undefined), withId(text(129)), ID],
    ['widget type', DashboardConfigInput, withWidget({}), withWidget({ type: 'CHARTS' }), 'widgets[0].type'],
    ['position', DashboardConfigInput, {}, withWidget({ position: { x: 0, y: 0, w: 1 } }), 'widgets[0].position.h'],
    ['position', DashboardConfigInput, {}, withWidget({ position: { ...box, x: 0.5 } }), 'widgets[0].position.x'],
    ['app entry', DashboardConfigInput, { app: { entry: text(255) } }, { app: { entry: text(256) } }, 'app.entry'],
    ['app files', DashboardConfigInput, { app: { files: { a: '' } } }, { app: { files: { a: 1 } } }, 'app.files.a'],
    ['theme', DashboardConfigInput, { theme: { themeId: null } }, { theme: { themeId: 1 } }, 'theme.themeId'],
    ['workbookId', publish, undefined, {}, 'workbookId'],
    ['action', body(workbooks, 'updateEmbedAccess'), { action: 'none' }, { action: 'write' }, 'action'],
    ['bulk items', body(workspace, 'bulkDeleteWorkspaceObjects'), { items: refs(100) }, { items: refs(101) }, 'items'],
    ['bulk items', body(workspace, 'bulkMoveWorkspaceObjects'), { items: refs(1) }, { items: [] }, 'items'],
    ['type', body(workspace, 'moveWorkspaceObject'), { type: 'FOLDER', id: 1 }, { type: 'CUBE', id: 1 }, 'type'],
    ['content', updateFiles, { files: [] }, { files: [{ path: 'a.yml' }] }, 'files[0].content'],
    ['branch', updateFiles, { files: [], branchName: 'a' }, { files: [], branchName: null }, 'branchName'],
    ['message', body(branches, 'mergeToDefaultBranch'), { message: '' }, { message: null }, 'message'],
    ['merge', body(branches, 'mergeIntoParentBranch'), undefined, { branchId: null }, 'branchId'],
    ['manifest', finish, { transaction, files: { a: { hash: 'h' } } }, { transaction, files: ['a'] }, 'files'],
    ['form', body(uploads, 'uploadFile'), { transaction: '{}', fileName: 'a' }, { transaction: '{}' }, 'fileName'],
    ['lifetime', token, { expiresIn: 60 }, { expiresIn: 59 }, 'expiresIn'],
    ['lifetime', token, { expiresIn: 86_400 }, { expiresIn: 86_401 }, 'expiresIn'],
    ['deploy mode', body(deployments, 'updateDeployment'), { deployMode: 'cli' }, { deployMode: 'CLI' }, 'deployMode'],
  ])('%s: accepted at its bound, refused beyond it', (_, schema, good, bad, place) => {
    expect(placesOf(schema, good)).toEqual([])
    expect(placesOf(schema, bad)).toEqual([place])
  })

  test('the older tabbed container is still accepted (spec Resources)', () => {
    const tabs = { ...wire.widget, type: 'TABS_CONTAINER' }
    expect(placesOf(body(workbooks, 'updateWorkbookDashboard'), { dashboardDraft: { widgets: [tabs] } })).toEqual([])
    expect(placesOf(body(workbooks, 'publishDashboard'), publishing({ widgets: [tabs] }))).toEqual([])
  })

  test('only the update by id sets a slug (schemas 4), and nothing writes a description of a report', () => {
    expect(placesOf(body(workbooks, 'updateWorkbook'), { slug: 5 })).toHaveLength(1)
    expect(placesOf(body(workbooks, 'createWorkbook'), { slug: 5 })).toEqual([])
    expect(placesOf(body(reports, 'updateReport'), { description: 5 })).toEqual([])
  })
})

const answers: [string, z.ZodType, object][] = [
  ['folder', response(folders, 'updateFolder'), wire.folder],
  ['report', response(reports, 'getReport'), wire.report],
  ['workbook', response(workbooks, 'getWorkbook'), wire.workbook],
  ['dashboard', response(workbooks, 'publishDashboard'), wire.dashboard],
  ['settings', response(deployments, 'getDeploymentSettings'), wire.settings],
  ['list of deployments', response(deployments, 'getDeployments'), wire.deployments],
  ['build', response(deployments, 'buildStatus'), wire.buildStatus],
  ['list of branches', response(branches, 'listBranches'), wire.branchList],
  ['list of environments', response(api.environments, 'getDeploymentEnvironments'), wire.environments],
  ['share', response(workbooks, 'getEmbedAccess'), wire.embedAccess],
  ['list of notifications', response(api.notifications, 'getNotifications'), wire.notifications],
  ['user', response(api.users, 'getMe'), wire.user],
  ['file tree', response(dataModel, 'listFiles'), wire.tree],
  ['folder in a mixed list', response(workspace, 'moveWorkspaceObject'), wire.folder],
  ['report in a mixed list', response(workspace, 'moveWorkspaceObject'), wire.report],
]

describe('answers', () => {
  test.each(answers)('a %s is accepted', (_, schema, value) => {
    expect(placesOf(schema, value)).toEqual([])
  })

  test.each(answers)('unknown fields of a %s are kept', (_, schema, value) => {
    const extended = { ...value, addedNextYear: { a: [1, null] } }
    expect(schema.parse(extended)).toEqual(extended)
  })

  test('unknown fields are kept at every depth of a dashboard', () => {
    const extended = withWidget({ position: { ...box, z: 1 }, locked: true })
    expect(DashboardConfigInput.parse(extended)).toEqual(extended)
  })

  test.each(answers)('a %s is not changed, not even by a default', (_, schema, value) => {
    expect(schema.parse(value)).toEqual(value)
  })

  test.each<[string, z.ZodType, object, string]>([
    ['a report without its public id', getReport, { ...wire.report, publicId: undefined }, 'publicId'],
    ['a report that nobody refreshed', getReport, { ...wire.report, refreshedByUser: null }, 'refreshedByUser'],
    ['a report with a null path', getReport, { ...wire.report, folderPath: null }, 'folderPath'],
    ['a report with its query as an object', getReport, { ...wire.report, jsonQuery: {} }, 'jsonQuery'],
    ['a report with text as its version', getReport, { ...wire.report, version: '4' }, 'version'],
    ['a workbook without meta', getWorkbook, { ...wire.workbook, meta: null }, 'meta'],
    [
      'a workbook with half a draft',
      getWorkbook,
      { ...wire.workbook, dashboardDraft: withId(null) },
      `dashboardDraft.${ID}`,
    ],
    [
      'a dashboard in an unknown state',
      response(workbooks, 'publishDashboard'),
      { ...wire.dashboard, status: 'live' },
      'status',
    ],
    ['a list without its older twin', response(folders, 'getFolders'), { items: [] }, 'data'],
    ['a mixed list without page info', response(workspace, 'workspaceObjects'), { items: [] }, 'pageInfo'],
    [
      'a file without a path',
      listFiles,
      { ...wire.tree, items: [{ ...dir, children: [{ type: 'file' }] }] },
      'items[0].children[0].path',
    ],
    ['hashes of a file outside', response(uploads, 'fileHashes'), { '../a.yml': { hash: '1' } }, '["../a.yml"]'],
    ['hashes without a hash', response(uploads, 'fileHashes'), { 'model/a.yml': 'abc' }, '["model/a.yml"]'],
    ['a verdict without a verdict', response(dataModel, 'validateDataModel'), verdict, 'valid'],
  ])('%s is refused, with the place', (_, schema, value, place) => {
    expect(placesOf(schema, value)).toEqual([place])
  })
})
