import type { Generated, Kysely } from 'kysely'

/** Milliseconds since 1970, UTC. */
export type Instant = number

/** Each key has a graph of its own, unless the settings name one for all. */
interface Namespaces {
  id: Generated<number>
  name: string
  created_at: Instant
}

/** What facts are about. It has no time of its own: only links do. */
export interface Objects {
  id: Generated<number>
  namespace_id: number
  /** What the name is looked up by. */
  key: string
  /** Equal for names that differ in punctuation and accents only. */
  loose_key: string
  name: string
  type: string | null
  type_key: string | null
  summary: string
  /** JSON: a list of `{ name, value }`. */
  attributes: string
  created_at: Instant
  updated_at: Instant
}

/**
 * A fact that holds in the world in [valid_at, invalid_at), and is known since created_at. What is open is null. Since expired_at an end is
 * known that was not known before; what was planned until then is planned_at.
 */
export interface Links {
  id: Generated<number>
  namespace_id: number
  from_id: number
  relation: string
  relation_key: string
  to_id: number
  fact: string
  valid_at: Instant | null
  invalid_at: Instant | null
  planned_at: Instant | null
  created_at: Instant
  expired_at: Instant | null
  source: string | null
}

/** Texts that facts were extracted from, so that none is read twice. */
interface Documents {
  namespace_id: number
  digest: string
  created_at: Instant
}

/** What a job may spend on a language model, and has. */
interface Budgets {
  namespace_id: number
  /** Of the job. */
  id: string
  tokens: number
  updated_at: Instant
}

export interface Tables {
  memory_namespaces: Namespaces
  memory_objects: Objects
  memory_links: Links
  memory_documents: Documents
  memory_budgets: Budgets
}

export type Db = Kysely<Tables>
