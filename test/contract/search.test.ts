import path from 'node:path'
import t from 'tap'
import { loadCatalog } from '../../src/catalog.ts'
import { searchOperations } from '../../src/contract/search.ts'

const { operations } = await loadCatalog(path.join(import.meta.dirname, '../../src/tools'))

/** What models and people ask, and a tool that does it. */
const WANTED = {
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
  'what is on my calendar this week': 'calendar_list_events',
  'move a card to another list': 'trello_move_card',
  'search the web': 'web_search',
  'read a file': 'filesystem_read_file',
  'run a gcloud command': 'gcloud_run',
  'remember a fact about a person': 'memory_add_link'
}

for (const [asked, wanted] of Object.entries(WANTED))
  t.test(`${asked}: ${wanted} is among the first five`, async t => {
    const first = searchOperations(operations, asked).slice(0, 5)
    t.ok(
      first.some(({ id }) => id === wanted),
      first.map(({ id }) => id).join()
    )
  })

t.test('what nothing is said of is not found', async t => t.strictSame(searchOperations(operations, 'quetzalcoatlus'), []))
