/**
 * How V8 is set where the gateway serves HTTP, once it has started: what a call makes should die with the call. By default V8 puts objects straight
 * into the old heap where earlier ones of the same place outlived a collection, as they do while calls wait for a system. Each keeps all that its call
 * made alive, and copying that until the whole heap is collected cost a tenth of a call that reads a page (npm run bench confluence).
 */
export const V8_OPTION = '--no-allocation-site-pretenuring'
