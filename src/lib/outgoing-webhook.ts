import type { UrlRules } from '../contract/runtime.ts'

/** An event that is still to be delivered to the URL of its receiver. It is read again for each attempt. */
export interface OutgoingEvent {
  /** What it is about, for the log and for messages. */
  about: { kind: 'job' | 'approval'; id: string }
  type: string
  /** The same for every attempt, so that receivers can ignore events that they have processed. */
  webhookId: string
  /** Failed attempts so far. */
  attempts: number
  /** Time of the next attempt. */
  due: number
  url: string
  rules: UrlRules
  /** Signing secrets (`whsec_…`). Each of them signs, so that receivers can rotate theirs. */
  secrets: () => readonly string[]
  /** Why no further attempt is made. */
  refusal?: string
  /** Returns the body for an attempt. */
  body: () => object
  /** Records an attempt and what follows it. Returns false if another worker already did. */
  record: (attempt: DeliveryAttempt, verdict: Verdict) => Promise<boolean>
}

/** One attempt to deliver an event. */
export interface DeliveryAttempt {
  webhook_id: string
  /** From 1. */
  attempt: number
  at: string
  /** null: there was no response. */
  status: number | null
  /** null: it was delivered. */
  error: string | null
  next_attempt_at: string | null
}

/** `again`: retry at `due`. `over`: delivered, or given up. `gone`: the receiver wants no more events of this kind. */
export type Verdict = { next: 'again'; due: number } | { next: 'over' | 'gone' }

/** Events that are not about jobs. */
export interface EventSource {
  /** Whether an ID is one of its own. */
  owns: (id: string) => boolean
  /** IDs of what has an event to deliver. */
  list: () => Promise<readonly string[]>
  /** Returns the event of an ID; undefined if it is delivered, or no longer of use. */
  read: (id: string) => Promise<OutgoingEvent | undefined>
}
