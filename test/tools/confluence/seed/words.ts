import { contract, errors, events, otherwise, type Rows, reading, renderings, shown } from './rows.ts'

const PAGE = renderings('a page has its title, its properties, and its body in storage as fenced HTML')
const SUMMARY = renderings('a page without its body is its summary')
const KNOWN = renderings('properties of a page are status, type, ancestors, children, and names of authors if they are expanded')
const PAGES = renderings('a list of pages has title, id, space, version and date')
const PAGES_WITH_BODIES = renderings('a list of pages with their bodies has the beginning of each in one line, with a truncation mark')
const SPACES = renderings('a list of spaces has name, key, type, a status that is not current, and the description')
const FOUND = renderings('a search result has title, id, type, space, date, and an excerpt below')
const FOUND_BARE = renderings('search results without excerpts, including spaces and attachments')
const FILES = renderings('a list of attachments has name, id, type, size, version and comment')
const CREATED = renderings('a created page has a confirmation and its URL')
const UPDATED = renderings('an updated page has a confirmation, its version, and what was not done')
const APPROVAL = contract('the preview of every operation and every bulk action states what the call would do')
const NOT_DRAWN = 'nothing is drawn: a person is shown the same text as an assistant'

export const ASSISTANT: Rows = {
  renderPageResult: shown(PAGE),
  renderPageList: shown(PAGES, renderings('a list that continues ends with its cursor, and an empty one says so')),
  renderSpaceList: shown(SPACES),
  renderSearchResults: shown(FOUND),
  renderAttachmentList: shown(FILES),
  renderCreateSuccess: shown(CREATED),
  renderUpdateSuccess: shown(UPDATED),
  renderError: shown(errors('errors in Markdown: any other')),
  renderConfigurationError: shown(errors('errors in Markdown: configuration')),
  renderAuthenticationError: shown(errors('errors in Markdown: authentication, with what to do')),
  renderNotFoundError: shown(errors('errors in Markdown: not found')),
  renderValidationError: shown(errors('errors in Markdown: validation, one line per problem'))
}

export const USER: Rows = {
  renderGetMessage: otherwise('the title is shown if the page was named by it: it is not looked up for the message', APPROVAL),
  renderCreateMessage: shown(APPROVAL),
  renderUpdateMessage: shown(APPROVAL),
  renderSearchMessage: shown(APPROVAL),
  renderListMessage: shown(APPROVAL),
  renderSuccessMessage: otherwise(NOT_DRAWN, CREATED, UPDATED),
  renderErrorMessage: otherwise(NOT_DRAWN, errors('errors in Markdown: any other')),
  renderProgressMessage: otherwise('nothing is drawn: progress is an event of the stream', events('progress is sent at most once a second'))
}

export const FORMATTING: Rows = {
  formatPageSummary: shown(SUMMARY),
  formatPageContent: shown(renderings('a page in view is fenced HTML, and Markdown is unchanged'), PAGE),
  formatPageMetadata: shown(KNOWN),
  formatPageList: shown(PAGES, PAGES_WITH_BODIES),
  formatSpaceList: shown(SPACES),
  formatSearchResults: shown(FOUND, FOUND_BARE),
  formatTimestamp: shown(renderings('a time is a date and a minute in UTC, and an unknown author or time is marked')),
  formatFileSize: shown(renderings('a size is in its largest unit, and a missing one is marked as unknown'), FILES),
  formatUserInfo: shown(renderings('people have their name, or else their id'), KNOWN),
  truncateContent: shown(PAGES_WITH_BODIES, reading('a body is returned in whole blocks, and continues where it was truncated'))
}
