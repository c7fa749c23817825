import { removedWarnings, valueWithoutInvisible } from '../../../lib/invisible.ts'

/** A link or image of a page, with an absolute URL. */
export interface Reference {
  /** Link text or image description; empty if there is none. */
  text: string
  url: string
}

/** Metadata of a page; null if unknown. */
export interface PageFacts {
  title: string | null
  description: string | null
  author: string | null
  site_name: string | null
  language: string | null
  /** In the format of the page. */
  published_time: string | null
}

/** A page converted to text. */
export interface ReadText extends PageFacts {
  content: string
  links: Reference[]
  images: Reference[]
  /** Notes about the text, such as that it is incomplete. */
  warnings: string[]
  /** URL to which the page redirects by itself; its text is not read then. */
  refresh?: string
}

export const NO_FACTS: PageFacts = {
  title: null,
  description: null,
  author: null,
  site_name: null,
  language: null,
  published_time: null
}

/** How to read a page. */
export interface ReadOptions {
  /** Only the main content, without menus. */
  main_only: boolean
  format: 'markdown' | 'text'
}

/** A page read by either reader. */
export interface ReadPage extends ReadText {
  /** Final URL after redirects. */
  url: string
  status: number
  media_type: string
  reader: 'embedded' | 'jina'
}

/** Removes characters that people cannot see. */
export function withoutInvisibleText<R extends ReadText>(read: R): R {
  const { value, found } = valueWithoutInvisible(read)
  return { ...value, warnings: [...value.warnings, ...removedWarnings(found)] }
}
