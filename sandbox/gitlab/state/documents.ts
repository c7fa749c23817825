export interface Release {
  tag: string
  name: string
  description: string
  author_id: number
  created_at: string
  released_at: string
  milestones: string[]
  links: { id: number; name: string; url: string; link_type: string; filepath?: string }[]
}

export interface WikiPage {
  slug: string
  title: string
  format: string
  content: string
}

export interface Snippet {
  id: number
  title: string
  description: string
  visibility: string
  author_id: number
  created_at: string
  updated_at: string
  /** Content of each file, by path. */
  files: Map<string, string>
}
