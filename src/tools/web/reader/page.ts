/** A link or picture of a page, its address whole. */
export interface Reference {
  /** What it says: the words of the link, the description of the picture; empty where there are none. */
  text: string
  url: string
}

/** What is known of a page beside its text; null where it does not tell. */
export interface PageFacts {
  title: string | null
  description: string | null
  author: string | null
  site_name: string | null
  language: string | null
  /** As the page writes it. */
  published_time: string | null
}

/** A page made text. */
export interface ReadText extends PageFacts {
  content: string
  links: Reference[]
  images: Reference[]
  /** What to know of the text, as that it is not whole. */
  warnings: string[]
}

export const NO_FACTS: PageFacts = {
  title: null,
  description: null,
  author: null,
  site_name: null,
  language: null,
  published_time: null
}

/** How a page is to be read. */
export interface Wish {
  /** Only what the page is about, without menus and the like. */
  main_only: boolean
  format: 'markdown' | 'text'
}

/** A page as it was read, by whomever. */
export interface ReadPage extends ReadText {
  /** After redirects. */
  url: string
  status: number
  media_type: string
  reader: 'embedded' | 'jina'
}
