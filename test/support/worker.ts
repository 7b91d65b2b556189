import './collector.ts'
import './known-keys.ts'
import './seed.ts'
import './starter.ts'
