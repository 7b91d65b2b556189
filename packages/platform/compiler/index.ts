export type { CompiledOwner, CompileError } from './answer.ts'
export { type Compiled, compileModel } from './compile.ts'
export { findCompiler, type InstalledCompiler } from './installed.ts'
