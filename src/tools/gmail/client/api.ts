/** What Gmail answers, as far as it is read here. Any of it may be lacking. */
export interface ApiPart {
  partId?: string
  mimeType?: string
  filename?: string
  headers?: ApiHeader[]
  body?: { size?: number; data?: string; attachmentId?: string }
  parts?: ApiPart[]
}

export interface ApiHeader {
  name: string
  value: string
}

export interface ApiMessage {
  id: string
  threadId: string
  labelIds?: string[]
  snippet?: string
  internalDate?: string
  sizeEstimate?: number
  payload?: ApiPart
}

export interface ApiLabel {
  id: string
  name: string
  type?: string
  messageListVisibility?: string
  labelListVisibility?: string
  color?: { textColor?: string; backgroundColor?: string }
  messagesTotal?: number
  messagesUnread?: number
  threadsTotal?: number
  threadsUnread?: number
}

export interface ApiList {
  nextPageToken?: string
  messages?: { id: string; threadId: string }[]
  drafts?: { id: string; message: { id: string; threadId: string } }[]
}

/** An id as one segment of a path. */
export const segment = (id: string): string => encodeURIComponent(id)

/** Reads the body of an answer: an object, or nothing that can be found in it. */
export const readMessage = (body: unknown): ApiMessage => Object(body)
export const readList = (body: unknown): ApiList => Object(body)
export const readLabel = (body: unknown): ApiLabel => Object(body)
export const readLabels = (body: unknown): ApiLabel[] => Object(body).labels ?? []
export const readDraft = (body: unknown): { id: string; message: ApiMessage } => Object(body)
export const readThread = (body: unknown): { id: string; messages?: ApiMessage[] } => Object(body)
export const readBytes = (body: unknown): Buffer => Buffer.from(Object(body).data ?? '', 'base64url')
