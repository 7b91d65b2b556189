import { z } from 'zod'
import { LIMITS } from './limits.ts'
import { BUILT_IN_ROLES, MOST_POLICIES, POLICY_ACTIONS, RESOURCE_TYPES } from './policies.ts'

/** The files of roles and of settings, as `files.ts` has those of everything else. */

/** What is in a list twice, by its index. */
const twiceIn = (all: readonly string[]): number[] =>
  all.flatMap((each, index) => (all.indexOf(each) < index ? [index] : []))

const Once = <T extends z.ZodType<string>>(item: T) =>
  z
    .array(item)
    .min(1, { error: 'must name at least one' })
    .superRefine((all, context) => {
      for (const index of twiceIn(all))
        context.addIssue({
          code: 'custom',
          path: [index],
          message: 'is in the list twice',
          params: { step: 'Remove it.' },
        })
    })

const RolePolicyFile = z.strictObject({
  resourceType: z.enum(RESOURCE_TYPES).describe('On what: deployments, or `Global` for what the licence allows.'),
  actions: Once(z.enum(POLICY_ACTIONS)).describe('What is allowed there, in any order. `All` is everything.'),
  resources: Once(z.string().min(1)).describe('Where: deployments by name, or `All`.'),
})

const built = new Set(BUILT_IN_ROLES.map((name) => name.toLowerCase()))
export const RoleFile = z
  .strictObject({
    name: z
      .string()
      .max(LIMITS.name)
      .refine((name) => name.trim() !== '', { error: 'must not be blank' })
      .refine((name) => !built.has(name.trim().toLowerCase()), {
        error: ({ input }) =>
          `must not be "${String(input).trim()}": the platform has a role of that name, which nobody can change`,
        params: { step: 'Give this role another name.' },
      })
      .describe('What people call the role. It identifies it, whatever its capitals.'),
    was: z
      .string()
      .max(LIMITS.name)
      .optional()
      .describe('Its name before it was renamed. Remove it once every target has been applied.'),
    description: z.string().max(LIMITS.name).optional().describe('What it is for.'),
    policies: z
      .array(RolePolicyFile)
      .max(MOST_POLICIES)
      .superRefine((all, context) => {
        for (const index of twiceIn(
          all.map(({ resourceType, actions, resources }) =>
            JSON.stringify([resourceType, actions.toSorted(), resources.toSorted()]),
          ),
        ))
          context.addIssue({
            code: 'custom',
            path: [index],
            message: 'says the same as one before it',
            params: { step: 'Remove it.' },
          })
      })
      .describe('What whoever has the role may do, in any order. None: nothing.'),
  })
  .meta({ title: 'A role of the account: <name>.yaml in account/roles/' })
export type RoleFile = z.output<typeof RoleFile>

export const SettingsFile = z
  .strictObject({
    auditLogEnabled: z.boolean().optional().describe('Whether it is recorded who does what.'),
    hasSupportAccess: z.boolean().optional().describe('Whether the support of the platform may sign in.'),
    useAIBIUserInterface: z.boolean().optional().describe('Which of its two user interfaces people see.'),
    maintenanceWindowEnabled: z.boolean().optional().describe('Whether upgrades wait for a window.'),
    maintenanceWindowDay: z.string().optional().describe('The day of that window.'),
    maintenanceWindowTime: z.string().optional().describe('When it begins.'),
    oidcEnabled: z.boolean().optional().describe('Whether people sign in with OpenID Connect.'),
  })
  .meta({ title: 'The settings of the account: account/settings.yaml' })
export type SettingsFile = z.output<typeof SettingsFile>
