import { testRules } from './rule.ts'
import { GENERATE_SESSION } from './rules/generate-session.ts'
import { BRANCHES } from './rules/session-branches.ts'
import { ATTRIBUTE_VALUES, GROUPS_AND_DEFINITIONS, PROFILES } from './rules/session-users.ts'
import { STATES } from './rules/states.ts'

testRules(STATES, GENERATE_SESSION, PROFILES, ATTRIBUTE_VALUES, GROUPS_AND_DEFINITIONS, BRANCHES)
