import { cloudPages } from '../cloud/pages.ts'
import type { Confluence } from '../connection.ts'
import { dataCenterPages } from '../datacenter/pages.ts'
import type { PageSource } from './page-source.ts'

export const pagesOf = ({ site }: Confluence): PageSource => (site.deployment === 'cloud' ? cloudPages : dataCenterPages)
