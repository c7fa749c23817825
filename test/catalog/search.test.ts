import t from 'tap'
import { searchOperations, warmSearch } from '../../src/catalog/search/search.ts'
import { loadCatalog } from '../../src/systems/load-catalog.ts'
import { fakeOperation } from '../helpers/fake-tool.ts'

const { operations } = await loadCatalog()

const found = (query: string): string[] => searchOperations(operations, query).map(({ id }) => id)

/** What models and people ask, by kind, and an operation that does it. */
const WANTED: Record<string, Record<string, string>> = {
  'the words of tools': {
    'send an email': 'gmail_send_message',
    'find emails': 'gmail_search_messages',
    'delete mail in bulk': 'gmail_bulk_delete_messages',
    'add a label to a message': 'gmail_modify_labels',
    'search wiki pages': 'confluence_search',
    'upload an attachment to a wiki page': 'confluence_upload_attachment',
    'create issue': 'gitlab_create_issue',
    'comment on a ticket': 'gitlab_add_issue_comment',
    'gitlab merge request comment': 'gitlab_add_merge_request_comment',
    'list calendar events': 'calendar_list_events',
    'move a card to another list': 'trello_move_card',
    'search the web': 'web_search',
    'read a file': 'filesystem_read_file',
    'run a gcloud command': 'gcloud_run'
  },
  'the words of users': {
    'what is on my calendar this week': 'calendar_list_events',
    'remember a fact about a person': 'memory_add_link',
    'the checkout page is broken, open a bug for it': 'gitlab_create_issue',
    'who wrote line 40 of this file in the repo': 'gitlab_get_file_blame',
    'why is the build red': 'gitlab_get_job_log',
    'drag the card to the Done column': 'trello_move_card',
    'are Ana and Luis both free on Thursday': 'calendar_query_free_busy',
    'get that PR into main': 'gitlab_merge_merge_request',
    'roll the page back to yesterday': 'confluence_restore_version',
    'which VMs do we have': 'gcloud_run',
    'find a nice restaurant near the office': 'web_local_search'
  },
  'other languages': {
    'schicke Bob eine E-Mail': 'gmail_send_message',
    'trage am Montag einen Termin in den Kalender ein': 'calendar_create_event',
    'busca los correos de mi jefe': 'gmail_search_messages',
    'crea una tarjeta en el tablero': 'trello_create_card',
    'ferme le ticket 12': 'gitlab_close_issue',
    'cherche une page dans le wiki': 'confluence_search',
    'pokaż moje spotkania na jutro': 'calendar_list_events',
    'usuń gałąź w repozytorium': 'gitlab_delete_branch',
    カードを別のリストに移して: 'trello_move_card',
    メールを検索して: 'gmail_search_messages'
  },
  'typing errors': {
    'serach emials': 'gmail_search_messages',
    'create a calender event': 'calendar_create_event',
    'delete the brnach': 'gitlab_delete_branch',
    'list pipelnies': 'gitlab_list_pipelines',
    'confluense page history': 'confluence_list_versions'
  }
}

for (const [kind, wanted] of Object.entries(WANTED)) {
  t.test(`${kind} are understood`, async t => {
    for (const [asked, id] of Object.entries(wanted)) {
      const first = found(asked).slice(0, 5)
      t.ok(first.includes(id), `${asked}: ${id} is among ${first.join()}`)
    }
  })
}

t.test('a request that no operation fits finds nothing', async t => {
  for (const asked of [
    'quetzalcoatlus',
    'book a flight to Rome',
    'what is the weather in Paris',
    'send a message to the team on Slack',
    'create a Jira ticket',
    'translate this page into Spanish',
    'play some music',
    'turn the lights off',
    'convert 20 dollars to euros',
    'wie wird das Wetter morgen',
    'pide una pizza',
    'traduis ce texte',
    'zamów taksówkę',
    '東京の天気は'
  ])
    t.strictSame(found(asked), [], asked)
})

t.test('values do not decide whether anything is found', async t => {
  for (const [asked, id] of [
    ['find emails about the Slack outage', 'gmail_search_messages'],
    ['create a card called "Book the flight"', 'trello_create_card'],
    ['add a comment to the ticket: the weather widget is broken', 'gitlab_add_issue_comment']
  ] as const)
    t.ok(found(asked).slice(0, 5).includes(id), `${asked}: ${found(asked).slice(0, 5).join()}`)
})

t.test('what follows a thing of a system is what it is about, even if it belongs to another field or service', async t => {
  for (const [asked, id] of [
    ['delete all emails from Amazon', 'gmail_bulk_delete_messages'],
    ['archive newsletters from Spotify', 'gmail_bulk_archive_messages'],
    ['email the receipt to accounting', 'gmail_send_message'],
    ['forward the invoice to my boss', 'gmail_send_message'],
    ['create an event for the concert', 'calendar_create_event'],
    ['create an issue for the music player', 'gitlab_create_issue']
  ] as const)
    t.ok(found(asked).slice(0, 5).includes(id), `${asked}: ${found(asked).slice(0, 5).join()}`)
  for (const asked of ['open a ticket in Jira', 'send the team a message on WhatsApp', 'post tweet', 'resize the picture on the page'])
    t.strictSame(found(asked), [], asked)
})

t.test('a large number of things is many', async t => {
  t.equal(found('move 300 cards to another list')[0], 'trello_bulk_move_cards')
  t.equal(found('move card 300 to another list')[0], 'trello_move_card')
})

t.test('bulk operations rank below single ones unless many things are named', async t => {
  for (const [one, many, single, bulk] of [
    ['archive the card', 'archive all cards of the list', 'trello_archive_card', 'trello_bulk_archive_cards'],
    ['move the issue to another project', 'move many issues to another project', 'gitlab_move_issue', 'gitlab_bulk_move_issues'],
    ['trash this email', 'trash hundreds of emails', 'gmail_trash_message', 'gmail_bulk_trash_messages']
  ] as const) {
    t.ok(found(one).indexOf(single) < (found(one).includes(bulk) ? found(one).indexOf(bulk) : Number.POSITIVE_INFINITY), one)
    t.ok(found(one).includes(single), one)
    t.equal(found(many)[0], bulk, many)
  }
})

t.test('the verb, the object and the number of a request decide among similar operations', async t => {
  for (const [asked, id] of [
    ['create a branch', 'gitlab_create_branch'],
    ['which branches exist', 'gitlab_list_branches'],
    ['is the branch protected', 'gitlab_get_branch'],
    ['delete the label in gitlab', 'gitlab_delete_label'],
    ['approve the merge request', 'gitlab_approve_merge_request'],
    ['who approved the merge request', 'gitlab_get_merge_request_approvals'],
    ['list trello boards', 'trello_list_boards'],
    ['email Bob the report', 'gmail_send_message']
  ] as const)
    t.equal(found(asked)[0], id, asked)
})

t.test('a command whose verb or object no operation has finds nothing', async t => {
  for (const asked of ['create a survey', 'call my mother', 'count my calories today', 'shorten this url', 'design a business card'])
    t.strictSame(found(asked), [], asked)
})

t.test('an unknown object is found if the request says where it belongs', async t => {
  t.match(found('enter these holidays into the calendar')[0], /^calendar_/)
})

t.test('a search is prepared in advance', async t => {
  const own = operations.slice(0, 12)
  warmSearch(own, 0)
  await new Promise(resolve => setTimeout(resolve, 50))
  t.ok(searchOperations(own, 'create an event').length > 0)
})

t.test('a named system comes first', async t => {
  t.match(found('add a label in trello')[0], /^trello_/)
  t.match(found('add a label in gitlab')[0], /^gitlab_/)
  t.match(found('add a label in gmail')[0], /^gmail_/)
})

t.test('a short list continues with related operations', async t => {
  const one = fakeOperation('find_nails', {}, undefined, { see_also: ['workshop_sell_wood'] })
  const other = fakeOperation('sell_wood', {}, undefined, { summary: 'Sell wood' })
  t.strictSame(
    searchOperations([one, other], 'nails').map(({ id }) => id),
    ['workshop_find_nails', 'workshop_sell_wood']
  )
})

t.test('only the given operations are searched, and all match an empty query', async t => {
  const own = operations.filter(({ tool }) => tool.name === 'web')
  t.ok(searchOperations(own, 'search').every(({ tool }) => tool.name === 'web'))
  t.strictSame(searchOperations(own, ' '), own)
  t.strictSame(searchOperations([], 'search'), [])
})

t.test('any text can be searched for', async t => {
  for (const query of [
    '',
    '"',
    '""""',
    '!',
    '#1',
    ':',
    'a'.repeat(100_000),
    '「',
    '\u0000',
    '\ud800',
    '**/*.ts',
    'constructor',
    '__proto__ toString'
  ])
    t.ok(Array.isArray(searchOperations(operations, query)))
})
