import { testChapters } from './run.ts'

testChapters('Dashboards', 'Snapshots and folders')
