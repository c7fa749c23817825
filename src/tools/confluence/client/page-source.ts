import type { Format, Page } from '../schemas.ts'
import type { Confluence } from './connection.ts'
import type { Turn } from './request.ts'

/** What of a page is wanted. */
export interface Wish {
  format: Format | undefined
  version?: number | undefined
  /** Also what is archived or in the trash. */
  anyStatus?: boolean
  ancestors?: boolean
  children?: boolean
  users?: boolean
}

export interface Named {
  title: string
  space_key: string
  type: Page['type']
}

/** What is written of a page. */
export interface Draft {
  type: Page['type']
  title: string
  space_key: string
  parent_id?: string | undefined
  body: Written
}

export interface Written {
  value: string
  representation: 'storage' | 'wiki'
}

/** The next version of a page, whole. */
export interface Edit {
  /** The page as it is, with its body in storage. */
  page: Page
  number: number
  title: string
  body: Written | undefined
  message?: string | undefined
  minor_edit?: boolean | undefined
  parent_id?: string | undefined
  /** Out of the trash. */
  restore?: boolean
}

/** Reading and writing pages, as each deployment does it. */
export interface PageSource {
  get: (confluence: Confluence, page_id: string, wish: Wish, turn: Turn) => Promise<Page>
  /** The current page of exactly that title. */
  find: (confluence: Confluence, named: Named, wish: Wish, turn: Turn) => Promise<Page | undefined>
  create: (confluence: Confluence, draft: Draft, turn: Turn) => Promise<Page>
  update: (confluence: Confluence, edit: Edit, turn: Turn) => Promise<Page>
  /** Into the trash, or, from there, away for good. */
  remove: (confluence: Confluence, page: Page, purge: boolean, turn: Turn) => Promise<void>
}
