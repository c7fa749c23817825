import type { Format, Page } from '../../schemas.ts'
import type { Confluence } from '../connection.ts'
import type { ConfluenceCall } from '../request.ts'

/** The requested parts of a page. */
export interface ReadOptions {
  format: Format | undefined
  version?: number | undefined
  /** Also finds archived and trashed pages. */
  anyStatus?: boolean
  ancestors?: boolean
  children?: boolean
  users?: boolean
}

interface Named {
  title: string
  space_key: string
  type: Page['type']
}

/** The content of a new page. */
interface Draft {
  type: Page['type']
  title: string
  space_key: string
  parent_id?: string | undefined
  body: Written
}

export interface Written {
  value: string
  representation: 'storage' | 'wiki' | 'atlas_doc_format'
}

/** The complete next version of a page. */
export interface Edit {
  /** The current page, with its body in storage format. */
  page: Page
  number: number
  title: string
  body: Written | undefined
  message?: string | undefined
  minor_edit?: boolean | undefined
  parent_id?: string | undefined
  /** Restores it from the trash. */
  restore?: boolean
}

/** Reads and writes pages, for one deployment. */
export interface PageSource {
  get: (confluence: Confluence, page_id: string, options: ReadOptions, call: ConfluenceCall) => Promise<Page>
  /** Finds the current page with exactly this title. */
  find: (confluence: Confluence, named: Named, options: ReadOptions, call: ConfluenceCall) => Promise<Page | undefined>
  create: (confluence: Confluence, draft: Draft, call: ConfluenceCall) => Promise<Page>
  update: (confluence: Confluence, edit: Edit, call: ConfluenceCall) => Promise<Page>
  /** Moves a page to the trash or, if it is there, deletes it permanently. */
  remove: (confluence: Confluence, page: Page, purge: boolean, call: ConfluenceCall) => Promise<void>
}
