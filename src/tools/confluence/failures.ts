/** Errors of any operation on a page. */
export const PAGE_ERRORS = {
  page_not_found: 'The page does not exist, or this account cannot see it',
  upstream_gone: 'The credential can no longer use this part of the API; details.suggestions describes what to do'
} as const

export const ATTACHMENT_ERRORS = {
  upstream_not_found: 'The attachment does not exist, or this account cannot see it',
  page_not_found: 'The page it is on does not exist, or this account cannot see it',
  upstream_gone: PAGE_ERRORS.upstream_gone
} as const

/** Errors of any write. */
export const WRITE_ERRORS = {
  cannot_be_honoured:
    'This deployment or credential does not support it, the Markdown would remove marked blocks and expected_version is not set, or the content is too large to check',
  upstream_gone: PAGE_ERRORS.upstream_gone
} as const

export const SPACE_ERRORS = {
  space_not_found: 'The space does not exist, or this account cannot see it',
  upstream_gone: PAGE_ERRORS.upstream_gone
} as const
