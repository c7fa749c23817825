/** The seed's operation validation, in the seed's own spelling: the required inputs of each operation, and all further ones. */
export const OPERATIONS: readonly {
  operation: string
  required: Readonly<Record<string, unknown>>
  optional: Readonly<Record<string, unknown>>
}[] = [
  { operation: 'get', required: { pageId: '65538' }, optional: { expand: ['version', 'ancestors'], instance: 'second' } },
  {
    operation: 'create',
    required: { title: 'By contract', content: '<p>x</p>', spaceKey: 'PLAY' },
    optional: { parentId: '65685', labels: ['a', 'b'], contentFormat: 'storage', instance: 'second' }
  },
  {
    operation: 'update',
    required: { pageId: '65689', title: 'Target of the contract' },
    optional: { content: '<p>y</p>', labels: ['c'], contentFormat: 'wiki', instance: 'second' }
  },
  {
    operation: 'search',
    required: { query: 'node' },
    optional: { searchSpace: 'DOCS', searchType: 'page', limit: 5, start: 1, instance: 'second' }
  },
  {
    operation: 'list',
    required: { spaceKey: 'DOCS' },
    optional: { contentType: 'blogpost', orderBy: 'created', limit: 5, start: 1, instance: 'second' }
  },
  { operation: 'spaces', required: {}, optional: { limit: 5, start: 1, instance: 'second' } },
  { operation: 'attachments', required: { pageId: '65540' }, optional: { limit: 5, start: 1, instance: 'second' } }
]
