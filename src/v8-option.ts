/**
 * How V8 is set, before anything else is loaded: what a call makes should die with the call. By default V8 puts objects straight into the old heap where
 * earlier ones of the same place outlived a collection, as they do while calls wait for a system. Each keeps all that its call made alive, and copying
 * that until the whole heap is collected costs a tenth of a call.
 */
export const V8_OPTION = '--no-allocation-site-pretenuring'
