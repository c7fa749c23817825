export interface GivenAttachment {
  filename: string
  media_type: string
  content_base64: string
}

/** A message to compose, as the caller describes it. */
export interface OutgoingMessage {
  to: string[]
  cc: string[]
  bcc: string[]
  subject?: string
  text?: string
  html?: string
  from?: string
  reply_to?: string
  attachments: GivenAttachment[]
  reply_to_message_id?: string
  reply_all?: boolean
  forward_message_id?: string
}

/** An attachment with its content. `cid`: an image that the HTML shows. */
export interface EncodedAttachment {
  filename: string | false
  contentType: string
  content: Buffer
  cid?: string
  contentDisposition?: 'attachment' | 'inline'
}
