import { testRules } from './rule.ts'
import { LIST_FOLDERS } from './rules/list-folders.ts'
import { PUBLISH } from './rules/publish.ts'

testRules(PUBLISH, LIST_FOLDERS)
