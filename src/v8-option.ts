/**
 * V8 option for a gateway that serves HTTP, set after startup: objects of a call should be freed with the call. By default V8 allocates objects directly
 * in the old heap if earlier ones of the same allocation site survived a collection, which happens while calls wait for a system. Each keeps everything
 * of its call alive, and copying that until a full collection cost a tenth of a call that reads a page (`npm run bench -- confluence`).
 */
export const V8_OPTION = '--no-allocation-site-pretenuring'
