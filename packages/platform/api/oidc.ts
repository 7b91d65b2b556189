import { z } from 'zod'
import { area } from './endpoint.ts'
import { FreeForm, Id, Timestamp } from './shared.ts'

const OidcTokenConfig = z
  .looseObject({
    id: Id,
    name: z.string(),
    audienceType: z.string(),
    audience: z.string(),
    isEnabled: z.boolean(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    customClaims: FreeForm.nullish(),
    subFormat: z.string().nullish(),
    targetEnvVar: z.string().nullish(),
  })
  .meta({ id: 'OidcTokenConfig' })
export type OidcTokenConfig = z.output<typeof OidcTokenConfig>

const SUB = /^(?:[A-Za-z0-9:_-]|\{deployment_id\}|\{component\}|\{region\})+$/

const written = {
  name: z
    .string()
    .regex(/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/, 'must be a-z, 0-9 and "-", and neither begin nor end with "-"')
    .nullish(),
  customAudience: z.string().nullish(),
  customClaims: FreeForm.nullish(),
  isEnabled: z.boolean().nullish(),
  subFormat: z
    .string()
    .max(200)
    .regex(SUB, 'must be letters, digits, ":", "_", "-" and the placeholders {deployment_id}, {component}, {region}')
    .nullish(),
  targetEnvVar: z
    .string()
    .max(128)
    .regex(/^[A-Z_][A-Z0-9_]*$/, 'must be the name of an environment variable: A-Z, 0-9 and "_"')
    .nullish(),
}

const UpdateOidcTokenConfigInput = z.looseObject(written).meta({ id: 'UpdateOidcTokenConfigInput' })
export type UpdateOidcTokenConfigInput = z.output<typeof UpdateOidcTokenConfigInput>

const Params = z.object({ id: Id })

const row = { auth: 'bearer', admin: true, account: true } as const
const ADMINS = 'Admins only.'

export const oidcTokenConfigs = area('OIDC Token Configs', {
  listOidcTokenConfigs: {
    ...row,
    method: 'GET',
    path: '/api/v1/oidc-token-configs',
    summary: 'List the OIDC token configurations, as one list.',
    repeat: 'safe',
    params: z.object({}),
    response: z.array(OidcTokenConfig),
    chosen: `${ADMINS} By id.`,
  },
  createOidcTokenConfig: {
    ...row,
    method: 'POST',
    path: '/api/v1/oidc-token-configs',
    summary: 'Create an OIDC token configuration.',
    repeat: 'look',
    params: z.object({}),
    body: z.looseObject({ audienceType: z.string(), ...written }).meta({ id: 'CreateOidcTokenConfigInput' }),
    response: OidcTokenConfig,
    chosen:
      `${ADMINS} \`audience\` is the custom audience, else the type of audience. The type \`custom\` needs a custom ` +
      'audience. A name that is taken is a 409; without one, it is made from the type. The default is enabled.',
    refused: {
      400: 'The type `custom` needs a custom audience.',
      409: 'The name is taken.',
    },
  },
  getOidcTokenConfig: {
    ...row,
    method: 'GET',
    path: '/api/v1/oidc-token-configs/{id}',
    summary: 'Read an OIDC token configuration.',
    repeat: 'safe',
    params: Params,
    response: OidcTokenConfig,
    chosen: ADMINS,
  },
  updateOidcTokenConfig: {
    ...row,
    method: 'PUT',
    path: '/api/v1/oidc-token-configs/{id}',
    summary: 'Update the sent fields of an OIDC token configuration. The type of audience cannot be changed.',
    repeat: 'safe',
    params: Params,
    body: UpdateOidcTokenConfigInput,
    response: OidcTokenConfig,
    chosen:
      `${ADMINS} What is not sent stays; a switch decides whether null clears. ` +
      'Name and `isEnabled` cannot be cleared.',
    refused: {
      409: 'The name is taken.',
    },
  },
  deleteOidcTokenConfig: {
    ...row,
    method: 'DELETE',
    path: '/api/v1/oidc-token-configs/{id}',
    summary: 'Delete an OIDC token configuration.',
    repeat: 'safe',
    params: Params,
    response: null,
    chosen: ADMINS,
  },
})
