import { shortText } from '../../../lib/html/short-text.ts'
import { unexpectedResponse } from '../../../lib/http/failures.ts'
import {
  below,
  flagOrNull,
  has,
  hasAny,
  id,
  idOrNull,
  integerOrNull,
  isRow,
  type Row,
  rowOf,
  rows,
  rowsOrUndefined,
  text,
  textOrNull,
  time
} from '../../../lib/row.ts'
import type { Label, Page, PageReference, Space, SpaceInfo, User, Version } from '../schemas.ts'
import type { SearchItem } from '../search-item.ts'
import { TITLE } from './failures.ts'

/** Shapes of version 1 of the API: of Data Center, and of Cloud where version 2 has no equivalent. */

export function userOf(row: Row): User | null {
  if (Object.keys(row).length === 0) return null
  const picture = below(row, 'profilePicture')
  return {
    type: textOrNull(row, 'type'),
    account_id: textOrNull(row, 'accountId'),
    account_type: textOrNull(row, 'accountType'),
    username: textOrNull(row, 'username'),
    user_key: textOrNull(row, 'userKey'),
    email: textOrNull(row, 'email') || null,
    public_name: textOrNull(row, 'publicName'),
    display_name: textOrNull(row, 'displayName'),
    profile_picture: has(picture, 'path')
      ? {
          path: text(picture, 'path'),
          width: integerOrNull(picture, 'width'),
          height: integerOrNull(picture, 'height'),
          is_default: flagOrNull(picture, 'isDefault')
        }
      : null,
    is_external_collaborator: flagOrNull(row, 'isExternalCollaborator')
  }
}

export const spaceInfoOf = (row: Row): SpaceInfo => ({
  id: id(row),
  key: text(row, 'key'),
  name: text(row, 'name'),
  type: text(row, 'type'),
  status: textOrNull(row, 'status') ?? 'current'
})

export const versionOf = (row: Row): Version => ({
  number: integerOrNull(row, 'number') ?? 0,
  when: time(row, 'when'),
  by: userOf(below(row, 'by')),
  message: textOrNull(row, 'message'),
  minor_edit: flagOrNull(row, 'minorEdit'),
  sync_rev: textOrNull(row, 'syncRev'),
  conf_rev: textOrNull(row, 'confRev')
})

export const labelOf = (row: Row): Label => ({
  id: idOrNull(row, 'id'),
  prefix: textOrNull(row, 'prefix'),
  name: text(row, 'name'),
  label: textOrNull(row, 'label')
})

export const referenceOf = (row: Row): PageReference => ({
  id: id(row),
  type: textOrNull(row, 'type') ?? 'page',
  status: textOrNull(row, 'status'),
  title: textOrNull(row, 'title')
})

/** Labels are returned only if requested, as a list or as a page of one. */
export function labelsIn(row: Row, name: string): Label[] | null {
  const value = row[name]
  if (Array.isArray(value)) return value.filter(isRow).map(labelOf)
  return isRow(value) ? rows(value, 'results').map(labelOf) : null
}

/** Returns the bodies in a response; null if there are none. */
export function bodyOf(row: Row): Page['body'] {
  const bodyAs = (name: string) => {
    const body = below(row, name)
    const embedded = body['embeddedContent']
    return typeof body['value'] === 'string'
      ? {
          value: body['value'],
          representation: textOrNull(body, 'representation') ?? name,
          embedded_content: Array.isArray(embedded) ? embedded : null
        }
      : null
  }
  const bodies = {
    storage: bodyAs('storage'),
    view: bodyAs('view'),
    export_view: bodyAs('export_view'),
    styled_view: bodyAs('styled_view'),
    editor: bodyAs('editor'),
    atlas_doc_format: bodyAs('atlas_doc_format'),
    markdown: null
  }
  return Object.values(bodies).some(body => body !== null) ? bodies : null
}

/** Returns the URL to open in a browser: the link in the response, below the response's base URL or else below ours. */
export function urlOf(row: Row, base: string, path = text(below(row, '_links'), 'webui')): string | null {
  if (path === '') return null
  if (/^https?:/.test(path)) return path
  // join creates a flat string: with a concatenated one, serializing the response takes twice as long.
  return [textOrNull(below(row, '_links'), 'base') ?? base, path].join('')
}

export function pageOf(row: Row, base: string): Page {
  const [history, metadata, ancestors] = [below(row, 'history'), below(row, 'metadata'), rows(row, 'ancestors')]
  const children = below(row, 'children', 'page')
  return {
    id: id(row),
    type: row['type'] === 'blogpost' ? 'blogpost' : 'page',
    status: textOrNull(row, 'status') ?? 'current',
    title: text(row, 'title'),
    space: spaceInfoOf(below(row, 'space')),
    version: versionOf(below(row, 'version')),
    parent_id: idOrNull(ancestors.at(-1) ?? {}, 'id'),
    ancestors: has(row, 'ancestors') ? ancestors.map(referenceOf) : null,
    children: has(children, 'results') ? rows(children, 'results').map(referenceOf) : null,
    body: bodyOf(below(row, 'body')),
    metadata: {
      labels: labelsIn(metadata, 'labels'),
      frontend_url: urlOf(row, base),
      created: time(history, 'createdDate'),
      created_by: userOf(below(history, 'createdBy')),
      properties: null
    },
    restrictions: null,
    extensions: has(row, 'extensions') ? { position: integerOrNull(below(row, 'extensions'), 'position') } : null
  }
}

export function spaceOf(row: Row, base: string): Space {
  const [homepage, history] = [below(row, 'homepage'), below(row, 'history')]
  return {
    ...spaceInfoOf(row),
    description: textOrNull(below(row, 'description', 'plain'), 'value'),
    homepage: has(homepage, 'id') ? { id: id(homepage), title: textOrNull(homepage, 'title') } : null,
    metadata: {
      labels: labelsIn(below(row, 'metadata'), 'labels'),
      created: time(history, 'createdDate') ?? time(row, 'creationDate'),
      created_by: userOf(below(history, 'createdBy')) ?? userOf(below(row, 'creator')),
      frontend_url: urlOf(row, base)
    },
    permissions: null,
    settings: null
  }
}

/** Marks that Confluence adds around matching words. */
const MARKS = /@@@(?:end)?hl@@@/g

export function foundOf(row: Row, base: string, excerpt: 'none' | 'indexed' | 'highlight'): SearchItem {
  const [content, container, version] = [below(row, 'content'), below(row, 'resultGlobalContainer'), below(row, 'content', 'version')]
  const space = has(row, 'space') ? below(row, 'space') : below(content, 'space')
  return {
    entity_type: kindOf(row, content),
    title: plain(text(row, 'title') || text(content, 'title')),
    excerpt: excerpt === 'none' ? null : plain(text(row, 'excerpt'), excerpt === 'highlight' ? '**' : ''),
    url: urlOf(row, base, text(row, 'url') || text(below(content, '_links'), 'webui')),
    content: has(content, 'id')
      ? {
          ...referenceOf(content),
          version: integerOrNull(version, 'number'),
          modified_by: userOf(below(version, 'by')),
          created: time(below(content, 'history'), 'createdDate')
        }
      : null,
    space: has(space, 'key') ? spaceInfoOf(space) : null,
    result_global_container: has(container, 'title')
      ? { title: textOrNull(container, 'title'), display_url: textOrNull(container, 'displayUrl') }
      : null,
    breadcrumbs: rows(row, 'breadcrumbs').map(crumb => ({ label: textOrNull(crumb, 'label'), url: textOrNull(crumb, 'url') })),
    icon_css_class: textOrNull(row, 'iconCssClass'),
    last_modified: time(row, 'lastModified'),
    friendly_last_modified: textOrNull(row, 'friendlyLastModified')
  }
}

function kindOf(row: Row, content: Row): SearchItem['entity_type'] {
  if (row['entityType'] === 'user' || has(row, 'user')) return 'user'
  if (row['entityType'] === 'space' || (has(row, 'space') && !has(row, 'content'))) return 'space'
  return content['type'] === 'attachment' ? 'attachment' : 'content'
}

/** Excerpts and titles of search results are HTML with marks. */
const plain = (marked: string, mark = ''): string => shortText(marked.replace(MARKS, mark), { preserveNewlines: true }).trim()

const OF_LISTS = ['results', '_links', 'start', 'limit', 'size', 'totalSize', 'totalCount']

/** Returns the items of a list. Throws server_error if the response is no list of objects. */
export function rowsOf(body: unknown): Row[] {
  const row = rowOf(body)
  const found = rowsOrUndefined(row['results'] ?? [])
  if (found && hasAny(row, OF_LISTS)) return found
  throw unexpectedResponse(TITLE, { reads: true })
}
