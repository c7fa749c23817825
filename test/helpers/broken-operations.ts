import { Type } from 'typebox'
import type { Operation } from '../../src/contract/operation.ts'
import { fakeOperation } from './fake-tool.ts'

/** Operations that together violate every rule of the catalog. */
export const BROKEN: readonly Operation[] = [
  {
    ...fakeOperation(
      'burn',
      {
        pageId: Type.Optional(Type.String()),
        nothing: Type.Array(Type.Integer(), { description: 'x'.repeat(701) }),
        words: Type.Enum(['a', 'b'], { description: 'An enum without a type' }),
        map: Type.Record(Type.String(), Type.String(), { description: 'A free map' }),
        wrong: Type.Integer({ minimum: 1, maximum: 2, default: 3, description: 'A default out of range' }),
        confirm: Type.Boolean({ description: 'A name the contract adds' })
      },
      undefined,
      {
        http: 'GET /burn/:pageId',
        permission: 'destructive',
        list: true,
        group: 'secrets',
        timeout_ms: 10,
        description: 'Burns.',
        see_also: ['workshop_nothing'],
        errors: { rate_limit_exceeded: 'Now' },
        deprecated: { successor: 'workshop_nothing', sunset: 'soon' },
        message: () => '',
        markdown: () => '',
        examples: [
          { name: 'Same', summary: '', input: { when: new Date(0) }, output: { other: 1 } },
          { name: 'Same', summary: '', input: {}, error: { reason: 'not_empty' } }
        ]
      }
    ),
    summary: 'Burns.',
    name: 'bum'
  },
  fakeOperation('look', { n: Type.Integer({ description: 'A number' }) }, undefined, {
    output: Type.Object({}),
    examples: [{ name: 'x', summary: 'A reply', input: { n: 1 }, output: {} }],
    message: () => '',
    markdown: () => ''
  }),
  fakeOperation('idle', {}, undefined, { errors: { not_empty: 'Full' } }),
  fakeOperation('tell', { text: Type.String({ maxLength: 100_000, description: 'A text that does not fit' }) })
]
