import { refuse } from '../refusal.ts'
import { type Attachment, ancestorsOf, current, newest, type Page, type Site, type Space, type User } from '../state/model.ts'
import { textOf } from '../storage.ts'
import { type Clause, parseCql } from './parse.ts'

/** A search result. */
export type Hit =
  | { kind: 'content'; page: Page }
  | { kind: 'attachment'; attachment: Attachment }
  | { kind: 'space'; space: Space }
  | { kind: 'user'; user: User }

/** Fields of a result that a query can use. */
interface Facts {
  type: string
  title: string
  text: string
  space: string[]
  label: string[]
  id: string
  ancestor: string[]
  parent: string
  creator: string[]
  created: string
  lastmodified: string
}

const NONE: Facts = {
  type: '',
  title: '',
  text: '',
  space: [],
  label: [],
  id: '',
  ancestor: [],
  parent: '',
  creator: [],
  created: '',
  lastmodified: ''
}

function factsOf(site: Site, hit: Hit): Facts {
  if (hit.kind === 'user')
    return { ...NONE, type: 'user', title: hit.user.displayName, text: `${hit.user.displayName} ${hit.user.username}` }
  if (hit.kind === 'content') return pageFacts(site, hit.page)
  if (hit.kind === 'space') {
    const { key, name, description, createdAt, id } = hit.space
    return {
      ...NONE,
      type: 'space',
      title: name,
      text: `${name} ${description}`,
      space: [key],
      id,
      created: createdAt,
      lastmodified: createdAt
    }
  }
  const { id, title, page, createdAt } = hit.attachment
  const { when, comment } = newest(hit.attachment)
  return {
    ...NONE,
    type: 'attachment',
    title,
    text: `${title} ${comment}`,
    space: [page.space.key],
    id,
    created: createdAt,
    lastmodified: when
  }
}

function pageFacts(site: Site, page: Page): Facts {
  const { title, body, when } = current(page)
  return {
    type: page.type,
    title,
    text: `${title} ${textOf(body)}`,
    space: [page.space.key],
    label: page.labels,
    id: page.id,
    ancestor: ancestorsOf(site, page).map(({ id }) => id),
    parent: page.parentId ?? '',
    creator: [page.createdBy.accountId, page.createdBy.username],
    created: page.createdAt,
    lastmodified: when
  }
}

const FIELDS: ReadonlyMap<string, (facts: Facts) => string | string[]> = new Map(
  Object.entries<(facts: Facts) => string | string[]>({
    type: ({ type }) => type,
    title: ({ title }) => title,
    text: ({ text }) => text,
    sitesearch: ({ text }) => text,
    space: ({ space }) => space,
    'space.key': ({ space }) => space,
    label: ({ label }) => label,
    id: ({ id }) => id,
    content: ({ id }) => id,
    ancestor: ({ ancestor }) => ancestor,
    parent: ({ parent }) => parent,
    creator: ({ creator }) => creator,
    created: ({ created }) => created,
    lastmodified: ({ lastmodified }) => lastmodified,
    'user.fullname': ({ text }) => text,
    user: ({ text }) => text
  })
)

const DATES = ['created', 'lastmodified']

function fits(clause: Clause, facts: Facts): boolean {
  if (clause.kind === 'not') return !fits(clause.clause, facts)
  if (clause.kind !== 'compare')
    return clause.kind === 'and' ? clause.clauses.every(one => fits(one, facts)) : clause.clauses.some(one => fits(one, facts))
  const { field, operator, values } = clause
  const read = FIELDS.get(field)
  if (!read) throw refuse(400, `Could not parse cql : no such field ${field}`)
  const have = [read(facts)].flat()
  return values.some(value => compare(have, operator, value, DATES.includes(field)))
}

function compare(have: readonly string[], operator: string, value: string, isDate: boolean): boolean {
  if (operator === '!=') return !have.includes(value)
  if (operator === '=') return have.some(one => (isDate ? one.startsWith(value.slice(0, 10)) : one.toLowerCase() === value.toLowerCase()))
  if (operator === '~' || operator === '!~') return have.some(one => holdsWords(one, value)) === (operator === '~')
  const [at = ''] = have
  const wanted = value.replace(' ', 'T')
  if (operator === '>') return at > wanted
  if (operator === '<') return at < wanted
  return operator === '>=' ? at >= wanted : at <= wanted
}

const holdsWords = (text: string, words: string): boolean =>
  words
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .every(word => text.toLowerCase().includes(word))

/** Returns all results of a query, in order. Content that changed within the lag is found in its previous state. */
export function search(site: Site, cql: string, lagMs: number): Hit[] {
  const { clause, order } = parseCql(site, cql)
  const isSeen = ({ status, touched, versions }: Page): boolean => {
    const lags = Date.now() - touched < lagMs
    return status === 'current' ? !(lags && versions.length === 1) : status === 'trashed' && lags
  }
  const hits: Hit[] = [
    ...[...site.pages.values()].filter(isSeen).map((page): Hit => ({ kind: 'content', page })),
    ...[...site.attachments.values()]
      .filter(({ status }) => status === 'current')
      .map((attachment): Hit => ({ kind: 'attachment', attachment })),
    ...site.spaces.map((space): Hit => ({ kind: 'space', space })),
    ...site.users.map((user): Hit => ({ kind: 'user', user }))
  ]
  const found = hits.map(hit => ({ hit, facts: factsOf(site, hit) })).filter(({ facts }) => fits(clause, facts))
  for (const { field, descending } of order.toReversed()) {
    const read = FIELDS.get(field)
    if (!read) throw refuse(400, `Could not parse cql : cannot order by ${field}`)
    found.sort((a, b) => String(read(a.facts)).localeCompare(String(read(b.facts))) * (descending ? -1 : 1))
  }
  return found.map(({ hit }) => hit)
}
