import type { CountedRequest } from '../../../contract/runtime.ts'

/** Jina Reader has one URL for everything; Brave has named paths. */
export const JINA_PATH = ''

export const isJina = ({ path }: CountedRequest): boolean => path === JINA_PATH
export const isBrave = (request: CountedRequest): boolean => !isJina(request)
