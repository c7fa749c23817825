import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atLeastOne } from '../../../../contract/requires.ts'
import { setRestrictions } from '../../client/restrictions.ts'
import { PAGE_ERRORS } from '../../failures.ts'
import { pageId } from '../../inputs.ts'
import { Restrictions } from '../../restrictions.ts'
import { confluence } from '../../tool.ts'

const users = (what: string) =>
  Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 255, description: 'Account ID (Cloud) or username (Data Center)' }), {
      maxItems: 200,
      description: `Users who may ${what} the page; [] for none. Default: unchanged`
    })
  )
const groups = (what: string) =>
  Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 255, description: 'Name of a group' }), {
      maxItems: 200,
      description: `Groups that may ${what} the page; [] for none. Default: unchanged`
    })
  )

export default defineOperation(confluence, {
  name: 'set_restrictions',
  group: 'access',
  summary: 'Update the restrictions of a page: who may read and edit it',
  description:
    'Replaces the lists of users and groups that may read or edit a page or blog post, and returns all four; omitted lists stay unchanged. Two empty lists remove the restriction on reading or editing: the permissions of the space then apply, and the read restrictions of the pages above. Use it to make a page private or to open it again. Include the account of the gateway, or it loses access. Permissions of the space are not changed.',
  permission: 'write',
  http: 'PUT /pages/:page_id/restrictions',
  timeout_ms: 10_000,
  idempotent: true,
  see_also: ['confluence_get_restrictions', 'confluence_search_users'],
  asked_as: {
    en: [
      'make the page private',
      'only my team should be able to edit the doc',
      'lock the article for others',
      'let everyone read the page again',
      'share the page with one person only',
      'only some people should be able to edit the page',
      'lock the page for everyone else',
      'only the board may read the page',
      'no one else should be able to see the doc',
      'hide the page from the rest of the company',
      'restrict the article to our team',
      'just Nina and I may change the page',
      'make the doc read-only for everyone but us',
      'the page should be open to all again',
      'keep others from editing the article'
    ]
  },
  input: Type.Object({
    page_id: pageId('Page or blog post'),
    read_users: users('read'),
    read_groups: groups('read'),
    edit_users: users('edit'),
    edit_groups: groups('edit')
  }),
  requires: [atLeastOne('read_users', 'read_groups', 'edit_users', 'edit_groups')],
  output: Restrictions,
  errors: {
    ...PAGE_ERRORS,
    cannot_be_honoured:
      "A token through Atlassian's API gateway cannot change restrictions, or the change would remove restrictions that Confluence did not return"
  },
  examples: [
    {
      name: 'groups',
      summary: 'Only one group may edit a page',
      input: { page_id: '65689', edit_groups: ['release-managers'] },
      output: {
        page_id: '65689',
        title: 'Target',
        read: { users: [], groups: [] },
        update: { users: [], groups: [{ id: 'group-release-managers', name: 'release-managers' }] }
      }
    },
    {
      name: 'nothing',
      summary: 'No list is given',
      input: { page_id: '65689' },
      error: { reason: 'missing_required_field' }
    }
  ],
  message: ({ page_id }) => `Set the restrictions of the page ${page_id}`,
  handler: (input, call) => setRestrictions(call.client, input, call)
})
