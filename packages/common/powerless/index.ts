export { readMessage, writeMessage } from './pipe.ts'
export { giveUpPowers } from './powers.ts'
