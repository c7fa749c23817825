// Responses of the Chat Completions API as its reference describes them, with our own content.

/** A complete response with this content; with `usage` null the endpoint reports no token counts. */
function completion(content: unknown, { finish_reason = 'stop', refusal = null as string | null, usage = true } = {}) {
  const text = typeof content === 'string' || content === null ? content : JSON.stringify(content)
  return {
    id: 'chatcmpl-test',
    object: 'chat.completion',
    created: 1_767_225_600,
    model: 'gpt-4.1-mini',
    choices: [{ index: 0, message: { role: 'assistant', content: text, refusal }, logprobs: null, finish_reason }],
    ...(usage && { usage: { prompt_tokens: 512, completion_tokens: 48, total_tokens: 560 } })
  }
}

const refused = (message: string, type: string, code: string | null, param: string | null = null) => ({
  error: { message, type, param, code }
})

const link = (
  relation_type: string,
  source: number,
  target: number,
  fact: string,
  from: string | null = null,
  to: string | null = null
) => ({
  relation_type,
  source_entity_id: source,
  target_entity_id: target,
  fact,
  valid_at: from,
  invalid_at: to
})

const ENTITIES = {
  extracted_entities: [
    { name: 'Gromozeka', entity_type_id: 4 },
    { name: 'Kotlin', entity_type_id: 2 }
  ]
}

/** By the names of the recorded responses, which the same tests use. */
export const MODEL_ANSWERS: Readonly<Record<string, object>> = {
  'response-entities-ok.json': completion(ENTITIES),
  'response-entities-code-fence.json': completion(`\`\`\`json\n${JSON.stringify(ENTITIES)}\n\`\`\``),
  'response-entities-prose-prefix.json': completion(`These are the entities:\n${JSON.stringify(ENTITIES)}`),
  'response-entities-truncated.json': completion(JSON.stringify(ENTITIES).slice(0, 30), { finish_reason: 'length' }),
  'response-entities-bad-type.json': completion({
    extracted_entities: [{ name: 'Gromozeka', entity_type_id: 99 }, { name: '  ', entity_type_id: 2 }, { name: 'Kotlin' }]
  }),
  'response-no-usage.json': completion(ENTITIES, { usage: false }),
  'response-edges-ok.json': completion({ edges: [link('WRITTEN_IN', 1, 2, 'Gromozeka is written in Kotlin', '2025-11-27T10:00:00Z')] }),
  'response-edges-bad-ids.json': completion({
    edges: [
      link('USES', 0, 2, 'x'),
      link('USES', 1, 7, 'y'),
      link('IS', 1, 1, 'self'),
      link('USES', 1, 2, 'z', 'last week'),
      link('USES', 1, 2, 'reversed interval', '2026-02-01T00:00:00Z', '2026-01-01T00:00:00Z')
    ]
  }),
  'response-edges-duplicate.json': completion({
    edges: [link('USES', 1, 2, 'Gromozeka uses Kotlin'), link('uses', 1, 2, 'Gromozeka uses Kotlin.')]
  }),
  'response-content-filter.json': completion('', { finish_reason: 'content_filter' }),
  'response-refusal.json': completion(null, { refusal: "I'm sorry, I cannot assist with that request." }),
  'response-empty-content.json': completion(''),
  'response-resolutions-ok.json': completion({ entity_resolutions: [] }),
  'error-400-context.json': refused(
    "This model's maximum context length is 8192 tokens. Please reduce the length of the messages.",
    'invalid_request_error',
    'context_length_exceeded',
    'messages'
  ),
  'error-400-schema.json': refused("Invalid schema for response_format 'x'", 'invalid_request_error', null, 'response_format'),
  'error-401.json': refused('Incorrect API key provided: sk-test.', 'invalid_request_error', 'invalid_api_key'),
  'error-404-model.json': refused(
    'The model `none` does not exist or you do not have access to it.',
    'invalid_request_error',
    'model_not_found'
  ),
  'error-429-quota.json': refused('You exceeded your current quota.', 'insufficient_quota', 'insufficient_quota'),
  'error-429-rate.json': refused('Rate limit reached on tokens per min. Please try again in 1.4s.', 'tokens', 'rate_limit_exceeded')
}
