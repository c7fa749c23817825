import { Type } from 'typebox'
import { defineTool } from '../../contract/tool.ts'

export const keys = defineTool({
  name: 'keys',
  title: 'Keys',
  description:
    'The keys of this gateway: who may call it, and what each key may do. Only a key with the scope keys:admin or * can manage them. No separate credential is needed.',
  prompt:
    'keys_create and keys_rotate return a key once: give it to its holder, and do not repeat, store or summarize it. Create or rotate a key, or change its scopes, only if the user has agreed. Give a key only the scopes that it needs. If a key was leaked, revoke it immediately with keys_revoke; to replace it without an interruption, use keys_rotate. Keys of the configuration (source file) can only be revoked. Every change takes effect in all processes within a second.',
  settings: Type.Object({}),
  connect: () => null,
  available: async () => ({ available: true }),
  concurrent: true,
  access: 'admin'
})
