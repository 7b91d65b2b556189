import { z } from 'zod'
import { area } from './endpoint.ts'
import { cursorQuery, DeploymentParams, pageOf } from './shared.ts'

/** Shown instead of a secret variable's value. It can never be written. */
export const ENCRYPTED = '[ENCRYPTED]'

export const EnvVariableItem = z
  .looseObject({
    name: z.string(),
    value: z.string().describe('`[ENCRYPTED]` when the name has PASS, SECRET, TOKEN, KEY or CREDENTIAL in it.'),
  })
  .meta({ id: 'EnvVariableItem' })
export type EnvVariableItem = z.output<typeof EnvVariableItem>

export const EnvVariablesListResponse = pageOf(EnvVariableItem)
  .extend({ data: z.array(EnvVariableItem).describe('Deprecated: the same rows as `items`.') })
  .meta({ id: 'EnvVariablesListResponse' })

export const SetEnvVariablesInput = z
  .looseObject({ env_variables: z.array(EnvVariableItem) })
  .meta({ id: 'SetEnvVariablesInput' })

export const envVariables = area('Env Variables', {
  getEnvVariables: {
    method: 'GET',
    path: '/api/v1/deployments/{deploymentId}/env-vars',
    summary: 'List the environment variables of a deployment. Secrets are masked.',
    auth: 'bearer',
    repeat: 'safe',
    params: DeploymentParams,
    query: z.object(cursorQuery),
    response: EnvVariablesListResponse,
    chosen:
      'Order: as they were first set. Whether a name is secret does not depend on case. Requiring an admin is our ' +
      'choice.',
    admin: true,
  },
  setEnvVariables: {
    method: 'PUT',
    path: '/api/v1/deployments/{deploymentId}/env-vars',
    summary: 'Set the sent environment variables. The others keep their values.',
    auth: 'bearer',
    repeat: 'safe',
    params: DeploymentParams,
    body: SetEnvVariablesInput,
    response: EnvVariablesListResponse,
    chosen:
      'A bad name, a repeated name, or the placeholder as a value is a 400, and then nothing is set. Answers the ' +
      'first page. What an empty value does is the switch `emptyVariable`. Requiring an admin is our choice.',
    admin: true,
    refused: {
      400: 'A name is invalid or given twice, or a value is the placeholder of a hidden one.',
    },
  },
})
