/** Errors of any operation on a page. */
export const PAGE_ERRORS = {
  page_not_found: 'The page does not exist, or this account cannot see it',
  upstream_gone: 'The credential can no longer use this part of the API; details.suggestions describes what to do'
} as const

export const ATTACHMENT_ERRORS = {
  upstream_not_found: 'The attachment does not exist, or this account cannot see it',
  page_not_found: 'The page of the attachment does not exist, or this account cannot see it',
  upstream_gone: PAGE_ERRORS.upstream_gone
} as const

/** Errors of a write of new content. */
export const CONTENT_ERRORS = {
  cannot_be_honoured: 'The content is too large to convert or to check, or is ADF, which Data Center does not support',
  upstream_gone: PAGE_ERRORS.upstream_gone
} as const

/** The page of a comment. */
export const PAGE_OF_COMMENT = 'The page of the comment does not exist, or this account cannot see it'

/** Of a write with expected_version. */
export const STALE_VERSION = 'expected_version is not the current version, or another user changed the page in the meantime'

export const SPACE_ERRORS = {
  space_not_found: 'The space does not exist, or this account cannot see it',
  upstream_gone: PAGE_ERRORS.upstream_gone
} as const
