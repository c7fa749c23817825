import { type Static, type TObject, Type } from 'typebox'
import { type ResponseReader, responseReader } from '../../../lib/google/read-response.ts'

// Responses of the Gmail API, reduced to the properties that are used. Gmail omits what is empty.

const text = Type.Optional(Type.String())
const count = Type.Optional(Type.Number())
const flag = Type.Optional(Type.Boolean())
const texts = Type.Optional(Type.Array(Type.String()))

const Part = Type.Cyclic(
  {
    Part: Type.Object({
      partId: text,
      mimeType: text,
      filename: text,
      headers: Type.Optional(Type.Array(Type.Object({ name: Type.String(), value: Type.String() }))),
      body: Type.Optional(Type.Object({ size: count, data: text, attachmentId: text })),
      parts: Type.Optional(Type.Array(Type.Ref('Part')))
    })
  },
  'Part'
)
export type ApiPart = Static<typeof Part>

const Message = Type.Object({
  id: Type.String(),
  threadId: Type.String(),
  labelIds: texts,
  snippet: text,
  internalDate: text,
  sizeEstimate: count,
  payload: Type.Optional(Part)
})
export type ApiMessage = Static<typeof Message>

/** The whole message in base64url, with format=raw only. */
const RawMessage = Type.Object({ id: Type.String(), threadId: Type.String(), raw: Type.String() })

const Label = Type.Object({
  id: Type.String(),
  name: Type.String(),
  type: text,
  messageListVisibility: text,
  labelListVisibility: text,
  color: Type.Optional(Type.Object({ textColor: text, backgroundColor: text })),
  messagesTotal: count,
  messagesUnread: count,
  threadsTotal: count,
  threadsUnread: count
})
export type ApiLabel = Static<typeof Label>

const List = Type.Object({
  nextPageToken: text,
  resultSizeEstimate: count,
  messages: Type.Optional(Type.Array(Type.Object({ id: Type.String(), threadId: Type.String() }))),
  drafts: Type.Optional(Type.Array(Type.Object({ id: Type.String() }))),
  threads: Type.Optional(Type.Array(Type.Object({ id: Type.String() })))
})
export type ApiList = Static<typeof List>

const Filter = Type.Object({
  id: Type.String(),
  criteria: Type.Optional(
    Type.Object({
      from: text,
      to: text,
      subject: text,
      query: text,
      negatedQuery: text,
      hasAttachment: flag,
      excludeChats: flag,
      size: count,
      sizeComparison: text
    })
  ),
  action: Type.Optional(Type.Object({ addLabelIds: texts, removeLabelIds: texts, forward: text }))
})
export type ApiFilter = Static<typeof Filter>

const Vacation = Type.Object({
  enableAutoReply: flag,
  responseSubject: text,
  responseBodyPlainText: text,
  responseBodyHtml: text,
  restrictToContacts: flag,
  restrictToDomain: flag,
  /** Milliseconds since 1970, as text. */
  startTime: text,
  endTime: text
})
export type ApiVacation = Static<typeof Vacation>

const changes = Type.Optional(
  Type.Array(Type.Object({ message: Type.Object({ id: Type.String(), threadId: Type.String(), labelIds: texts }), labelIds: texts }))
)

const History = Type.Object({
  id: Type.String(),
  messagesAdded: changes,
  messagesDeleted: changes,
  labelsAdded: changes,
  labelsRemoved: changes
})
export type ApiHistory = Static<typeof History>

const reader = <Schema extends TObject>(kind: string, schema: Schema): ResponseReader<Static<Schema>> =>
  responseReader('Gmail', kind, schema)

export const { read: readMessage, written: writtenMessage } = reader('message', Message)
export const { read: readRawMessage } = reader('message', RawMessage)
export const { read: readList } = reader('list', List)
export const { read: readLabel, written: writtenLabel } = reader('label', Label)
export const { read: readLabels } = reader('labels', Type.Object({ labels: Type.Optional(Type.Array(Label)) }))
export const { read: readDraft } = reader('draft', Type.Object({ id: Type.String(), message: Message }))
export const { read: readRawDraft } = reader('draft', Type.Object({ id: Type.String(), message: RawMessage }))
export const { written: writtenDraft } = reader('draft', Type.Object({ id: Type.String(), message: Message }))
export const { read: readThread, written: writtenThread } = reader(
  'conversation',
  Type.Object({ id: Type.String(), messages: Type.Optional(Type.Array(Message)) })
)
export const { read: readFilters } = reader('filters', Type.Object({ filter: Type.Optional(Type.Array(Filter)) }))
export const { written: writtenFilter } = reader('filter', Filter)
export const { read: readVacation, written: writtenVacation } = reader('vacation responder', Vacation)
export const { read: readHistory } = reader(
  'history',
  Type.Object({ history: Type.Optional(Type.Array(History)), historyId: text, nextPageToken: text })
)
export const { read: readProfile } = reader(
  'profile',
  Type.Object({ emailAddress: Type.String(), messagesTotal: count, threadsTotal: count, historyId: text })
)

/** Of an empty file, Gmail omits the data. */
const attachment = reader('attachment', Type.Object({ data: text, size: count }))

export const readBytes = (body: unknown): Buffer => Buffer.from(attachment.read(body).data ?? '', 'base64url')
