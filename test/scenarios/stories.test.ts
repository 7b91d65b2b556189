// Slow: it tells whole stories.
import { tellStories } from './tell.ts'

tellStories((name) => !/^(row|seq)-/.test(name))
