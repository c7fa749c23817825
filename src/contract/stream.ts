import { type Static, type TObject, type TSchema, Type } from 'typebox'
import { nullable, words } from './schema.ts'

/** What a handler answers where the output of its operation is a stream. Whoever sends it reads it no faster than the caller does. */
export interface StreamAnswer {
  /** Ends early, and frees what it holds, when `call.signal` aborts: at a standstill as long as the deadline, or when the caller goes away. */
  body: AsyncIterable<Uint8Array | string> & { destroy?: () => unknown }
  /** One of those the output declares. */
  media_type: string
  /** The name under which a caller may keep it. */
  filename?: string
  /** Bytes, where known. */
  length?: number
  /** With its quotes, and W/ in front where only the meaning is the same. */
  etag?: string
}

/** What an output declares of its stream. */
export interface StreamForm {
  /** The usual one first. */
  media_types: readonly [string, ...string[]]
  /** It has no end of its own, so that nothing of it can be put into another answer. */
  endless: boolean
  /** Shapes of what it is made of, for the documents: the data of its events, or one of its lines. */
  parts: Readonly<Record<string, TSchema>>
}

const Link = {
  url: nullable(Type.String({ 'x-volatile': true }), {
    description: 'GET it to get all, as it is; null where no URL alone says what to get'
  }),
  media_type: Type.String({ description: 'What it is' }),
  filename: nullable(Type.String({ 'x-volatile': true }), { description: 'Name to keep it under; null where it has none' }),
  length: nullable(Type.Integer({ minimum: 0 }), { description: 'Bytes of the whole; null where not known beforehand' }),
  content: nullable(Type.String(), { description: 'Its beginning, at most 64 KiB; null where it has no end' }),
  encoding: nullable(words(['utf-8', 'base64'], {}), { description: 'How content is written; null where there is none' }),
  complete: Type.Boolean({ description: 'content is all of it' })
}

/** The output as surfaces tell it that cannot send bytes: a link, and the beginning. */
export type StreamOutput = TObject<typeof Link>
/** What a handler answers: a stream where the output is one. */
export type Answered<Output extends TObject> = Output extends StreamOutput ? StreamAnswer : Static<Output>

export type StreamLink = Static<StreamOutput>

/** The output of an operation that answers bytes, not an object. The operation must read only. */
export function stream(media_types: StreamForm['media_types'], more: Partial<StreamForm> = {}): StreamOutput {
  const form: StreamForm = { endless: false, parts: {}, ...more, media_types }
  return Type.Object(Link, { 'x-stream': form })
}

/** What the output declares of its stream; undefined where it is an object. */
export function streamForm(output: TObject & { 'x-stream'?: StreamForm }): StreamForm | undefined {
  return output['x-stream']
}

export const isStreamAnswer = (value: unknown): value is StreamAnswer =>
  typeof value === 'object' && value !== null && 'body' in value && 'media_type' in value
