import { testChapters } from './run.ts'

testChapters('Session settings', 'Revoke a session, embed tenants')
