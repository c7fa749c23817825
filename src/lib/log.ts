/** The log as the contract knows it, for those who write to it and know nothing else of the contract. */
export type { Log } from '../contract/tool.ts'
