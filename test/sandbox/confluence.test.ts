import type { LightMyRequestResponse } from 'fastify'
import t from 'tap'
import { EMAIL, TOKEN } from '../../sandbox/confluence/credentials.ts'
import { confluenceServer } from '../../sandbox/confluence/server.ts'
import { current } from '../../sandbox/confluence/state/model.ts'
import { seedSite } from '../../sandbox/confluence/state/seed.ts'
import { bea } from '../../sandbox/confluence/state/users.ts'
import { renderView } from '../../sandbox/confluence/storage.ts'

const authorization = `Basic ${Buffer.from(`${EMAIL}:${TOKEN}`).toString('base64')}`
interface Answer {
  results: { content: { id: string } }[]
  message: string
  _links: { next?: string }
}

const DAY_MS = 24 * 60 * 60 * 1000

/** Creates a site with a page that was changed now, one that was changed three days ago, and older ones. */
function serve() {
  const site = seedSite('cloud')
  const pages = [...site.pages.values()].filter(({ status }) => status === 'current')
  const [now, recent] = pages
  if (!now || !recent) throw new Error('The seed has pages')
  for (const page of pages) current(page).when = '2020-01-01T00:00:00.000Z'
  current(now).when = new Date().toISOString()
  current(recent).when = new Date(Date.now() - 3 * DAY_MS).toISOString()
  const app = confluenceServer(site)
  const find = async (cql: string) => {
    const ids: string[] = []
    let next: string | undefined = `/rest/api/search?limit=200&cql=${encodeURIComponent(cql)}`
    while (next !== undefined) {
      const answer: LightMyRequestResponse = await app.inject({ url: `/wiki${next}`, headers: { authorization } })
      const { results, message, _links }: Answer = answer.json()
      if (answer.statusCode !== 200) return { status: answer.statusCode, ids, message }
      ids.push(...results.map(({ content }) => content.id))
      next = _links.next
    }
    return { status: 200, ids: ids.sort() }
  }
  return { site, pages, now, recent, find }
}

t.test('functions of a query return the right times', async t => {
  const { pages, now, recent, find } = serve()
  const both = [now.id, recent.id].sort()
  const content = 'type in (page, blogpost) and lastmodified'
  for (const [condition, ids] of [
    ['> now("-7d")', both],
    ['>= now("-1w")', both],
    ['> now(-1M)', both],
    ['> now("-1h")', [now.id]],
    ['>= startOfDay("-1d")', [now.id]],
    ['>= STARTOFDAY("-4d")', both],
    ['> startOfWeek("-2w")', both],
    ['> startOfMonth("-1M")', both],
    ['> startOfYear("-1y")', both],
    ['> endOfDay()', []],
    ['> endOfWeek()', []],
    ['> endOfMonth()', []],
    ['> endOfYear()', []],
    ['< startOfYear("-2y")', pages.map(({ id }) => id).filter(id => !both.includes(id))]
  ] as const)
    t.strictSame((await find(`${content} ${condition}`)).ids, [...ids].sort(), condition)
})

t.test('currentUser() is the account of the credentials, even in a list', async t => {
  const { site, pages, find } = serve()
  const mine = pages.filter(({ createdBy }) => createdBy === site.me).map(({ id }) => id)
  t.ok(mine.length > 0)
  const content = 'type in (page, blogpost) and creator'
  t.strictSame((await find(`${content} = currentUser()`)).ids, mine.sort())
  t.strictSame((await find(`${content} in (currentUser(), "no-one")`)).ids, mine.sort())
  t.strictSame((await find(`${content} = "currentUser()"`)).ids, [], 'a quoted function is a text')
})

t.test('unknown functions are refused', async t => {
  const { find } = serve()
  for (const value of ['now("soon")', 'now("-7x")', 'currentUser("a")', 'tomorrow()', 'now(', 'now("-1d", "-2d")'])
    t.match(await find(`created > ${value}`), { status: 400, message: /Could not parse cql/ }, value)
})

t.test('the view of a page shows images by URL, mentions, dates and status', async t => {
  const status = (title: string, colour: string): string =>
    `<ac:structured-macro ac:name="status"><ac:parameter ac:name="title">${title}</ac:parameter><ac:parameter ac:name="colour">${colour}</ac:parameter></ac:structured-macro>`
  for (const [storage, view] of [
    [
      '<p><ac:image ac:alt="logo"><ri:url ri:value="https://example.com/a.png" /></ac:image></p>',
      '<p><img src="https://example.com/a.png" alt="logo" /></p>'
    ],
    ['<ac:image><ri:attachment ri:filename="a.png" /></ac:image>', '<img src="/download/a.png" alt="a.png" />'],
    [
      `<ac:link><ri:user ri:account-id="${bea.accountId}" /></ac:link>`,
      `<a class="confluence-userlink user-mention" data-account-id="${bea.accountId}" href="/people/${bea.accountId}">@Bea Builder</a>`
    ],
    ['<p>Due <time datetime="2026-03-31" />.</p>', '<p>Due <time datetime="2026-03-31" class="date-past">31 Mar 2026</time>.</p>'],
    [status('DONE', 'Green'), '<span class="status-macro aui-lozenge aui-lozenge-success">DONE</span>'],
    [status('OPEN', ''), '<span class="status-macro aui-lozenge">OPEN</span>']
  ] as const)
    t.equal(renderView(storage), view)
})
