import { testRules } from './rule.ts'
import { PATHS_OF_CONTENT } from './rules/paths-of-content.ts'
import { PATHS_OF_DEPLOYMENTS } from './rules/paths-of-deployments.ts'

testRules(PATHS_OF_DEPLOYMENTS, PATHS_OF_CONTENT)
