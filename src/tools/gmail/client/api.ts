import { readWriteResponse } from '../../../lib/google/write-response.ts'

/** Responses of the Gmail API, reduced to the properties that are used. Any of them may be missing. */
export interface ApiPart {
  partId?: string
  mimeType?: string
  filename?: string
  headers?: ApiHeader[]
  body?: { size?: number; data?: string; attachmentId?: string }
  parts?: ApiPart[]
}

interface ApiHeader {
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
  /** The whole message in base64url, with format=raw only. */
  raw?: string
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
  threads?: { id: string }[]
}

export interface ApiThread {
  id: string
  messages?: ApiMessage[]
}

export interface ApiFilter {
  id: string
  criteria?: {
    from?: string
    to?: string
    subject?: string
    query?: string
    negatedQuery?: string
    hasAttachment?: boolean
    excludeChats?: boolean
    size?: number
    sizeComparison?: string
  }
  action?: { addLabelIds?: string[]; removeLabelIds?: string[]; forward?: string }
}

export interface ApiVacation {
  enableAutoReply?: boolean
  responseSubject?: string
  responseBodyPlainText?: string
  responseBodyHtml?: string
  restrictToContacts?: boolean
  restrictToDomain?: boolean
  /** Milliseconds since 1970, as text. */
  startTime?: string
  endTime?: string
}

interface ApiHistoryMessage {
  message: { id: string; threadId: string; labelIds?: string[] }
  labelIds?: string[]
}

export interface ApiHistory {
  id: string
  messagesAdded?: ApiHistoryMessage[]
  messagesDeleted?: ApiHistoryMessage[]
  labelsAdded?: ApiHistoryMessage[]
  labelsRemoved?: ApiHistoryMessage[]
}

/** Reads the body of a response. A body that is not an object becomes an empty one. */
export const readMessage = (body: unknown): ApiMessage => Object(body)
export const readList = (body: unknown): ApiList => Object(body)
export const readLabel = (body: unknown): ApiLabel => Object(body)
export const readLabels = (body: unknown): ApiLabel[] => Object(body).labels ?? []
export const readDraft = (body: unknown): { id: string; message: ApiMessage } => Object(body)

/** Reads the body of the response to a write. Throws server_error with outcome unknown if it does not contain the resource. */
export const writtenMessage = (body: unknown): ApiMessage => readWriteResponse<ApiMessage>('Gmail', 'message', ['id', 'threadId'], body)
export const writtenLabel = (body: unknown): ApiLabel => readWriteResponse<ApiLabel>('Gmail', 'label', ['id', 'name'], body)
export const writtenDraft = (body: unknown): { id: string; message: ApiMessage } => {
  const { id, message } = readWriteResponse<{ id: string; message: unknown }>('Gmail', 'draft', ['id'], body)
  return { id, message: writtenMessage(message) }
}

export const readThread = (body: unknown): ApiThread => Object(body)
export const writtenThread = (body: unknown): ApiThread => readWriteResponse<ApiThread>('Gmail', 'conversation', ['id'], body)

export const readFilters = (body: unknown): ApiFilter[] => Object(body).filter ?? []
export const writtenFilter = (body: unknown): ApiFilter => readWriteResponse<ApiFilter>('Gmail', 'filter', ['id'], body)
export const readVacation = (body: unknown): ApiVacation => Object(body)
export const readHistory = (body: unknown): { history?: ApiHistory[]; historyId?: string; nextPageToken?: string } => Object(body)

export const readBytes = (body: unknown): Buffer => Buffer.from(Object(body).data ?? '', 'base64url')
