import type { ChatCompletionMessageFunctionToolCall } from 'openai/resources/chat/completions'
import type { ResponseFunctionToolCall } from 'openai/resources/responses/responses'

const NAME = 'workshop_look'

/** One call in the form of each provider's models, with every property of the provider's library. */
export const MODEL_CALLS = {
  chat: {
    id: 'call_1',
    type: 'function',
    function: { name: NAME, arguments: '{"name":"chat"}' }
  } satisfies Required<ChatCompletionMessageFunctionToolCall>,
  responses: {
    id: 'fc_2',
    call_id: 'call_2',
    type: 'function_call',
    name: NAME,
    arguments: '{"name":"responses"}',
    status: 'completed',
    namespace: 'workshop',
    caller: { type: 'direct' },
    async: false
  } satisfies Required<ResponseFunctionToolCall>,
  // test/conformance/providers.test.ts checks these two against the types of their libraries.
  anthropic: {
    id: 'toolu_3',
    type: 'tool_use',
    name: NAME,
    input: { name: 'anthropic' },
    caller: { type: 'direct' },
    toolset_name: null
  },
  gemini: { id: 'fn_4', name: NAME, args: { name: 'gemini' }, partialArgs: [], willContinue: false }
}
