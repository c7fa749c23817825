import type { CountedRequest } from '../../../contract/budget.ts'

/** Jina Reader is one address, and takes everything there; every path of Brave has a name. */
export const JINA_PATH = ''

export const isJina = ({ path }: CountedRequest): boolean => path === JINA_PATH
export const isBrave = (request: CountedRequest): boolean => !isJina(request)
