export { exportCommand, planCommand, removeCommand } from '../plan/render/commands.ts'
