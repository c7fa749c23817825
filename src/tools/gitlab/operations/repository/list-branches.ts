import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listBranches } from '../../client/repository/repository.ts'
import { globalErrors } from '../../errors.ts'
import { pages, project, search } from '../../inputs/common.ts'
import { Branch } from '../../schemas/repository.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_branches',
  group: 'repository',
  summary: 'List the branches of a repository',
  description:
    'Returns the names, latest commits and protection of branches. Use it to see what is in progress. For one branch, use get_branch; for tags, list_tags instead.',
  permission: 'read',
  http: 'GET /repository/branches',
  list: true,
  aliases: ['list_branches'],
  see_also: ['gitlab_get_branch', 'gitlab_create_branch'],
  asked_as: {
    en: [
      'which branches exist',
      'what branches are in the repo',
      'git branch',
      'find a branch by name',
      'show me the branches',
      'is there a branch for the hotfix',
      'unmerged branches',
      'what is everyone working on in git',
      'is there a branch for it'
    ],
    de: ['welche Branches gibt es'],
    es: ['qué ramas hay'],
    fr: ['quelles branches existent'],
    ja: ['ブランチの一覧'],
    pl: ['jakie są gałęzie']
  },
  input: Type.Object({
    project,
    search: Type.Optional(search('Text in the name; ^ anchors it to the beginning, $ to the end')),
    ...pages
  }),
  output: listOf(Branch, {}),
  errors: { ...globalErrors('project') },
  examples: [
    {
      name: 'all',
      summary: 'All branches',
      input: { project: 'acme/web' },
      output: {
        items: [
          {
            name: 'docs/more',
            merged: false,
            protected: false,
            default: false,
            can_push: true,
            commit_id: '437559ba2e8ccf391e79439060af522c5a0665e4',
            commit_title: 'Say more',
            committed_at: '2026-01-12T08:00:00.000Z',
            url: 'https://gitlab.example.com/acme/web/-/tree/docs/more'
          },
          {
            name: 'feature/dark-mode',
            merged: false,
            protected: false,
            default: false,
            can_push: true,
            commit_id: 'a786ae4b8582012dac11bcc9dbd2bf7edcefd343',
            commit_title: 'Add a dark mode',
            committed_at: '2026-01-11T08:00:00.000Z',
            url: 'https://gitlab.example.com/acme/web/-/tree/feature/dark-mode'
          },
          {
            name: 'fix/form',
            merged: false,
            protected: false,
            default: false,
            can_push: true,
            commit_id: '9296f0f3f931d2a0542036efeb54ebb0a7f170e9',
            commit_title: 'Shorten the form',
            committed_at: '2026-01-12T08:00:00.000Z',
            url: 'https://gitlab.example.com/acme/web/-/tree/fix/form'
          },
          {
            name: 'main',
            merged: false,
            protected: true,
            default: true,
            can_push: true,
            commit_id: 'e51db501890941b56fc97f9977285c32c299aea8',
            commit_title: 'Keep what was typed',
            committed_at: '2026-01-09T08:00:00.000Z',
            url: 'https://gitlab.example.com/acme/web/-/tree/main'
          },
          {
            name: 'old/merged',
            merged: true,
            protected: false,
            default: false,
            can_push: true,
            commit_id: 'ff705159bc6bb59e8694a8409e45f6262b6fa3d4',
            commit_title: 'Add styles',
            committed_at: '2026-01-08T08:00:00.000Z',
            url: 'https://gitlab.example.com/acme/web/-/tree/old/merged'
          }
        ],
        next_cursor: null,
        total: { value: 5, relation: 'eq' }
      }
    },
    {
      name: 'unknown',
      summary: 'A project that does not exist',
      input: { project: 'acme/nothing' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ project }) => `List the branches of ${project ?? 'the default project'}`,
  handler: (input, call) => listBranches(call.client, input, call)
})
