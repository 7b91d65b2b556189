import { testRules } from './rule.ts'
import { EMBED_TENANT_ADMIN, REVOKE_SESSION } from './rules/revoke-and-tenants.ts'
import { SESSION_SETTINGS } from './rules/session-settings.ts'

testRules(SESSION_SETTINGS, REVOKE_SESSION, EMBED_TENANT_ADMIN)
