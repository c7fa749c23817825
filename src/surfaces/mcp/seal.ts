import { createRequestStateCodec, type RequestStateCodec, type ServerContext } from '@modelcontextprotocol/server'

/** What a client keeps between two rounds of a call: for which call it was asked. */
export interface Asked {
  call: string
  /** Of this one question: a round that comes twice, since its answer was lost, is the same call. */
  once: string
}

export type Seal = Pick<RequestStateCodec<Asked>, 'mint' | 'verify'>

/** Signs what a client is asked to bring back, for the caller it was given to. */
export function createSeal(secret: () => Promise<Uint8Array>): Seal {
  let opened: Promise<RequestStateCodec<Asked>> | undefined
  const open = async (): Promise<RequestStateCodec<Asked>> => createRequestStateCodec<Asked>({ key: await secret(), bind: whose })
  const codec = (): Promise<RequestStateCodec<Asked>> => {
    opened ??= open().catch((error: unknown) => {
      opened = undefined // the next call may find the secret
      throw error
    })
    return opened
  }
  return {
    mint: async (asked, ctx) => (await codec()).mint(asked, ctx),
    verify: async (state, ctx) => (await codec()).verify(state, ctx)
  }
}

const whose = (ctx: ServerContext): string => ctx.http?.authInfo?.clientId ?? 'this machine'
