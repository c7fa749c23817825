import type { Generated, Kysely } from 'kysely'

/** Milliseconds since 1970, UTC. */
export type Instant = number

/** One graph per key, unless the settings name a shared one. */
interface Namespaces {
  id: Generated<number>
  name: string
  created_at: Instant
}

/** The subject of facts. Only links have a time. */
export interface Objects {
  id: Generated<number>
  namespace_id: number
  /** Lookup key of the name. */
  key: string
  /** Equal for names that differ only in punctuation and accents. */
  loose_key: string
  name: string
  type: string | null
  type_key: string | null
  summary: string
  /** JSON: a list of `{ name, value }`. */
  attributes: string
  /** JSON: a list of names that find it, too. */
  aliases: string
  created_at: Instant
  updated_at: Instant
}

/** Lookup keys of the aliases of objects. */
interface ObjectAliases {
  namespace_id: number
  key: string
  object_id: number
}

/**
 * A fact that holds in [valid_at, invalid_at) and is known since created_at. null: unbounded. expired_at is when its end was recorded,
 * and planned_at the end that was planned until then.
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

/** Digests of texts that were read, so that none is read twice. */
interface Documents {
  namespace_id: number
  digest: string
  created_at: Instant
}

/** The tokens that a job has used. */
interface Budgets {
  namespace_id: number
  /** ID of the job. */
  id: string
  tokens: number
  updated_at: Instant
}

/** Texts that facts were extracted from, and which links they state. */
interface Episodes {
  id: Generated<number>
  namespace_id: number
  digest: string
  title: string
  source: string | null
  created_at: Instant
}

interface EpisodeLinks {
  episode_id: number
  link_id: number
  /** 1: the link was recorded because of the text; 0: it was known before. */
  created: number
}

/** Embeddings of links and objects, of the text that they have now: one for each model in use, since instances can share a graph. */
interface Vectors {
  namespace_id: number
  kind: 'object' | 'link'
  /** ID of the link or object. */
  row_id: number
  /** The model that computed it. */
  model: string
  /** As `encodeVector` returns it. */
  vector: string
}

export interface Tables {
  memory_namespaces: Namespaces
  memory_objects: Objects
  memory_object_aliases: ObjectAliases
  memory_links: Links
  memory_documents: Documents
  memory_budgets: Budgets
  memory_vectors: Vectors
  memory_episodes: Episodes
  memory_episode_links: EpisodeLinks
}

export type Db = Kysely<Tables>
