/** What any page can meet. */
export const PAGE_ERRORS = {
  page_not_found: 'The page does not exist, or this account cannot see it',
  upstream_gone: 'The credential may not use this part of the interface any more; details.suggestions says what to do'
} as const

export const ATTACHMENT_ERRORS = {
  upstream_not_found: 'The attachment does not exist, or this account cannot see it',
  page_not_found: 'The page it is on does not exist, or this account cannot see it',
  upstream_gone: PAGE_ERRORS.upstream_gone
} as const

/** What any write can meet. */
export const WRITE_ERRORS = {
  cannot_be_honoured:
    'This deployment or credential has no way to do it, or Markdown would destroy macros of the page, or the content is too much to be read through',
  upstream_gone: PAGE_ERRORS.upstream_gone
} as const

export const SPACE_ERRORS = {
  space_not_found: 'The space does not exist, or this account cannot see it',
  upstream_gone: PAGE_ERRORS.upstream_gone
} as const
