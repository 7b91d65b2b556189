import { testChapters } from './run.ts'

testChapters('States', 'Generate a session: the body', 'Generate a session: users, groups, branches')
