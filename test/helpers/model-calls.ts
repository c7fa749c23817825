import type { ChatCompletionMessageFunctionToolCall } from 'openai/resources/chat/completions'
import type { ResponseFunctionToolCall } from 'openai/resources/responses/responses'

const NAME = 'workshop_look'

/** One call as each provider's models make it, with every property that the library of the provider knows of. */
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
  // These two are held to the types of their libraries in test/conformance/providers.test.ts.
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
