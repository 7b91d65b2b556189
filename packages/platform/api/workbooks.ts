import { z } from 'zod'
import { Dashboard, DashboardConfig, DashboardConfigDraftInput, DashboardConfigInput } from './dashboards.ts'
import { EmbedAccessResponse, UpdateEmbedAccessInput } from './embed-access.ts'
import { area } from './endpoint.ts'
import {
  cursorQuery,
  DeploymentParams,
  FolderPathEntry,
  FreeForm,
  Id,
  ItemType,
  listOf,
  Owner,
  Timestamp,
} from './shared.ts'

export const Workbook = z
  .looseObject({
    id: Id,
    name: z.string(),
    deploymentId: Id,
    type: ItemType,
    meta: FreeForm,
    calculatedFields: FreeForm,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    slug: z.string().nullish(),
    folderId: Id.nullish(),
    folderPath: z.array(FolderPathEntry).optional(),
    dashboardDraft: DashboardConfig.nullish(),
    dashboardPublished: DashboardConfig.nullish(),
    publishedDashboard: Dashboard.nullish(),
    createdBy: Id.optional(),
    userId: Id.nullish(),
    user: Owner.nullish(),
    isFavorite: z.boolean().nullish(),
  })
  .meta({ id: 'Workbook' })
export type Workbook = z.output<typeof Workbook>

/** Free-form except for one key: a draft inside `meta` is checked like any other. */
const WorkbookMetaInput = z
  .looseObject({ dashboardDraft: DashboardConfigDraftInput.nullish() })
  .meta({ id: 'WorkbookMetaInput' })

const writable = {
  name: z.string().nullish(),
  meta: WorkbookMetaInput.nullish(),
  folderId: Id.nullish().describe('`null` is the root.'),
}

export const CreateWorkbookInput = z.looseObject(writable).meta({ id: 'CreateWorkbookInput' })
export type CreateWorkbookInput = z.output<typeof CreateWorkbookInput>

export const UpdateWorkbookInput = z
  .looseObject({
    ...writable,
    slug: z.string().nullish(),
    slugTakeover: z.boolean().nullish().describe('Take a slug that another workbook holds.'),
  })
  .meta({ id: 'UpdateWorkbookInput' })
export type UpdateWorkbookInput = z.output<typeof UpdateWorkbookInput>

export const WorkbookDashboardInput = z
  .looseObject({ dashboardDraft: DashboardConfigDraftInput.nullish() })
  .meta({ id: 'WorkbookDashboardInput' })

export const WorkbookDashboard = z
  .looseObject({ dashboardDraft: DashboardConfig.nullish(), dashboardPublished: DashboardConfig.nullish() })
  .meta({ id: 'WorkbookDashboard' })
export type WorkbookDashboard = z.output<typeof WorkbookDashboard>

export const PublishDashboardInput = z
  .looseObject({
    workbookId: Id,
    dashboardId: Id.nullish(),
    title: z.string().nullish(),
    description: z.string().nullish(),
    allowEmbed: z.boolean().nullish(),
    config: DashboardConfigInput.nullish().describe('Left out: the saved draft is published.'),
  })
  .meta({ id: 'PublishDashboardInput' })
export type PublishDashboardInput = z.output<typeof PublishDashboardInput>

export const UpdatePublishedAiWidgetThreadInput = z
  .looseObject({ widgetId: z.string(), threadId: z.string(), checksum: z.string().nullish() })
  .meta({ id: 'UpdatePublishedAiWidgetThreadInput' })

export const DuplicateWorkbookInput = z
  .looseObject({ shared: z.boolean().nullish().describe('Only in creator-mode embed sessions.') })
  .meta({ id: 'DuplicateWorkbookInput' })

const WorkbookParams = DeploymentParams.extend({ workbookId: Id })

export const workbooks = area('Workbooks', {
  getWorkbooks: {
    method: 'GET',
    path: '/api/v1/deployments/{deploymentId}/workbooks',
    summary: 'List workbooks.',
    auth: 'bearer',
    repeat: 'safe',
    params: DeploymentParams,
    query: z.object({ folderId: Id.nullish(), ...cursorQuery }),
    response: listOf(Workbook).meta({ id: 'WorkbooksListResponse' }),
    chosen: 'Order: by id. Without `folderId` all workbooks; a switch makes it those of the root.',
  },
  createWorkbook: {
    method: 'POST',
    path: '/api/v1/deployments/{deploymentId}/workbooks',
    summary: 'Create a workbook without a slug.',
    auth: 'bearer',
    repeat: 'look',
    params: DeploymentParams,
    body: CreateWorkbookInput,
    response: Workbook,
    chosen: 'Names need not be unique; they are trimmed, and must not be blank.',
    refused: {
      400: 'The draft names an unknown report, or uses a widget id twice.',
      403: 'The caller may not create content, or not edit the folder.',
      404: 'There is no such folder.',
    },
  },
  upsertWorkbookBySlug: {
    method: 'PUT',
    path: '/api/v1/deployments/{deploymentId}/workbooks/by-slug/{slug}',
    summary: 'Create the workbook with this slug, or update the sent fields of the existing one. `meta` is merged.',
    auth: 'bearer',
    repeat: 'safe',
    params: DeploymentParams.extend({ slug: z.string().min(1) }),
    body: CreateWorkbookInput,
    response: Workbook,
    chosen:
      'A blank slug answers 400, the slug of a workbook that the caller cannot see 404, since it is taken. ' +
      'A `meta` of null clears the stored one or is ignored, as the switch `nulls` says.',
    unknown: 'made',
    refused: {
      400: 'The slug is blank, or the draft is invalid.',
      403: 'The caller may not edit the workbook, or not create one.',
      404: 'The caller cannot see the workbook, or there is no such folder.',
    },
  },
  getWorkbook: {
    method: 'GET',
    path: '/api/v1/deployments/{deploymentId}/workbooks/{workbookId}',
    summary: 'Read a workbook with its draft and its published dashboard.',
    auth: 'bearer',
    repeat: 'safe',
    params: WorkbookParams,
    response: Workbook,
  },
  updateWorkbook: {
    method: 'PUT',
    path: '/api/v1/deployments/{deploymentId}/workbooks/{workbookId}',
    summary: 'Update the sent fields of a workbook. `meta` is replaced as a whole.',
    auth: 'bearer',
    repeat: 'safe',
    params: WorkbookParams,
    body: UpdateWorkbookInput,
    response: null,
    chosen:
      'A slug that another workbook holds answers 409. With `slugTakeover` it is taken over, which needs edit ' +
      'on that workbook as well.',
    refused: {
      400: 'The slug is blank, or the draft is invalid.',
      403: 'The caller may not edit the workbook, or not take the slug.',
      409: 'Another workbook has the slug.',
    },
  },
  deleteWorkbook: {
    method: 'DELETE',
    path: '/api/v1/deployments/{deploymentId}/workbooks/{workbookId}',
    summary: 'Delete a workbook.',
    auth: 'bearer',
    repeat: 'safe',
    params: WorkbookParams,
    response: null,
    chosen: 'What happens to its reports is a switch: removed, or detached. Its notifications are removed.',
    refused: {
      403: 'The caller may not manage the workbook.',
    },
  },
  updateWorkbookDashboard: {
    method: 'PUT',
    path: '/api/v1/deployments/{deploymentId}/workbooks/{workbookId}/dashboard',
    summary: 'Save the draft of the dashboard.',
    auth: 'bearer',
    repeat: 'safe',
    params: WorkbookParams,
    body: WorkbookDashboardInput,
    response: WorkbookDashboard,
    chosen:
      'The draft is replaced as a whole. Needs edit. Two widgets of one id, and a new reference to a report that is ' +
      'not of this deployment, answer 400. A widget id that is left out is made from the widget and its place.',
    refused: {
      400: 'Two widgets have the same id, or a widget names an unknown report.',
      403: 'The caller may not edit the workbook.',
    },
  },
  publishDashboard: {
    method: 'POST',
    path: '/api/v1/deployments/{deploymentId}/workbooks/{workbookId}/publish',
    summary: 'Publish the dashboard, with a snapshot of every report that it shows.',
    auth: 'bearer',
    repeat: 'look',
    params: WorkbookParams,
    body: PublishDashboardInput.optional(),
    response: Dashboard,
    chosen:
      'Every call makes a new version. Needs edit. A title or description that is not sent comes from the last ' +
      'version, else from the config. A `workbookId` that is not the one in the path answers 400, and so does a ' +
      'workbook that requires a review, with the code `review_required`.',
    refused: {
      400: 'The workbook requires a review, there is nothing to publish, or the config is invalid.',
      403: 'The caller may not edit the workbook.',
      404: 'The workbook has another dashboard.',
    },
  },
  updatePublishedDashboardAiWidgetThread: {
    method: 'POST',
    path: '/api/v1/deployments/{deploymentId}/workbooks/{workbookId}/dashboard/ai-widget-thread',
    summary: 'Set the thread of a summary widget of the published dashboard.',
    auth: 'bearer',
    repeat: 'look',
    params: WorkbookParams,
    body: UpdatePublishedAiWidgetThreadInput,
    response: Dashboard,
    chosen:
      'Needs edit. The widget has to be of type AI, else 404. The thread is kept in `config.threadId` and ' +
      '`config.checksum` of the widget; neither draft nor version change.',
    refused: {
      403: 'The caller may not edit the workbook.',
    },
  },
  duplicateWorkbook: {
    method: 'POST',
    path: '/api/v1/deployments/{deploymentId}/workbooks/{workbookId}/duplicate',
    summary: 'Copy a workbook with its reports and its published dashboard, within the deployment.',
    auth: 'bearer',
    repeat: 'look',
    params: WorkbookParams,
    body: DuplicateWorkbookInput.optional(),
    response: Workbook,
    chosen:
      'References to reports outside the workbook stay the same. The published copy shows ' +
      'the copied reports as they are now. The copy gets neither slug nor review.',
    refused: {
      400: 'With `shared`: nothing is published.',
      403: 'The caller may not create content, or uses `shared` outside creator mode.',
    },
  },
  getEmbedAccess: {
    method: 'GET',
    path: '/api/v1/deployments/{deploymentId}/workbooks/{workbookId}/embed-access',
    summary: 'Read with whom a workbook is shared for embedding.',
    auth: 'bearer',
    repeat: 'safe',
    params: WorkbookParams,
    response: EmbedAccessResponse,
  },
  updateEmbedAccess: {
    method: 'PUT',
    path: '/api/v1/deployments/{deploymentId}/workbooks/{workbookId}/embed-access',
    summary: 'Grant or remove one audience, or switch embedding on or off.',
    auth: 'bearer',
    // Changing nothing is a 400 here, so repeating a successful call would look like a failure.
    repeat: 'look',
    params: WorkbookParams,
    body: UpdateEmbedAccessInput,
    response: EmbedAccessResponse,
    chosen:
      'Either of the two changes may be sent alone. An audience without an action answers 400, and so does the ' +
      'reverse.',
    refused: {
      400: 'Nothing to change, no audience or two, or nothing is published.',
      403: 'The caller may not manage the workbook.',
      404: 'There is no such embed tenant.',
    },
  },
})
