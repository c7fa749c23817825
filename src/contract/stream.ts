import { type Static, type TObject, type TSchema, Type } from 'typebox'
import { nullable, stringEnum } from './schema.ts'

/** The return value of a handler if the output of its operation is a stream. The surface reads it no faster than the client does. */
export interface StreamResult {
  /** Must end, and free its resources, when `call.signal` aborts: after a stall as long as the deadline, or when the client disconnects. */
  body: AsyncIterable<Uint8Array | string> & { destroy?: () => unknown }
  /** One of the media types that the output declares. */
  media_type: string
  /** Suggested file name. */
  filename?: string
  /** Size in bytes, if known. */
  length?: number
  /** With its quotes; with the prefix W/ if it is a weak validator. */
  etag?: string
  /** Returns only the bytes from `start` to `end`, both included; `body` is then not read. Needs `length`. */
  part?: (start: number, end: number) => StreamResult['body']
}

/** Declares a stream in an output schema. */
export interface StreamSpec {
  /** The default one first. */
  media_types: readonly [string, ...string[]]
  /** The stream does not end, so no part of it can be included in a JSON response. */
  endless: boolean
  /** Whether its results have `part`: clients can request a range of the bytes. */
  ranges: boolean
  /** Schemas of the parts of the stream, for the documents: the data of its events, or one of its lines. */
  parts: Readonly<Record<string, TSchema>>
}

const Link = {
  url: nullable(Type.String({ 'x-volatile': true }), {
    description: 'URL from which GET returns the whole content; null if a URL is not enough to request it'
  }),
  media_type: Type.String({ description: 'Media type' }),
  filename: nullable(Type.String({ 'x-volatile': true }), { description: 'File name to save it under; null if it has none' }),
  length: nullable(Type.Integer({ minimum: 0 }), { description: 'Size of the whole content in bytes; null if not known in advance' }),
  content: nullable(Type.String(), {
    description: 'Beginning of the content, or the part at which cursor starts; null if the content is endless, or is sent separately'
  }),
  encoding: nullable(stringEnum(['utf-8', 'base64'], {}), { description: 'Encoding of content; null if there is none' }),
  complete: Type.Boolean({ description: 'true: content reaches the end' })
}

/** Output of a stream on surfaces that cannot send bytes: a link, and the beginning of the content. */
export type StreamOutput = TObject<typeof Link>
export type StreamLink = Static<StreamOutput>

/** The return type of a handler: a stream if the output is one, otherwise the output. */
export type HandlerResult<Output extends TObject> = Output extends StreamOutput ? StreamResult : Static<Output>

/** Returns the output schema of an operation that returns bytes instead of an object. The operation must be a read. */
export function stream(media_types: StreamSpec['media_types'], more: Partial<StreamSpec> = {}): StreamOutput {
  const spec: StreamSpec = { endless: false, ranges: false, parts: {}, ...more, media_types }
  return Type.Object(Link, { 'x-stream': spec })
}

/** Returns what the output declares about its stream; undefined if it is an object. */
export function streamSpec(output: TObject & { 'x-stream'?: StreamSpec }): StreamSpec | undefined {
  return output['x-stream']
}
