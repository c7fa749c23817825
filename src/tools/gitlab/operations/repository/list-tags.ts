import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listTags } from '../../client/repository/repository.ts'
import { globalErrors } from '../../errors.ts'
import { pages, project, search } from '../../inputs/common.ts'
import { Tag } from '../../schemas/repository.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_tags',
  group: 'repository',
  summary: 'List the tags of a repository',
  description:
    'Returns the names, commits and messages of tags, newest first. Use it to see which versions exist. For release notes, use list_releases; for branches, list_branches instead.',
  permission: 'read',
  http: 'GET /repository/tags',
  list: true,
  aliases: ['list_tags'],
  see_also: ['gitlab_get_tag', 'gitlab_create_tag'],
  asked_as: {
    en: [
      'which version tags exist',
      'git tag',
      'latest tag in the repo',
      'all tags in git',
      'which versions were tagged',
      'which versions are tagged',
      'latest tag',
      'all versions that were tagged',
      'what is the latest version tag',
      'which tags does the repo have',
      'what tags have we set'
    ],
    de: ['welche Tags gibt es'],
    es: ['qué tags hay'],
    fr: ['quels tags existent'],
    ja: ['タグの一覧'],
    pl: ['jakie są tagi']
  },
  input: Type.Object({
    project,
    search: Type.Optional(search('Text in the name; ^ anchors it to the beginning, $ to the end')),
    ...pages
  }),
  output: listOf(Tag, {}),
  errors: { ...globalErrors('project') },
  examples: [
    {
      name: 'all',
      summary: 'All tags',
      input: { project: 'acme/web' },
      output: {
        items: [
          {
            name: 'v1.0',
            message: 'First version',
            commit_id: 'e51db501890941b56fc97f9977285c32c299aea8',
            commit_title: 'Keep what was typed',
            created_at: '2026-01-10T08:00:00.000Z',
            protected: false
          },
          {
            name: 'v0.1',
            message: null,
            commit_id: '0bc28a7cfccb7608919a63aada9ee96c3d1dfafc',
            commit_title: 'Add the form',
            created_at: null,
            protected: false
          }
        ],
        next_cursor: null,
        total: { value: 2, relation: 'eq' }
      }
    },
    {
      name: 'unknown',
      summary: 'A project that does not exist',
      input: { project: 'acme/nothing' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ project }) => `List the tags of ${project ?? 'the default project'}`,
  handler: (input, call) => listTags(call.client, input, call)
})
