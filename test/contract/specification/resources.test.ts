import { testRules } from './rule.ts'
import { DASHBOARDS } from './rules/dashboards.ts'
import { FOLDERS, SNAPSHOTS } from './rules/reports-and-folders.ts'

testRules(DASHBOARDS, SNAPSHOTS, FOLDERS)
