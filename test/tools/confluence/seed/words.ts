import { contract, errors, events, otherwise, type Rows, reading, renderings, shown } from './rows.ts'

const PAGE = renderings('a page: its title, what is known of it, and its body in storage as fenced HTML')
const SUMMARY = renderings('a page without its body is its summary')
const KNOWN = renderings('what is known of a page: status, type, way to it, children, and who by name where they are expanded')
const PAGES = renderings('a list of pages: title, id, space, version and when')
const PAGES_WITH_BODIES = renderings('a list of pages with their bodies: the beginning of each in one line, cut with a mark')
const SPACES = renderings('a list of spaces: name, key, type, what is not current, and what they are about')
const FOUND = renderings('what a search found: title, id, type, space, when, and an excerpt below')
const FOUND_BARE = renderings('what a search found without excerpts, and spaces and attachments among it')
const FILES = renderings('a list of attachments: name, id, type, size, version and comment')
const CREATED = renderings('a page that was created: that it was, and where it is')
const UPDATED = renderings('a page that was updated: that it was, its version, and what was not done of it')
const APPROVAL = contract('whoever approves a call reads what it would do, of every operation and every bulk action')
const NOT_DRAWN = 'nothing is drawn: a person is shown the same text as an assistant'

export const ASSISTANT: Rows = {
  renderPageResult: shown(PAGE),
  renderPageList: shown(PAGES, renderings('a list that goes on ends with its cursor, an empty one says so')),
  renderSpaceList: shown(SPACES),
  renderSearchResults: shown(FOUND),
  renderAttachmentList: shown(FILES),
  renderCreateSuccess: shown(CREATED),
  renderUpdateSuccess: shown(UPDATED),
  renderError: shown(errors('errors in Markdown: any other')),
  renderConfigurationError: shown(errors('errors in Markdown: configuration')),
  renderAuthenticationError: shown(errors('errors in Markdown: authentication, with what to do')),
  renderNotFoundError: shown(errors('errors in Markdown: not found')),
  renderValidationError: shown(errors('errors in Markdown: validation, one line a problem'))
}

export const USER: Rows = {
  renderGetMessage: otherwise('the title is told where the page was named by it: it is not looked up for the message', APPROVAL),
  renderCreateMessage: shown(APPROVAL),
  renderUpdateMessage: shown(APPROVAL),
  renderSearchMessage: shown(APPROVAL),
  renderListMessage: shown(APPROVAL),
  renderSuccessMessage: otherwise(NOT_DRAWN, CREATED, UPDATED),
  renderErrorMessage: otherwise(NOT_DRAWN, errors('errors in Markdown: any other')),
  renderProgressMessage: otherwise('nothing is drawn: progress is an event of the stream', events('progress is told at most once a second'))
}

export const FORMATTING: Rows = {
  formatPageSummary: shown(SUMMARY),
  formatPageContent: shown(renderings('a page as readers see it is fenced HTML, as Markdown it stands as it is'), PAGE),
  formatPageMetadata: shown(KNOWN),
  formatPageList: shown(PAGES, PAGES_WITH_BODIES),
  formatSpaceList: shown(SPACES),
  formatSearchResults: shown(FOUND, FOUND_BARE),
  formatTimestamp: shown(renderings('a time is a day and a minute in UTC, who is unknown is said so, and so is a time')),
  formatFileSize: shown(renderings('a size is told in its largest unit, and one that is not told as unknown'), FILES),
  formatUserInfo: shown(renderings('people: by the name that is told, or else by the id'), KNOWN),
  truncateContent: shown(PAGES_WITH_BODIES, reading('a body is answered in whole blocks, and goes on where it was cut'))
}
