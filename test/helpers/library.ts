import { Type } from 'typebox'
import type { Definition } from '../../src/catalog/catalog.ts'
import { type BulkAdapter, defineBulk } from '../../src/contract/bulk.ts'
import { awaitingJob } from '../../src/contract/example-job.ts'
import { defineOperation } from '../../src/contract/operation.ts'
import { oneOf } from '../../src/contract/requires.ts'
import { listOf, nullable, stringEnum } from '../../src/contract/schema.ts'
import { defineTool } from '../../src/contract/tool.ts'

/** A fake system with every kind of definition, for the OpenAPI tests. */
export const library = defineTool({
  name: 'library',
  title: 'Library',
  description: 'Books, for the tests. Needs a shelf.',
  prompt: 'Use it in tests.',
  settings: Type.Object({ shelf: Type.Optional(Type.String({ description: 'Which shelf' })) }),
  connect: () => ({ books: new Map([['1', { id: '1', title: 'Emma', pages: 474 }]]) }),
  available: async () => ({ available: true }),
  concurrent: true
})

const BookId = Type.String({ minLength: 1, maxLength: 20, pattern: '^[0-9]+$', description: 'Id of the book' })
const Book = Type.Object({
  id: Type.String({ description: 'Id of the book' }),
  title: Type.String({ description: 'Title' }),
  pages: nullable(Type.Integer(), { description: 'How long it is; null where unknown' })
})
const EMMA = { id: '1', title: 'Emma', pages: 474 }

const listBooks = defineOperation(library, {
  name: 'list_books',
  summary: 'List the books',
  description: 'Use it to find a book. Answers a row for each.',
  permission: 'read',
  http: 'GET /books',
  group: 'shelf',
  input: Type.Object({
    genres: Type.Optional(
      Type.Array(stringEnum(['novel', 'essay'], { description: 'A genre' }), { maxItems: 2, description: 'Only these genres' })
    ),
    longest: Type.Integer({ minimum: 1, maximum: 10_000, default: 1000, description: 'Most pages a book may have' })
  }),
  output: listOf(Book, {}),
  errors: {},
  list: true,
  examples: [
    { name: 'all', summary: 'Every book', input: {}, output: { items: [EMMA], next_cursor: null, total: { value: 1, relation: 'eq' } } }
  ],
  async handler(_input, { client }) {
    return { items: [...client.books.values()], next_cursor: null, total: { value: client.books.size, relation: 'eq' as const } }
  }
})

const getBook = defineOperation(library, {
  name: 'get_book',
  summary: 'Get a book',
  description: 'Use it when the id is known. Answers the book.',
  permission: 'read',
  http: 'GET /books/:book_id',
  input: Type.Object({ book_id: BookId }),
  output: Book,
  errors: { upstream_not_found: 'The library has no such book.' },
  aliases: ['book'],
  see_also: ['library_list_books', 'library_elsewhere'],
  examples: [
    { name: 'emma', summary: 'A book that is there', input: { book_id: '1' }, output: EMMA },
    { name: 'none', summary: 'A book that is not', input: { book_id: '404' }, error: { reason: 'upstream_not_found' } }
  ],
  async handler({ book_id }, { client, fail }) {
    const book = client.books.get(book_id)
    if (!book) throw fail('upstream_not_found', `The library has no book ${book_id}.`, { source: 'upstream' })
    return book
  }
})

const changeBook = defineOperation(library, {
  name: 'change_book',
  summary: 'Change a book',
  description: 'Use it to correct a title. Answers the book as it is now.',
  permission: 'write',
  http: 'PATCH /books/:book_id',
  input: Type.Object({
    book_id: BookId,
    title: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'New title' })),
    notes: Type.Optional(
      Type.Array(
        Type.Object({
          page: Type.Integer({ minimum: 1, description: 'Page' }),
          text: Type.String({ maxLength: 500, description: 'Note' })
        }),
        {
          maxItems: 5,
          description: 'Notes to add'
        }
      )
    )
  }),
  output: Book,
  requires: [oneOf('title', 'notes')],
  errors: {
    upstream_not_found: 'The library has no such book',
    object_not_found: 'The library has no such shelf',
    version_conflict: 'Another client changed it in the meantime'
  },
  dry_run: true,
  examples: [{ name: 'rename', summary: 'Another title', input: { book_id: '1', title: 'Emma' }, output: EMMA }],
  async handler({ book_id, title }, { client, fail }) {
    const book = client.books.get(book_id)
    if (!book) throw fail('upstream_not_found', `The library has no book ${book_id}.`)
    return { ...book, title: title ?? book.title }
  }
})

const burnBook = defineOperation(library, {
  name: 'burn_book',
  summary: 'Burn a book',
  description: 'Use it never. The book is lost.',
  permission: 'destructive',
  http: 'DELETE /books/:book_id',
  input: Type.Object({ book_id: BookId }),
  output: Type.Object({ ashes: Type.Number({ description: 'Grams of ashes' }) }),
  errors: {},
  costly: 'A book.',
  deprecated: { successor: 'library_get_book', sunset: '2030-01-01' },
  examples: [],
  handler: async () => ({ ashes: 12.5 })
})

/** Its job is what `create` returns. */
const stamp: BulkAdapter = defineBulk(library, {
  name: 'stamp_books',
  summary: 'Stamp many books',
  description: 'Use it to mark books as ours. Answers a job.',
  permission: 'write',
  input: Type.Object({ ink: stringEnum(['blue', 'red'], { default: 'blue', description: 'Colour of the stamp' }) }),
  errors: {},
  examples: [
    {
      name: 'blue',
      summary: 'In blue',
      input: {},
      output: awaitingJob({ operation: 'library_bulk_stamp_books', message: 'Stamp 0 books.', sample: [] })
    }
  ],
  idempotent: true,
  max_batch: 10,
  prepare: async () => ({ query: {}, action: {} }),
  count: async () => ({ value: 0, relation: 'eq' }),
  nextBatch: async () => ({ items: [] }),
  async *executeBatch() {}
})

export const LIBRARY: readonly Definition[] = [listBooks, getBook, changeBook, burnBook, stamp]
