import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { stringEnum } from '../../../../contract/schema.ts'
import { checkPermission } from '../../client/restrictions.ts'
import { PAGE_ERRORS } from '../../failures.ts'
import { pageId } from '../../inputs.ts'
import { confluence } from '../../tool.ts'

export default defineOperation(confluence, {
  name: 'check_permission',
  group: 'access',
  summary: 'Check whether a user may read, update or delete a page',
  description:
    'Returns whether a user may read, update or delete a page or blog post, given the permissions of the space and the restrictions of the page and of the pages above it. This operation works on Cloud only. Use it before you change a page on behalf of a user, or to find out why a user cannot access a page. For the restrictions themselves, use get_restrictions.',
  permission: 'read',
  http: 'GET /pages/:page_id/permission',
  timeout_ms: 5000,
  see_also: ['confluence_get_restrictions', 'confluence_search_users'],
  asked_as: {
    en: [
      'can Bea open this doc',
      'am I allowed to edit the page',
      'may this person delete the article',
      'does he have access to the page',
      'may Bea see the salary page',
      'can she edit this doc',
      "why can't he open the page",
      'is Omar able to read the article',
      'is anyone but me allowed to change the page',
      'would the intern be able to delete the page',
      'check if I can write to this wiki page',
      'does my colleague have the right to edit the article'
    ]
  },
  input: Type.Object({
    page_id: pageId('Page or blog post'),
    operation: stringEnum(['read', 'update', 'delete'], { default: 'update', description: 'What the user wants to do. Default update' }),
    user_id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'Account ID, as search_users returns it. Default: the account of the gateway'
      })
    )
  }),
  output: Type.Object({
    page_id: Type.String({ description: 'ID of the page' }),
    title: Type.String({ description: 'Title of the page' }),
    user_id: Type.String({ description: 'Account ID' }),
    operation: Type.String({ description: 'As in the input' }),
    allowed: Type.Boolean({ description: 'true: the user has the permission' }),
    reasons: Type.Array(Type.String(), { description: 'Reasons for a refusal, if Confluence returns any' })
  }),
  errors: {
    ...PAGE_ERRORS,
    cannot_be_honoured: "Permissions cannot be checked on Data Center, or with a token that is used through Atlassian's API gateway"
  },
  examples: [
    {
      name: 'own',
      summary: 'The account of the gateway may edit a page',
      input: { page_id: '65538' },
      output: {
        page_id: '65538',
        title: 'Installation',
        user_id: '5b10ac8d82e05b22cc7d4ef5',
        operation: 'update',
        allowed: true,
        reasons: []
      }
    },
    {
      name: 'unknown',
      summary: 'An ID that no page has',
      input: { page_id: '999999999' },
      error: { reason: 'page_not_found', message: 'Confluence has no page 999999999 that this account can see.' }
    }
  ],
  message: ({ page_id, operation }) => `Check the permission to ${operation} the page ${page_id}`,
  handler: (input, call) => checkPermission(call.client, input, call)
})
