import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { getRestrictions } from '../../client/restrictions.ts'
import { PAGE_ERRORS } from '../../failures.ts'
import { pageId } from '../../inputs.ts'
import { Restrictions } from '../../restrictions.ts'
import { confluence } from '../../tool.ts'

export default defineOperation(confluence, {
  name: 'get_restrictions',
  group: 'access',
  summary: 'Get the restrictions of a page: who may read and edit it',
  description:
    'Returns the users and groups named in the restrictions of a page or blog post. Use it to see why a user cannot open or edit a page. Read restrictions of the pages above apply, too, and are not included: to check one user, use check_permission.',
  permission: 'read',
  http: 'GET /pages/:page_id/restrictions',
  timeout_ms: 5000,
  see_also: ['confluence_set_restrictions', 'confluence_check_permission'],
  asked_as: {
    en: [
      'who can see this doc',
      'is the page private',
      'who is allowed to edit the article',
      'access rights of a wiki page',
      'who is able to view the budget page',
      'is this doc open to everyone',
      'which people may change the article',
      'is the page locked',
      'can just anyone edit the page',
      'who has the right to read the page',
      'for whom is the article visible'
    ]
  },
  input: Type.Object({ page_id: pageId('Page or blog post') }),
  output: Restrictions,
  errors: { ...PAGE_ERRORS, cannot_be_honoured: "A token through Atlassian's API gateway cannot read restrictions" },
  examples: [
    {
      name: 'free',
      summary: 'A page without restrictions',
      input: { page_id: '65538' },
      output: { page_id: '65538', title: 'Installation', read: { users: [], groups: [] }, update: { users: [], groups: [] } }
    },
    {
      name: 'unknown',
      summary: 'An ID that no page has',
      input: { page_id: '999999999' },
      error: { reason: 'page_not_found', message: 'Confluence has no page 999999999 that this account can see.' }
    }
  ],
  message: ({ page_id }) => `Get the restrictions of the page ${page_id}`,
  handler: ({ page_id }, call) => getRestrictions(call.client, page_id, call)
})
