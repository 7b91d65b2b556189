/** The packages of the open engine that judge data models. They are installed beside a project, never by us. */
export const COMPILER = '@cubejs-backend/schema-compiler'
/** What Jinja needs. */
export const TEMPLATES = 'minijinja-js'
/** What the compiler comes with. */
export const TYPES = '@babel/types'
export const WORKERS = 'workerpool'
